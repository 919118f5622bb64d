/** Leaving out one scenario or seed at a time stays affordable on files of very many. */

import { expect, test } from "vitest";
import { pairsOf, planOf } from "../testing/paired-units.ts";
import { compare } from "./compare.ts";

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
