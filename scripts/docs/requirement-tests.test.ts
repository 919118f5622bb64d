/** Every requirement of the eleven layers is cited by a test, or listed with the reason why it cannot be. */

import { expect, test } from "vitest";
import { idOf, idsIn, testsByRequirement } from "./requirement-tests.ts";
import { requirements } from "./requirement-texts.ts";
import { UNTESTED } from "./untested.ts";

const OF_THE_LAYERS = Array.from({ length: 124 }, (_, index) => idOf("A", index + 1));

test("A-001..A-124: each has a test or a reason, and none has both", () => {
  const tests = testsByRequirement();
  const uncited = OF_THE_LAYERS.filter((id) => !tests.has(id));
  expect(uncited).toEqual(Object.keys(UNTESTED).sort());
});

test("a reason is given for requirements that exist", () => {
  for (const id of Object.keys(UNTESTED)) expect(requirements.get(id)).toBeDefined();
});

test.each([
  ["(O-001, O-003)", ["O-001", "O-003"]],
  ["O-011..O-013", ["O-011", "O-012", "O-013"]],
  ["L-001..L-002 and O-049", ["L-001", "L-002", "O-049"]],
  ["A-001..A-124", []],
  ["A-12, XA-123, A-1234", []],
])("reads %j", (text, ids) => {
  expect(idsIn(text)).toEqual(ids);
});
