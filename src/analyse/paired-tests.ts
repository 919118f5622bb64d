/** Tests of paired pass/fail outcomes: exact conditional McNemar and its companions. */
import { betaQuantile } from "./kernels/beta.ts";
import { binomialPmf, fairCoinAtLeast, fairCoinAtMost, fairCoinPmf } from "./kernels/binomial.ts";
import { normalCdf } from "./kernels/normal.ts";

/** Tolerance between a p-value and alpha before they count as different. */
const SLACK = 1e-12;

/** True where a p-value is at or below the level, forgiving the last bits of rounding. */
export function isAtMost(p: number, alpha: number): boolean {
  return p <= alpha + SLACK;
}

export interface McNemar {
  /** Decides: P of a split at least this uneven when the flag makes no difference. */
  readonly exactTwoSided: number;
  /** Evidence that the treatment is better. */
  readonly exactGreater: number;
  /** Evidence that the treatment is worse. */
  readonly exactLess: number;
  /** Shown, never decides: exceeds its level at small n. */
  readonly midPTwoSided: number;
  readonly midPGreater: number;
  readonly midPLess: number;
  readonly asymptotic: number;
  readonly asymptoticCC: number;
  readonly z: number;
}

/**
 * Tests b wins against c losses. Source: STATISTICS 1.1; Fagerland, Lydersen and Laake 2013.
 * Assumes that under no effect each discordant pair is a fair coin, independent of the others.
 */
export function mcnemar(b: number, c: number): McNemar {
  const m = b + c;
  if (m === 0) {
    const one = {
      exactTwoSided: 1,
      exactGreater: 1,
      exactLess: 1,
      midPTwoSided: 1,
      midPGreater: 1,
      midPLess: 1,
    };
    return { ...one, asymptotic: 1, asymptoticCC: 1, z: 0 };
  }
  const at = fairCoinPmf(b, m);
  const exactGreater = fairCoinAtLeast(b, m);
  const exactLess = fairCoinAtMost(b, m);
  const exactTwoSided = b === c ? 1 : Math.min(1, 2 * fairCoinAtMost(Math.min(b, c), m));
  const z = (b - c) / Math.sqrt(m);
  const corrected = Math.max(0, Math.abs(b - c) - 1) / Math.sqrt(m);
  return {
    exactTwoSided,
    exactGreater,
    exactLess,
    midPTwoSided: b === c ? 1 - at / 2 : exactTwoSided - at,
    midPGreater: exactGreater - at / 2,
    midPLess: exactLess - at / 2,
    asymptotic: 2 * normalCdf(-Math.abs(z)),
    asymptoticCC: 2 * normalCdf(-corrected),
    z,
  };
}

/** Options of the exact unconditional test: share of the error spent on the nuisance bound, and its grid. */
export interface UnconditionalOptions {
  readonly gamma?: number;
  readonly grid?: number;
}

/**
 * The exact unconditional McNemar p by Berger and Boos: the largest p over a confidence range of the
 * probability of discordance, plus gamma. Stronger than the conditional test, but concordant pairs change it,
 * so it never decides.
 */
export function unconditionalExact(
  counts: { readonly b: number; readonly c: number; readonly n: number },
  { gamma = 1e-4, grid = 1000 }: UnconditionalOptions = {},
): number {
  const { b, c, n } = counts;
  const m = b + c;
  if (m === 0) return 1;
  const observed = Math.abs(b - c) / Math.sqrt(m);
  const tails = Array.from({ length: n + 1 }, (_, size) => {
    if (size === 0) return observed === 0 ? 1 : 0;
    const lowestWins = Math.ceil((size + observed * Math.sqrt(size)) / 2 - 1e-9);
    return lowestWins * 2 === size ? 1 : Math.min(1, 2 * fairCoinAtLeast(lowestWins, size));
  });
  const low = betaQuantile(gamma / 2, m, n - m + 1);
  const high = m === n ? 1 : betaQuantile(1 - gamma / 2, m + 1, n - m);
  let worst = 0;
  for (let i = 0; i < grid; i++) {
    const psi = low + ((high - low) * i) / (grid - 1);
    let p = 0;
    tails.forEach((tail, size) => {
      p += tail === 0 ? 0 : tail * binomialPmf(size, n, psi);
    });
    worst = Math.max(worst, p);
  }
  return Math.min(1, worst + gamma);
}
