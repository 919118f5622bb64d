/** The totals of a report: what was counted, out of how many. */

import { expect, test } from "vitest";
import { sampleReport } from "../testing/report-builder.ts";
import { totalFacts } from "./basis-facts.ts";

test.each([
  [[], "none of 405"],
  [
    [
      { arm: "on", replies: 3 },
      { arm: "off", replies: 1 },
    ],
    "4 of 405: on 3, off 1",
  ],
])("reports-1, smaller: cut replies are counted with their denominator and by arm", (cutReplies, words) => {
  const { totals, ...report } = sampleReport();
  const facts = new Map(totalFacts({ ...report, totals: { ...totals, cutReplies } }));
  expect(facts.get("Replies cut at a token limit")).toBe(words);
});

test("where nobody recorded how replies ended, none is said to be whole", () => {
  expect(totalFacts(sampleReport()).map(([term]) => term)).not.toContain("Replies cut at a token limit");
});
