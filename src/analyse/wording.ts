/** Puts numbers into the words of a verdict: p-values, points, ratios. */
import type { Range } from "../core/pairs.ts";

/**
 * Writes a p-value: two decimals from .1 up, two significant digits below, powers of ten below .001; more where rounding
 * would hide on which side of .05 it lies.
 */
export function pText(p: number): string {
  if (p >= 0.1) return p.toFixed(2);
  if (p < 0.001) return p === 0 ? "0" : p.toExponential(1);
  const two = Number(p.toPrecision(2));
  return two === 0.05 && p !== 0.05 ? p.toFixed(4) : String(two);
}

/** Writes a difference of pass rates as whole points with its sign, to one decimal below 10 points where it matters. */
export function pointsText(difference: number): string {
  const points = difference * 100;
  const shown = Math.abs(points) >= 10 || Number.isInteger(points) ? points.toFixed(0) : points.toFixed(1);
  // A small interval that excludes 0 would else be written as one that touches it.
  const exact = Number(shown) === 0 && points !== 0 ? String(Number(points.toPrecision(1))) : shown;
  const clean = Number(exact) === 0 ? "0" : exact.replace(/\.0$/, "");
  return Number(clean) > 0 ? `+${clean}` : clean;
}

/** Writes an interval of a difference as points. */
export function pointsRangeText([low, high]: Range): string {
  return `${pointsText(low)} to ${pointsText(high)} points`;
}

/** Writes a ratio to three significant digits. */
export function ratioText(ratio: number): string {
  return ratio >= 100 ? ratio.toFixed(0) : ratio >= 10 ? ratio.toFixed(1) : ratio.toFixed(2);
}

/** Writes a share 0..1 as a percentage. */
export function percentText(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return "under 0.1 %";
  return percent < 10 ? `${Number(percent.toFixed(1))} %` : `${percent.toFixed(0)} %`;
}

/** Writes a number with its noun, in the plural where due. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Starts a sentence with a capital letter. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
