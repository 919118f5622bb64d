/** Chance of a change as large as leaving one unit out makes, when as many pairs are left out at random (STATISTICS 11.2, `hangs-on-one`). */
import { hypergeometricAtLeast, hypergeometricPmf, hypergeometricSupport } from "./kernels/hypergeometric.ts";

/** Wins, losses and all valid pairs of a run or of one unit of it. */
export interface OutcomeCounts {
  readonly b: number;
  readonly c: number;
  readonly n: number;
}

/**
 * P(net removed >= the net of the unit) when as many pairs as the unit has are removed at random from the run,
 * net counted in the direction of the effect. Without a direction no unit can carry one, so it is 1.
 */
export function omissionTail(run: OutcomeCounts, unit: OutcomeCounts): number {
  if (run.b === run.c) return 1;
  const better = run.b > run.c;
  const wins = better ? run.b : run.c;
  const net = better ? unit.b - unit.c : unit.c - unit.b;
  const discordant = { population: run.n, successes: run.b + run.c, draws: unit.n };
  const [low, high] = hypergeometricSupport(discordant);
  let total = 0;
  for (let removed = low; removed <= high; removed++) {
    const chance = hypergeometricPmf(removed, discordant);
    if (chance === 0) continue;
    const won = { population: run.b + run.c, successes: wins, draws: removed };
    total += chance * hypergeometricAtLeast(Math.ceil((removed + net) / 2), won);
  }
  return Math.min(1, total);
}
