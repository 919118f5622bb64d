/** Finds where a monotone function crosses zero. */

/**
 * The point where an increasing function changes sign, by bisection until neighbouring doubles or a
 * relative width of 1e-15; the end nearer the sign change where there is none inside.
 */
export function invertMonotone(increasing: (x: number) => number, low: number, high: number): number {
  let lo = low;
  let hi = high;
  for (let i = 0; i < 1_200; i++) {
    const middle = lo + (hi - lo) / 2;
    if (middle <= lo || middle >= hi) break;
    if (increasing(middle) < 0) lo = middle;
    else hi = middle;
    if (hi - lo <= 1e-15 * Math.max(Math.abs(lo), Math.abs(hi))) break;
  }
  return lo + (hi - lo) / 2;
}

/**
 * As `invertMonotone`, but content with an absolute width of 1e-13: false position with the Illinois rule and a
 * bisection whenever it stalls, for functions that are expensive to evaluate.
 */
export function invertMonotoneTo(increasing: (x: number) => number, low: number, high: number): number {
  let lo = low;
  let hi = high;
  let atLo = increasing(lo);
  let atHi = increasing(hi);
  if (atLo >= 0) return lo;
  if (atHi <= 0) return hi;
  let side = 0;
  for (let i = 0; i < 300 && hi - lo > 1e-13; i++) {
    const width = hi - lo;
    const guess = i % 4 === 3 ? lo + width / 2 : hi - (atHi * width) / (atHi - atLo);
    // A guess on an end would never close the other side, so it is kept a little inside.
    const x = Math.min(hi - width * 1e-3 * (i % 2), Math.max(lo + width * 1e-3 * (i % 2), guess));
    const value = increasing(x);
    if (value === 0) return x;
    if (value < 0) {
      lo = x;
      atLo = value;
      if (side === -1) atHi /= 2;
      side = -1;
    } else {
      hi = x;
      atHi = value;
      if (side === 1) atLo /= 2;
      side = 1;
    }
    if (Math.abs(value) < 1e-15) return x;
  }
  return (lo + hi) / 2;
}
