/** Leaving out one scenario or seed at a time stays affordable on files of very many. */

import { expect, test } from "vitest";
import { pairsOf, planOf } from "../testing/paired-units.ts";
import { compare } from "./compare.ts";
import { knownPairs, ratioWithout, totalsRatio } from "./metric-ratios.ts";
import { mulberry32 } from "./mulberry32.ts";
import { tallyOutcomes, withoutPart } from "./outcome-tally.ts";

test("of a few scenarios each is left out; of very many those that pull most to either side", () => {
  const few = compare(pairsOf({ better: 8, both: 12, scenarios: 20 }), planOf({ planned: 20 }));
  expect(few.omissions.filter(({ kind }) => kind === "scenario")).toHaveLength(20);

  const units = pairsOf({ better: 40, worse: 30, both: 330, scenarios: 400 });
  const many = compare(units, planOf({ planned: 400 })).omissions.filter(({ kind }) => kind === "scenario");
  expect(many).toHaveLength(100);
  const net = (name: string) => {
    const left = many.find(({ omitted }) => omitted === name);
    return left && [left.b, left.c];
  };
  expect(net("scenario-1")).toEqual([39, 30]);
  expect(net("scenario-41")).toEqual([40, 29]);
});

test("what is left is the same by taking away as by counting again (statistics-1 row 14)", () => {
  const random = mulberry32(9);
  const some = <T>(...values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  for (let run = 0; run < 40; run++) {
    const count = () => Math.floor(random() * 12);
    const units = pairsOf({
      ...{ better: 1 + count(), worse: count(), both: 1 + count(), neither: count(), scenarios: 1 + count() },
      control: () => ({ judged: some(true, false, null, false) }),
      treatment: () => ({ fired: some(true, false, null), transcript: some("a", "b", null) }),
    });
    const plan = planOf({ flag: some(null, "X") });
    const all = tallyOutcomes(units, plan);
    for (const kind of ["scenario", "seed"] as const)
      for (const name of new Set(units.map((unit) => unit[kind]))) {
        const own = units.filter((unit) => unit[kind] === name);
        const rest = units.filter((unit) => unit[kind] !== name);
        // What is a function of the counts is compared by its values alone.
        const left = JSON.stringify(withoutPart(all, tallyOutcomes(own, plan)));
        expect(left).toBe(JSON.stringify(tallyOutcomes(rest, plan)));
      }
  }
});

test("the cost ratio without a unit is that of the other pairs, and null where nothing of it is left", () => {
  const units = pairsOf({
    ...{ better: 4, both: 20, scenarios: 5 },
    control: (place) => ({ calls: place % 7 === 0 ? null : 1 + (place % 3) }),
    treatment: (place) => ({ calls: 2 + (place % 4) }),
  });
  for (const kind of ["scenario", "seed"] as const) {
    const without = ratioWithout(knownPairs(units, "calls"), (unit) => unit[kind]);
    for (const name of new Set(units.map((unit) => unit[kind]))) {
      const rest = units.filter((unit) => unit[kind] !== name);
      expect(without(name)).toEqual(totalsRatio(rest, "calls"));
    }
  }
  const one = pairsOf({ both: 2, control: () => ({ calls: 1 }), treatment: () => ({ calls: 2 }) });
  expect(ratioWithout(knownPairs(one, "calls"), ({ scenario }) => scenario)("scenario-1")).toBeNull();
});
