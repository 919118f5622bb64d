/** Student's t distribution: distribution function, two-sided tail and quantile. */
import { betaCdfWith } from "./beta.ts";
import { invertMonotone } from "./root.ts";

/** P(|T| >= |t|) for Student's t with the given degrees of freedom. */
export function tTwoSided(t: number, degrees: number): number {
  if (!Number.isFinite(t)) return 0;
  const square = t * t;
  return betaCdfWith(degrees / 2, 0.5)(degrees / (degrees + square), square / (degrees + square));
}

/** P(T <= t) for Student's t with the given degrees of freedom. */
export function tCdf(t: number, degrees: number): number {
  const tail = tTwoSided(t, degrees) / 2;
  return t < 0 ? tail : 1 - tail;
}

/** The t with P(T <= t) = p for Student's t with the given degrees of freedom. */
export function tQuantile(p: number, degrees: number): number {
  if (p === 0.5) return 0;
  if (p > 0.5) return -tQuantile(1 - p, degrees);
  let high = 1;
  while (tTwoSided(high, degrees) / 2 > p && high < 1e300) high *= 2;
  return -invertMonotone((t) => p - tTwoSided(t, degrees) / 2, 0, high);
}
