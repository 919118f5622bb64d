/** Brings every health dimension into 0 to 1 and refuses what is not (A-047, REFERENCE 1.1). */

/** A share or a confidence, clamped. */
export function ratio(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Weighted mean, 0 when the weights sum to 0, clamped. */
export function composite(parts: readonly (readonly [value: number, weight: number])[]): number {
  const weights = parts.reduce((sum, [, weight]) => sum + weight, 0);
  if (weights === 0) return 0;
  return ratio(parts.reduce((sum, [value, weight]) => sum + value * weight, 0) / weights);
}

/** Shannon entropy of counts over log2 of the sources present; 0 with one source or none. */
export function entropyOf(counts: readonly number[]): number {
  const present = counts.filter((count) => count > 0);
  const total = present.reduce((sum, count) => sum + count, 0);
  if (present.length < 2) return 0;
  const bits = present.reduce((sum, count) => sum - (count / total) * Math.log2(count / total), 0);
  return ratio(bits / Math.log2(present.length));
}

/** The value itself; anything outside 0 to 1 is a bug of the formula that made it. */
export function assertNormalised(name: string, value: number): number {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${name} is ${value}, outside 0 to 1`);
  return value;
}
