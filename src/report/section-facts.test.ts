/** Evidence of a section: nothing twice. */

import { expect, test } from "vitest";
import { reasonText } from "./section-facts.ts";

test("reports-1, annoyance 7: a reason that repeats its claim is left out, any other stands", () => {
  const item = { id: "M3", claim: "requests are byte-identical", answer: "yes" } as const;
  expect(reasonText({ ...item, findings: ["requests are byte-identical"] })).toBe("");
  expect(reasonText({ ...item, findings: ["they differ in 2 of 6 pairs"] })).toBe(
    "they differ in 2 of 6 pairs",
  );
});
