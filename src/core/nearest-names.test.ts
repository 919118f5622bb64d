/** Tests of the name suggestions. */

import { expect, test } from "vitest";
import { didYouMean, nearestNames } from "./nearest-names.ts";

const FLAG_NAMES = ["AUDIT_SEMANTIC_CONTRADICTION", "AUDIT_SEMANTIC_COMPACTION", "AUDIT_STEERING"];

test.each([
  ["AUDIT_SEMANTIC_CONTRADITION", ["AUDIT_SEMANTIC_CONTRADICTION"]],
  ["audit_steering", ["AUDIT_STEERING"]],
  ["STEERING", ["AUDIT_STEERING"]],
  ["completely-else", []],
])("suggests for %s the names %j", (name, expected) => {
  expect(nearestNames(name, FLAG_NAMES)).toEqual(expect.arrayContaining(expected));
  if (expected.length === 0) expect(nearestNames(name, FLAG_NAMES)).toEqual([]);
  else expect(nearestNames(name, FLAG_NAMES)[0]).toBe(expected[0]);
});

test("counts swapped neighbours as one edit and gives at most three names, nearest first", () => {
  expect(nearestNames("syas", ["says", "sys", "days", "ways", "stays"])).toEqual(["says", "sys", "days"]);
});

test("words the suggestion as a question, and says nothing when nothing is near", () => {
  expect(didYouMean("usr", ["user"])).toBe('did you mean "user"?');
  expect(didYouMean("sees", ["seen", "see"])).toBe('did you mean "see" or "seen"?');
  expect(didYouMean("zzzzzz", ["user"])).toBeUndefined();
});
