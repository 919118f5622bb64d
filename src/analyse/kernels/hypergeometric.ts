/** The hypergeometric distribution: successes among draws without replacement. */
import { logChoose } from "./gamma.ts";

/** Draws without replacement from a population with some successes in it. */
export interface Urn {
  readonly population: number;
  readonly successes: number;
  readonly draws: number;
}

/** The fewest and the most successes that the draws can hold. */
export function hypergeometricSupport({ population, successes, draws }: Urn): readonly [number, number] {
  return [Math.max(0, successes + draws - population), Math.min(successes, draws)];
}

/** P(X = k). */
export function hypergeometricPmf(k: number, { population, successes, draws }: Urn): number {
  return Math.exp(
    logChoose(successes, k) + logChoose(population - successes, draws - k) - logChoose(population, draws),
  );
}

/** P(X >= k), summed over the side of the mean on which k lies, so that small tails keep their digits. */
export function hypergeometricAtLeast(k: number, urn: Urn): number {
  const [low, high] = hypergeometricSupport(urn);
  if (k <= low) return 1;
  if (k > high) return 0;
  const above = k > (urn.draws * urn.successes) / urn.population;
  return above ? tail(k, 1, urn) : Math.max(0, 1 - tail(k - 1, -1, urn));
}

/** Sums from k away from the mean, each term from the one before it, until nothing is added. */
function tail(k: number, step: 1 | -1, urn: Urn): number {
  const { population, successes, draws } = urn;
  const [low, high] = hypergeometricSupport(urn);
  let term = hypergeometricPmf(k, urn);
  let total = term;
  for (let at = k; at !== (step === 1 ? high : low); at += step) {
    const from = step === 1 ? at : at - 1;
    // P(from + 1) / P(from)
    const ratio =
      ((successes - from) * (draws - from)) / ((from + 1) * (population - successes - draws + from + 1));
    term *= step === 1 ? ratio : 1 / ratio;
    if (total + term === total) break;
    total += term;
  }
  return total;
}
