/** Numbers as every sentence, table and list writes them: an unknown value prints as "unknown" and never as 0. */

import type { RatioEstimate } from "./metric.ts";
import type { Range } from "./pairs.ts";

/** Word for a value that is not known. */
export const UNKNOWN = "unknown";

const grouped = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 });

function isKnown(value: number | null | undefined): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** Whole number with thousands separated by commas. */
export function count(value: number | null): string {
  return isKnown(value) ? grouped.format(value) : UNKNOWN;
}

/** A number with its noun, plural where it is not one: "1 pair", "10 pairs". */
export function countText(value: number | null, noun: string): string {
  return `${count(value)} ${value === 1 ? noun : `${noun}s`}`;
}

/** Two decimals from .1 up, two digits below; more where rounding would hide on which side of .05 it lies. */
export function pValue(p: number | null): string {
  if (!isKnown(p)) return UNKNOWN;
  if (p >= 0.1) return p.toFixed(2);
  if (p !== 0 && p < 0.001) return p.toExponential(1);
  const two = Number(p.toPrecision(2));
  return two === 0.05 && p !== 0.05 ? p.toFixed(4) : String(two);
}

/** A number with a fixed count of decimals: "1.50". */
export function decimals(value: number | null, places: number): string {
  return isKnown(value) ? value.toFixed(places) : UNKNOWN;
}

/** The number at a count of decimals, without zeros at its end: 2.5000001 gives 2.5. */
export function roundTo(value: number, places: number): number {
  return Number(value.toFixed(places));
}

/** The number at a count of significant digits: 1234.6 with 3 gives 1230. */
export function roundToDigits(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}

/** Seconds with one decimal: "1.5 s". */
export function secondsText(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** "p = 0.031". */
export function pEquation(p: number | null): string {
  return `p = ${pValue(p)}`;
}

/** Difference of rates in percentage points with its sign and without the unit: 0.1 gives "+10". */
export function points(delta: number | null): string {
  if (!isKnown(delta)) return UNKNOWN;
  const value = delta * 100;
  if (value === 0) return "0";
  const size = Math.abs(value);
  // Whole numbers would print a small interval that excludes 0 as one that touches it.
  if (size < 0.000001) return `${value < 0 ? "-" : "+"}under 0.000001`;
  const digits =
    size >= 10 ? size.toFixed(0) : Number(size >= 0.05 ? size.toFixed(1) : size.toPrecision(1)).toString();
  return `${value < 0 ? "-" : "+"}${digits}`;
}

/** Interval of a difference in percentage points: "-26 to +45". */
export function pointsRange(range: Range | null): string {
  return range ? `${points(range[0])} to ${points(range[1])}` : UNKNOWN;
}

/** Two decimals around 1, fewer for large ratios and more for tiny ones. */
export function ratioDigits(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? "infinity" : UNKNOWN;
  if (value >= 100) return grouped.format(value);
  if (value >= 10) return value.toFixed(1);
  if (value > 0 && value < 0.000001) return "under 0.000001";
  return value === 0 || value >= 0.1 ? value.toFixed(2) : Number(value.toPrecision(2)).toString();
}

/** A ratio: "x1.84". */
export function ratio(value: number | null): string {
  if (!isKnown(value)) return UNKNOWN;
  return `x${ratioDigits(value)}`.replace(/^xunder /, "under x");
}

/** A ratio with its interval: "x1.84 (1.20 to 2.90)"; without an interval the ratio alone. */
export function ratioWithInterval(estimate: RatioEstimate | null): string {
  if (!estimate) return UNKNOWN;
  if (!estimate.interval95) return ratio(estimate.ratio);
  const [low, high] = estimate.interval95;
  return `${ratio(estimate.ratio)} (${ratioDigits(low)} to ${ratioDigits(high)})`;
}

/** Dollars with as many digits as the size of the amount deserves. */
export function usd(value: number | null): string {
  if (!isKnown(value)) return UNKNOWN;
  if (value === 0) return "$0";
  const size = Math.abs(value);
  const sign = value < 0 ? "-" : "";
  if (size >= 100) return `${sign}$${grouped.format(size)}`;
  if (size >= 1) return `${sign}$${size.toFixed(2)}`;
  if (size < 0.000001) return `${sign}< $0.000001`;
  const places = Math.min(8, 2 - Math.floor(Math.log10(size)));
  return `${sign}$${size.toFixed(Math.max(2, places)).replace(/(\.\d{2}\d*?)0+$/, "$1")}`;
}

/** Money that left an account: "nothing" where none did. */
export function paid(value: number | null): string {
  return value === 0 ? "nothing" : usd(value);
}

/** A share 0..1 as a percentage: "28 %". */
export function percent(share: number | null): string {
  if (!isKnown(share)) return UNKNOWN;
  const value = share * 100;
  if (value > 0 && value < 0.1) return "under 0.1 %";
  // What is not all of it never reads as all of it.
  if (value > 99.9 && value < 100) return "over 99.9 %";
  const text = value < 10 || (value > 99 && value < 100) ? value.toFixed(1) : value.toFixed(0);
  return `${text.replace(/\.0$/, "")} %`;
}

/** Wall time in the unit that reads best. */
export function duration(ms: number | null): string {
  if (!isKnown(ms)) return UNKNOWN;
  if (ms < 1000) return `${ms.toFixed(0)} ms`;
  const seconds = ms / 1000;
  if (seconds < 120) return `${seconds.toFixed(1)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A duration that is only estimated, in whole units that a person reads at a glance. */
export function roughDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}

/** Date and time to the minute in UTC; text that is not a date is kept as it is. */
export function dateTime(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** An e-value, to one decimal where that says anything: "20.4", "under 0.1". */
export function eValueText(e: number): string {
  return e >= 0.1 ? e.toFixed(1) : "under 0.1";
}

/** A text with its first letter as a capital. */
export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
