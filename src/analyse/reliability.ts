/** Repeats: pass@k and pass^k by their unbiased formulas, and the bounds that go with them. */
import { clopperPearsonInterval } from "./intervals.ts";

/** Pass@k: the chance that at least one of k runs passes, from c passes in n runs; null when n < k. */
export function passAtK(n: number, c: number, k: number): number | null {
  if (k > n) return null;
  if (n - c < k) return 1;
  let fail = 1;
  for (let i = 0; i < k; i++) fail *= (n - c - i) / (n - i);
  return 1 - fail;
}

/** Pass^k (tau-bench): the chance that all of k runs pass, from c passes in n runs; null when n < k. */
export function passHatK(n: number, c: number, k: number): number | null {
  if (k > n) return null;
  let pass = 1;
  for (let i = 0; i < k; i++) pass *= Math.max(0, c - i) / (n - i);
  return pass;
}

/** The lower bound of pass^k in one scenario: a one-sided Clopper-Pearson limit to the k-th power. */
export function passHatKLowerBound(n: number, c: number, [k, level]: readonly [number, number]): number {
  return clopperPearsonInterval(c, n, 2 * level - 1)[0] ** k;
}
