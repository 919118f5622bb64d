/** Tests of holding checks to labels: what counts as agreement, and when a disagreement is an error. */

import { expect, test } from "vitest";
import { sampleScenario } from "../testing/sample-scenario.ts";
import { lintLabels } from "./lint-labels.ts";
import type { EndLabel } from "./read-end-labels.ts";

const LOADED = [sampleScenario()];

function labels(count: number): readonly EndLabel[] {
  return Array.from({ length: count }, (_, index) => ({
    scenario: "sample/units",
    label: "pass" as const,
    end: `reply ${index}`,
    why: "names both",
    file: "/scenarios/labels.jsonl",
    line: index + 1,
  }));
}

/** Judges the first ends of the list as given, and accepts the others. */
const judging =
  (...first: readonly (boolean | null)[]) =>
  async (_: unknown, ends: readonly unknown[]) =>
    ends.map((_end, index) => {
      const accepted = index < first.length ? (first[index] ?? null) : true;
      return { accepted, detail: accepted === false ? "no 3000" : null };
    });

test("nothing is said of a folder without labels", async () => {
  expect(await lintLabels([], LOADED, judging())).toBeNull();
});

test("full agreement gives no finding", async () => {
  expect(await lintLabels(labels(3), LOADED, judging())).toEqual({ rows: 3, agreeing: 3, findings: [] });
});

test.each([
  [50, "warning"],
  [49, "error"],
] as const)("one disagreement among %i rows is of severity %s", async (count, severity) => {
  const found = await lintLabels(labels(count), LOADED, judging(false));
  expect(found).toMatchObject({
    rows: count,
    agreeing: count - 1,
    findings: [{ severity, rule: "label-disagrees" }],
  });
});

test.each<[EndLabel["label"], boolean | null, string]>([
  [
    "pass",
    false,
    "is labelled pass (names both), but the checks refuse it: no 3000; correct the check, or the label",
  ],
  ["fail", true, "is labelled fail (names both), but every outcome check accepts it"],
  ["pass", null, "but no outcome check looks at anything that this end says"],
  ["fail", null, "but no outcome check looks at anything that this end says"],
])("a %s that the checks judge %s is a disagreement at its line", async (label, accepted, sentence) => {
  const rows = labels(1).map((row) => ({ ...row, label }));
  const found = await lintLabels(rows, LOADED, judging(accepted));
  expect(found?.findings).toMatchObject([
    { file: "/scenarios/labels.jsonl", message: expect.stringMatching(/^\/scenarios\/labels\.jsonl:1 /) },
  ]);
  expect(found?.findings[0]?.message).toContain(sentence);
});
