/** Facts that a report shows about its graders. */

import { expect, test } from "vitest";
import { checkedJudge } from "../testing/checked-judge-builder.ts";
import { graderFacts } from "./grader-facts.ts";

const judge = { model: "judge-model", baseUrl: null, judgesItself: false };
const rubric = "The reply names both limits.";
const textOf = (facts: ReturnType<typeof graderFacts>) =>
  facts.map(([term, value]) => `${term}: ${[value].flat().join("; ")}`);

test("a report without judge and grading says nothing about them", () => {
  expect(graderFacts({})).toEqual([]);
});

test("the grading that is shown is named with the digests of its checks", () => {
  const digests = [{ scenario: "a/one", checksDigest: "0123456789abcdef", trials: 20 }];
  expect(textOf(graderFacts({ grading: { shown: "original", digests } }))[0]).toMatch(
    /stored with.*a\/one by checks 0123456789ab, 20 trials/,
  );
  expect(textOf(graderFacts({ grading: { shown: "latest", digests } }))[0]).toMatch(
    /^Grading shown: the newest/,
  );
});

test.each([
  [null, /never checked against labels/],
  [checkedJudge(), /may gate by 100 labels of labels\.jsonl \(sensitivity 98 %, specificity 100 %\)/],
  [
    checkedJudge({ qualified: false, reasons: ["35 labelled items, 50 needed"] }),
    /may not gate: 35 labelled items/,
  ],
])("the judge is named with what labels showed about it", (checked, text) => {
  const facts = graderFacts({ judge: { ...judge, rubrics: [{ rubric, scenarios: ["a/one"], checked }] } });
  expect(textOf(facts)[0]).toMatch(text);
});

test("a judge that is the model under the harness is said to be that", () => {
  const facts = graderFacts({ judge: { ...judge, judgesItself: true, rubrics: [] } });
  expect(textOf(facts)[0]).toContain("favour its own words");
});
