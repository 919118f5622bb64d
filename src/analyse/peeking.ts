/** Cost of early looks, and the group-sequential bounds for a few planned looks. */

import { normalCdf, normalDensity, normalQuantile } from "./kernels/normal.ts";
import { elementAt } from "./kernels/summary.ts";
import { isAtMost, mcnemar } from "./paired-tests.ts";

/** The best p that `remaining` more pairs could still reach; above alpha this budget cannot decide. */
export function bestCaseP(b: number, c: number, remaining: number): number {
  return Math.min(mcnemar(b + remaining, c).exactTwoSided, mcnemar(b, c + remaining).exactTwoSided);
}

/** The exact false-alarm rate of stopping at the first discordant pair with exact p at or below alpha. */
export function peekingTypeI(maxDiscordant: number, alpha: number): number {
  let alive: readonly number[] = [1];
  let alarms = 0;
  for (let m = 1; m <= maxDiscordant; m++) {
    alive = Array.from({ length: m + 1 }, (_, b) => ((alive[b] ?? 0) + (alive[b - 1] ?? 0)) / 2);
    alive = alive.map((mass, b) => {
      if (mass === 0 || !isAtMost(mcnemar(b, m - b).exactTwoSided, alpha)) return mass;
      alarms += mass;
      return 0;
    });
  }
  return alarms;
}

export interface GroupSequentialBounds {
  /** z at each look, O'Brien-Fleming constants. */
  readonly classic: readonly number[];
  /** z at each look, Lan-DeMets spending of O'Brien-Fleming type. */
  readonly lanDeMets: readonly number[];
}

const GRID = 301;

/** The sub-density of the running sum that has not crossed a bound yet, on an even grid. */
interface Alive {
  readonly points: readonly number[];
  readonly mass: readonly number[];
}

/** Carries the sub-density one look on: Simpson weights over the last grid, kept inside the given bound. */
function advance(previous: Alive, step: number, [low, high]: readonly [number, number]): Alive {
  const width = (high - low) / (GRID - 1);
  const points = Array.from({ length: GRID }, (_, i) => low + i * width);
  const spread = Math.sqrt(step);
  const mass = points.map((point, i) => {
    const weight = ((i === 0 || i === GRID - 1 ? 1 : i % 2 === 1 ? 4 : 2) * width) / 3;
    let density = 0;
    previous.points.forEach((from, j) => {
      density += elementAt(previous.mass, j) * normalDensity((point - from) / spread);
    });
    return (density * weight) / spread;
  });
  return { points, mass };
}

/** The chance that the next look crosses at z, from what is still alive. */
function crossing(previous: Alive, step: number, [z, time, sides]: readonly [number, number, 1 | 2]): number {
  const bound = z * Math.sqrt(time);
  const spread = Math.sqrt(step);
  return previous.points.reduce((total, from, j) => {
    const above = normalCdf((from - bound) / spread);
    const below = sides === 2 ? normalCdf((-bound - from) / spread) : 0;
    return total + elementAt(previous.mass, j) * (above + below);
  }, 0);
}

function inside(z: number, time: number, sides: 1 | 2): readonly [number, number] {
  const bound = z * Math.sqrt(time);
  return [sides === 2 ? -bound : -8 * Math.sqrt(time), bound];
}

const START: Alive = { points: [0], mass: [1] };

function totalError(bounds: readonly number[], sides: 1 | 2): number {
  const step = 1 / bounds.length;
  let alive = START;
  let error = 0;
  bounds.forEach((z, i) => {
    const time = (i + 1) * step;
    error += crossing(alive, step, [z, time, sides]);
    if (i < bounds.length - 1) alive = advance(alive, step, inside(z, time, sides));
  });
  return error;
}

/** Finds where a falling function reaches a target. */
function solve(falling: (z: number) => number, target: number): number {
  let low = 0.5;
  let high = 12;
  while (high - low > 1e-6) {
    const middle = (low + high) / 2;
    if (falling(middle) > target) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** O'Brien-Fleming bounds for equally spaced looks, both the classic constants and the spending version. */
export function obrienFleming(looks: number, alpha: number, sides: 1 | 2): GroupSequentialBounds {
  const times = Array.from({ length: looks }, (_, i) => (i + 1) / looks);
  const constant = solve(
    (z) =>
      totalError(
        times.map((time) => z / Math.sqrt(time)),
        sides,
      ),
    alpha,
  );
  const perSide = alpha / sides;
  const spent = (time: number) =>
    sides * (2 - 2 * normalCdf(normalQuantile(1 - perSide / 2) / Math.sqrt(time)));
  const lanDeMets: number[] = [];
  let alive = START;
  let before = 0;
  for (const time of times) {
    const start = alive;
    const allowed = spent(time) - before;
    before = spent(time);
    const z = solve((candidate) => crossing(start, 1 / looks, [candidate, time, sides]), allowed);
    lanDeMets.push(z);
    if (time < 1) alive = advance(start, 1 / looks, inside(z, time, sides));
  }
  return { classic: times.map((time) => constant / Math.sqrt(time)), lanDeMets };
}
