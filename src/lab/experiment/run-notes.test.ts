/** Notes at the end of a run: seeds that are stored beside those asked for, and its names. */

import { expect, test } from "vitest";
import { experimentOf } from "../../testing/stored-experiment.ts";
import { backendNotes, judgeNotes, nameNotes, runNotes } from "./run-notes.ts";

const seeds = (...names: readonly string[]) => experimentOf({ seeds: names }).experiment;
const stopped = { spentUsd: 1, limitUsd: 1, refusedUsd: null, setAside: 2 };

test.each([
  [
    "everything stored",
    { asked: ["1", "2"], stored: ["1", "2"], ran: 0, resumed: 2 },
    ["Everything was stored already: this is the stored result (--fresh runs anew)."],
  ],
  ["nothing stored", { asked: ["1", "2"], stored: ["1", "2"], ran: 2, resumed: 0 }, []],
  [
    "a part stored",
    { asked: ["1", "2"], stored: ["1", "2"], ran: 1, resumed: 1 },
    ["1 blocks were stored already; 1 were run."],
  ],
  [
    "fewer seeds than stored",
    { asked: ["1", "2"], stored: ["1", "2", "3", "4"], ran: 0, resumed: 2 },
    [
      "Nothing had to run: 2 seeds were asked for and 4 are stored; the result shows all of them (a store of its own, --db, shows fewer).",
    ],
  ],
  [
    "other seeds than stored",
    { asked: ["7"], stored: ["1", "7"], ran: 1, resumed: 0 },
    [
      "1 seed was asked for; 2 are stored: the result shows all of them (a store of its own, --db, shows fewer).",
    ],
  ],
])("reports-1, annoyance 3: with %s", (_, { asked, stored, ran, resumed }, notes) => {
  expect(runNotes(seeds(...asked), seeds(...stored), { ran, resumed, stopped: null })).toEqual(notes);
});

test("a run that the budget stopped before it began does not call itself complete", () => {
  expect(runNotes(seeds("1"), seeds("1"), { ran: 0, resumed: 0, stopped })).toEqual([]);
});

test("reports-1 F5: a change of name is said, one name is not", () => {
  expect(nameNotes({ name: "after", formerNames: ["before"] })).toEqual([
    'This experiment is stored as "after" now, and was as "before" before; every name finds it.',
  ]);
  expect(nameNotes({ name: "after", formerNames: [] })).toEqual([]);
});

const answered = (...rows: readonly (readonly [string | null, string | null])[]) =>
  rows.map(([model, fingerprint]) => ({ model, fingerprint, calls: 2 }));

test.each([
  ["one model", answered(["m", "fp"]), false],
  ["nobody", [], false],
  ["one that does not always say its fingerprint", answered(["m", "fp"], ["m", null]), false],
  ["one that does not always say its name", answered(["m", "fp"], [null, "fp"]), false],
  ["two fingerprints", answered(["m", "a"], ["m", "b"]), true],
  ["two fingerprints without a name", answered([null, "a"], [null, "b"]), true],
  ["two models", answered(["m-1", null], ["m-2", null]), true],
])("reports-1 F2: where %s answered a warning is %s", (_, answeredBy, warned) => {
  expect(backendNotes(answeredBy, 1).length > 0).toBe(warned);
});

test("reports-1, smaller: a judge without a usable verdict is named at the end, out of how many checks", () => {
  const judge = { ...experimentOf().experiment.model, model: "some-judge" };
  const totals = { calls: 9, shared: 0, costUsd: 0, spentUsd: 0 };
  const notes = (unusable: number) =>
    judgeNotes(judge, { judge: { ...totals, checks: { all: 8, unusable } } });
  expect(notes(3)[0]).toContain("the judge some-judge gave no usable verdict on 3 of 8 checks");
  expect(notes(0)).toEqual([]);
  expect(judgeNotes(undefined, {})).toEqual([]);
});
