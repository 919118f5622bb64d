/** The questions of a regression gate: is it worse, and can "not worse by the margin" be certified. */
import { fayLumbardPGreater } from "./fay-lumbard.ts";
import { tangoScore } from "./intervals.ts";
import { isAtMost, mcnemar } from "./paired-tests.ts";

export interface NonInferiority {
  /** Decides: exact p for "worse by more than the margin". */
  readonly exactP: number;
  readonly tangoZ: number;
  readonly tangoP: number;
  /** Exact one-sided p for "no worse"; small = harm. */
  readonly harmExactP: number;
}

/** Tests whether the candidate is not worse than the base by more than the margin; b counts pairs only the candidate passes. */
export function nonInferiority(
  counts: { readonly b: number; readonly c: number; readonly n: number },
  margin: number,
): NonInferiority {
  const { b, c, n } = counts;
  const { z, p } = n === 0 ? { z: 0, p: 1 } : tangoScore(counts, -margin);
  return {
    exactP: n === 0 ? 1 : fayLumbardPGreater({ b, m: b + c, n }, -margin),
    tangoZ: z,
    tangoP: p,
    harmExactP: mcnemar(b, c).exactLess,
  };
}

/** The pairs that certify the margin if b and c stay as they are, by the exact and the score test; null beyond the limit. */
export function pairsToCertify(
  counts: { readonly b: number; readonly c: number },
  { margin, alpha }: { readonly margin: number; readonly alpha: number },
  limit = 5_000,
): { readonly exact: number | null; readonly score: number | null } {
  let score: number | null = null;
  for (let n = Math.max(1, counts.b + counts.c); n <= limit; n++) {
    const at = nonInferiority({ ...counts, n }, margin);
    if (score === null && isAtMost(at.tangoP, alpha)) score = n;
    if (isAtMost(at.exactP, alpha)) return { exact: n, score };
  }
  return { exact: null, score };
}
