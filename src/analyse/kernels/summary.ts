/** Means, variances and order statistics of a list of numbers. */

/** The element at a place that the caller knows to exist. */
export function elementAt<T>(values: readonly T[], place: number): T {
  const value = values[place];
  if (value === undefined) throw new RangeError(`no element at ${place} of ${values.length}`);
  return value;
}

/** Adds up numbers; 0 for none. */
export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The arithmetic mean; NaN for no values. */
export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

/** The sample variance with n - 1 in the denominator; NaN below two values. */
export function variance(values: readonly number[]): number {
  if (values.length < 2) return Number.NaN;
  const centre = mean(values);
  return sum(values.map((value) => (value - centre) ** 2)) / (values.length - 1);
}

/** A copy in ascending order. */
export function ascending(values: readonly number[]): readonly number[] {
  return [...values].sort((left, right) => left - right);
}

/** The p-quantile of already ascending values by linear interpolation (Hyndman-Fan type 7). */
export function quantileOfSorted(sorted: readonly number[], p: number): number {
  const place = (sorted.length - 1) * Math.min(1, Math.max(0, p));
  const below = Math.floor(place);
  const low = elementAt(sorted, below);
  const high = sorted[below + 1] ?? low;
  return low + (place - below) * (high - low);
}

/** The middle value, or the mean of the middle two. */
export function median(values: readonly number[]): number {
  return quantileOfSorted(ascending(values), 0.5);
}
