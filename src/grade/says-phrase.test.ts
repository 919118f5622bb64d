/** The table of what counts as saying a phrase. */

import { expect, test } from "vitest";
import { phraseText, saysPhrase, unsaid } from "./says-phrase.ts";

test.each([
  // digit grouping, both ways
  ["The limit is 6,000 a minute.", "6000"],
  ["The limit is 6 000 a minute.", "6000"],
  ["The limit is 6\u00a0000 a minute.", "6000"],
  ["The limit is 6\u202f000 a minute.", "6000"],
  ["The limit is 6'000 a minute.", "6000"],
  ["The limit is 6’000 a minute.", "6000"],
  ["The limit is 6_000 a minute.", "6000"],
  ["The limit is 6000 a minute.", "6,000"],
  ["The limit is 6000 a minute.", "6 000"],
  ["Total 1,234,567 rows", "1234567"],
  ["Total 1 234 567 rows", "1,234,567"],
  ["It costs $3,000.", "$3000"],
  ["It costs 3,000.50 in all", "3000.50"],
  ["One of 100 200", "100 200"],
  ["6,000 200 times", "6000"],
  ["limits 6,000, 200 and 300", "200"],
  // where a number may stand
  ["It is 3000.", "3000"],
  ["It is 3000, not more", "3000"],
  ["(3000)", "3000"],
  ["3000/min", "3000"],
  ["=3000;", "3000"],
  ["from 2000-3000", "3000"],
  ["ratio 1.5.", "1.5"],
  ["about -1.5 degrees", "-1.5"],
  ["about −1.5 degrees", "-1.5"],
  ["50% of it", "50"],
  ["at 09:30 sharp", "09:30"],
  ["on 2026-03-02", "2026-03-02"],
  ["**6,000** requests per minute", "6000 requests per minute"],
  ["`6000` requests", "6000 requests"],
  ["*Anna* leads", "anna leads"],
  ["_Anna_ leads", "Anna leads"],
  // words
  ["ANNA leads the launch", "anna"],
  ["The launch\n   owner is Anna", "launch owner is anna"],
  ["Anna's plan", "Anna"],
  ["Anna’s plan", "Anna's plan"],
  ["a well‑known fact", "well-known"],
  ["Ärger in Köln", "köln"],
  ["the file notes/a.md is new", "notes/a.md"],
  ["see c++ notes", "C++"],
  ["call foo_bar() now", "foo_bar"],
  ["mail ops@intra.example.", "ops@intra.example"],
  // patterns see the text as it is
  ["6,000", "/6,?000/"],
  ["Anna", "/anna/i"],
  ["a\nb", "/a.b/s"],
  ["version 12b", "/\\d+b/"],
])("%j says %j", (text, phrase) => {
  expect(saysPhrase(text, phrase)).toBe(true);
});

test.each([
  ["13000 of them", "3000"],
  ["30001 of them", "3000"],
  ["It is 3000.5", "3000"],
  ["It is 3000,5", "3000"],
  ["It is 3,000.5", "3000"],
  ["It is 13,000", "3000"],
  ["It is 3,000,000", "3000"],
  ["It is 3 000 000", "3000"],
  ["It is 6,000", "6"],
  ["It is 6 000", "6"],
  ["It is 6,000", "000"],
  ["ratio 11.5", "1.5"],
  ["ratio 1.55", "1.5"],
  ["ratio 1.5.2", "1.5"],
  ["ratio 2.1.5", "1.5"],
  ["ratio 1.5", "5"],
  ["ratio 1.5", "1"],
  ["10k rows", "10"],
  ["x3000", "3000"],
  ["id_3000", "3000"],
  ["Annabel leads", "Anna"],
  ["Joanna leads", "anna"],
  ["Ärger", "rger"],
  ["foo_bar", "foo"],
  ["Anna", "/anna/"],
  ["", "anything"],
  ["nothing to see", "**"],
  ["Anna and Ben", "Ben and Anna"],
])("%j does not say %j", (text, phrase) => {
  expect(saysPhrase(text, phrase)).toBe(false);
});

test("a list is said when any one of its members is", () => {
  expect(saysPhrase("It moved to 14 May.", ["May 14", "14 May"])).toBe(true);
  expect(saysPhrase("It moved to 15 May.", ["May 14", "14 May"])).toBe(false);
  expect(saysPhrase("5.5", ["5", "/^5\\.5$/"])).toBe(true);
});

test("what is not said is listed in order, and written for a reader", () => {
  expect(unsaid("a c", ["a", "b", ["x", "c"], ["y", "z"]])).toEqual(["b", ["y", "z"]]);
  expect(phraseText(["y", "z"])).toBe('"y" or "z"');
});
