/** Designs for several flags: what is run, what it estimates, and when flags interfere. */
import { expect, test } from "vitest";
import { type Configuration, fullFactorial, leaveOneOut, oneAtATime } from "../core/configurations.ts";
import { flagImportance, interactionAlarm } from "./designs.ts";
import { elementAt } from "./kernels/summary.ts";
import { mulberry32 } from "./mulberry32.ts";

test("one at a time switches each flag on alone, leave one out switches each off alone", () => {
  expect(oneAtATime(3)).toEqual([
    [-1, -1, -1],
    [1, -1, -1],
    [-1, 1, -1],
    [-1, -1, 1],
  ]);
  expect(leaveOneOut(3)).toEqual([
    [1, 1, 1],
    [-1, 1, 1],
    [1, -1, 1],
    [1, 1, -1],
  ]);
});

/** A game of k flags with main effects and pairwise interactions only. */
function randomGame(k: number, seed: number): (on: readonly boolean[]) => number {
  const random = mulberry32(seed);
  const mains = Array.from({ length: k }, random);
  const pairs = Array.from({ length: k }, () => Array.from({ length: k }, () => random() - 0.5));
  return (on) => {
    let value = 0;
    on.forEach((isOn, i) => {
      if (!isOn) return;
      value += elementAt(mains, i);
      for (let j = i + 1; j < k; j++) if (on[j] === true) value += elementAt(elementAt(pairs, i), j);
    });
    return value;
  };
}

/** The Shapley value by its definition: the mean gain over every set of other flags, weighted by its size. */
function shapley(k: number, flag: number, game: (on: readonly boolean[]) => number): number {
  const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));
  return fullFactorial(k)
    .map((row: Configuration) => row.map((sign) => sign === 1))
    .filter((on) => on[flag] === false)
    .reduce((total, on) => {
      const size = on.filter(Boolean).length;
      const weight = (factorial(size) * factorial(k - size - 1)) / factorial(k);
      return total + weight * (game(on.map((isOn, i) => isOn || i === flag)) - game(on));
    }, 0);
}

test("the mean of the effect alone and with the others is the Shapley value of a pairwise game", () => {
  const k = 6;
  const game = randomGame(k, 11);
  const set = (isOn: (i: number) => boolean) => Array.from({ length: k }, (_, i) => isOn(i));
  for (let flag = 0; flag < k; flag++) {
    const alone = game(set((i) => i === flag)) - game(set(() => false));
    const withOthers = game(set(() => true)) - game(set((i) => i !== flag));
    expect(flagImportance(alone, withOthers)).toBeCloseTo(shapley(k, flag, game), 12);
  }
});

test("the interaction alarm is silent where effects add and rings where one flag hides another", () => {
  const additive = Array.from({ length: 8 }, () => ({ all: 1, allWithout: 0, alone: 1, none: 0 }));
  expect(interactionAlarm(additive)).toEqual({ meanGap: 0, p: 1 });
  const hidden = additive.map((seed) => ({ ...seed, allWithout: 1 }));
  // 8 gaps of -1: 2 / 2^8.
  expect(interactionAlarm(hidden)).toEqual({ meanGap: -1, p: 2 / 256 });
  expect(interactionAlarm([])).toEqual({ meanGap: 0, p: 1 });
});
