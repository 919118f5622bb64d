/** The sign-flip test of values that are symmetric about 0 under no effect. */
import { fairCoinAtLeast } from "./kernels/binomial.ts";
import { normalCdf } from "./kernels/normal.ts";
import { elementAt, sum } from "./kernels/summary.ts";
import { mulberry32 } from "./mulberry32.ts";

// Patterns double with each value.
const MOST_ENUMERATED = 20;
const RANDOM_FLIPS = 99_999;
// Flips of more values take seconds, and their sum is normal to more digits than flips could show.
const MOST_FLIPPED = 5_000;
// A value that holds more of the variance than this could bend the sum away from normal.
const LARGEST_SHARE = 0.001;
// Means of up to this many pairs are whole multiples of a common unit.
const LARGEST_DENOMINATOR = 120;
const MOST_TABLE_WORK = 2e7;

/**
 * The two-sided sign-flip p: exact for up to 20 non-zero values, for values of one size at any number (on
 * pass/fail differences it is the exact McNemar test) and for multiples of one unit, else by 99,999 random flips; of more
 * than 5,000 values none of which stands out, by the normal limit of the same sum.
 */
export function signFlip(values: readonly number[]): number {
  const live = values.filter((value) => value !== 0);
  if (live.length === 0) return 1;
  const sizes = live.map(Math.abs);
  const [observed, most] = [Math.abs(sum(live)), sum(sizes)];
  const threshold = observed - 1e-9 * most;
  if (live.length <= MOST_ENUMERATED) return enumeratedTail(sizes, threshold);
  const first = elementAt(sizes, 0);
  if (sizes.every((size) => Math.abs(size - first) <= 1e-12 * first)) {
    const ahead = (live.length + Math.round(observed / first)) / 2;
    return Math.min(1, 2 * fairCoinAtLeast(ahead, live.length));
  }
  const scale = commonScale(sizes);
  return scale !== null && scale * most * live.length <= MOST_TABLE_WORK
    ? tabulatedTail(
        sizes.map((size) => Math.round(size * scale)),
        Math.round(observed * scale),
      )
    : (normalTail(sizes, observed) ?? randomTail(sizes, threshold));
}

/** The tail of a sum of very many values with random signs; null where they are few, or one of them stands out. */
function normalTail(sizes: readonly number[], observed: number): number | null {
  if (sizes.length <= MOST_FLIPPED) return null;
  let variance = 0;
  let largest = 0;
  for (const size of sizes) {
    variance += size * size;
    largest = Math.max(largest, size * size);
  }
  return largest > LARGEST_SHARE * variance ? null : 2 * normalCdf(-observed / Math.sqrt(variance));
}

/** Counts the patterns by halves: of two sorted lists of sums, those whose sum reaches the threshold. */
function enumeratedTail(sizes: readonly number[], threshold: number): number {
  if (threshold <= 0) return 1;
  const half = sizes.length >> 1;
  const [low, high] = [signedSums(sizes.slice(0, half)), signedSums(sizes.slice(half))];
  let reaching = 0;
  let first = high.length;
  for (const one of low) {
    while (first > 0 && one + (high[first - 1] ?? 0) >= threshold) first -= 1;
    reaching += high.length - first;
  }
  // The patterns that reach it from below mirror them.
  return (2 * reaching) / 2 ** sizes.length;
}

/** Every sum of the sizes with a sign each, in order. */
function signedSums(sizes: readonly number[]): Float64Array {
  let sums = new Float64Array([0]);
  for (const size of sizes) {
    const next = new Float64Array(2 * sums.length);
    next.set(sums.map((sum) => sum - size));
    next.set(
      sums.map((sum) => sum + size),
      sums.length,
    );
    sums = next;
  }
  return sums.sort();
}

/** The smallest factor that makes every size a whole number; null where there is none. */
function commonScale(sizes: readonly number[]): number | null {
  for (let scale = 1; scale <= LARGEST_DENOMINATOR; scale++)
    if (sizes.every((size) => Math.abs(size * scale - Math.round(size * scale)) <= 1e-9 * Math.max(1, size)))
      return scale;
  return null;
}

/** Adds value after value to a table of chances by what the positive ones come to. */
function tabulatedTail(sizes: readonly number[], observed: number): number {
  const most = sum(sizes);
  const chances = new Float64Array(most + 1);
  chances[0] = 1;
  let reached = 0;
  for (const size of sizes) {
    reached += size;
    for (let total = reached; total >= 0; total--)
      chances[total] = ((chances[total] ?? 0) + (total >= size ? (chances[total - size] ?? 0) : 0)) / 2;
  }
  let p = 0;
  chances.forEach((chance, positive) => {
    if (Math.abs(2 * positive - most) >= observed) p += chance;
  });
  return Math.min(1, p);
}

function randomTail(sizes: readonly number[], threshold: number): number {
  const random = mulberry32(1);
  let hits = 0;
  for (let flip = 0; flip < RANDOM_FLIPS; flip++) {
    let total = 0;
    for (const size of sizes) total += random() < 0.5 ? size : -size;
    if (Math.abs(total) >= threshold) hits += 1;
  }
  return (1 + hits) / (1 + RANDOM_FLIPS);
}
