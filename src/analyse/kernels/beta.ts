/** The beta distribution: density, distribution function and quantile. */

import { logBeta } from "./gamma.ts";
import { invertMonotone } from "./root.ts";

const TINY = 1e-300;

/** Evaluates the continued fraction of the incomplete beta function by Lentz's method. */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 - ((a + b) * x) / (a + 1);
  if (Math.abs(d) < TINY) d = TINY;
  d = 1 / d;
  let fraction = d;
  for (let m = 1; m <= 20_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 + even * d;
    if (Math.abs(d) < TINY) d = TINY;
    c = 1 + even / c;
    if (Math.abs(c) < TINY) c = TINY;
    d = 1 / d;
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 + odd * d;
    if (Math.abs(d) < TINY) d = TINY;
    c = 1 + odd / c;
    if (Math.abs(c) < TINY) c = TINY;
    d = 1 / d;
    const step = d * c;
    fraction *= step;
    if (Math.abs(step - 1) < 1e-16) break;
  }
  return fraction;
}

/** x -> I_x(a, b) for fixed shapes, with the complement of x where it is known more exactly than 1 - x. */
export function betaCdfWith(a: number, b: number): (x: number, complement?: number) => number {
  const scale = logBeta(a, b);
  const turn = (a + 1) / (a + b + 2);
  return (x, complement = 1 - x) => {
    if (!(x > 0)) return 0;
    if (!(complement > 0)) return 1;
    const logX = x < 0.5 ? Math.log(x) : Math.log1p(-complement);
    const logComplement = complement < 0.5 ? Math.log(complement) : Math.log1p(-x);
    const front = Math.exp(a * logX + b * logComplement - scale);
    return x < turn ? (front * betaFraction(x, a, b)) / a : 1 - (front * betaFraction(complement, b, a)) / b;
  };
}

/** P(X <= x) for X ~ Beta(a, b), the regularised incomplete beta function I_x(a, b). */
export function betaCdf(x: number, a: number, b: number): number {
  return betaCdfWith(a, b)(x);
}

/** x -> the density of Beta(a, b), 0 outside (0, 1). */
export function betaDensityWith(a: number, b: number): (x: number) => number {
  const scale = logBeta(a, b);
  return (x) => (x <= 0 || x >= 1 ? 0 : Math.exp((a - 1) * Math.log(x) + (b - 1) * Math.log1p(-x) - scale));
}

/** The x with P(X <= x) = p for X ~ Beta(a, b), by bisection to the last bit. */
export function betaQuantile(p: number, a: number, b: number): number {
  if (p <= 0) return 0;
  if (p >= 1) return 1;
  const cdf = betaCdfWith(a, b);
  return invertMonotone((x) => cdf(x) - p, 0, 1);
}
