/** Tests for arms that the seed does not tie together: exact and asymptotic, stratified by scenario. */
import { logChoose } from "./kernels/gamma.ts";
import { erfc } from "./kernels/normal.ts";

/** Passes and fails of treatment, then of control, in one scenario. */
export type Stratum = readonly [
  treatmentPass: number,
  treatmentFail: number,
  controlPass: number,
  controlFail: number,
];

export interface StratifiedFisher {
  readonly twoSided: number;
  /** Evidence that the treatment passes more often. */
  readonly greater: number;
  readonly less: number;
}

interface Support {
  readonly low: number;
  readonly weights: readonly number[];
}

/** The conditional distribution of treatment passes in one stratum, all margins fixed. */
function hypergeometric([a, b, c, d]: Stratum): Support {
  const row = a + b;
  const passes = a + c;
  const all = a + b + c + d;
  const low = Math.max(0, passes - (c + d));
  const high = Math.min(row, passes);
  const total = logChoose(all, passes);
  const weights = Array.from({ length: high - low + 1 }, (_, i) =>
    Math.exp(logChoose(row, low + i) + logChoose(all - row, passes - low - i) - total),
  );
  return { low, weights };
}

function convolve(left: Support, right: Support): Support {
  const weights = new Array<number>(left.weights.length + right.weights.length - 1).fill(0);
  left.weights.forEach((x, i) => {
    right.weights.forEach((y, j) => {
      weights[i + j] = (weights[i + j] ?? 0) + x * y;
    });
  });
  return { low: left.low + right.low, weights };
}

/**
 * The exact stratified test (exact Cochran-Mantel-Haenszel): the sum of treatment passes given every margin.
 * Two-sided sums the outcomes no likelier than the one observed, as R does.
 */
export function stratifiedFisher(strata: readonly Stratum[]): StratifiedFisher {
  const { low, weights } = strata.map(hypergeometric).reduce(convolve, { low: 0, weights: [1] });
  const place = strata.reduce((total, [a]) => total + a, 0) - low;
  const at = weights[place] ?? 0;
  let twoSided = 0;
  let greater = 0;
  let less = 0;
  weights.forEach((weight, i) => {
    if (weight <= at * (1 + 1e-7)) twoSided += weight;
    if (i >= place) greater += weight;
    if (i <= place) less += weight;
  });
  return { twoSided: Math.min(1, twoSided), greater: Math.min(1, greater), less: Math.min(1, less) };
}

/** The asymptotic Cochran-Mantel-Haenszel test without continuity correction; p is 1 where nothing varies. */
export function cmh(strata: readonly Stratum[]): { readonly chi2: number; readonly p: number } {
  let gap = 0;
  let spread = 0;
  for (const [a, b, c, d] of strata) {
    const n = a + b + c + d;
    if (n < 2) continue;
    gap += a - ((a + b) * (a + c)) / n;
    spread += ((a + b) * (c + d) * (a + c) * (b + d)) / (n * n * (n - 1));
  }
  const chi2 = spread === 0 ? 0 : (gap * gap) / spread;
  return { chi2, p: erfc(Math.sqrt(chi2 / 2)) };
}
