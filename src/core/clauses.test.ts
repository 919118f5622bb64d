/** Clauses become text by their tag, whatever words they hold. */
import { expect, test } from "vitest";
import { clausesWith, clauseText } from "./clauses.ts";
import type { Clause } from "./verdict.ts";

const clauses: readonly Clause[] = [
  { tag: "rates", text: "9/10 vs 8/10" },
  { tag: "test", text: "exact p 1.00" },
  { tag: "cost", text: "cost unknown" },
  { tag: "label", text: "Underpowered. Really." },
  { tag: "calibration", text: "The noise floor is not calibrated." },
];

test("figures share one sentence, every other clause is one of its own", () => {
  expect(clauseText(clauses)).toBe(
    "9/10 vs 8/10; exact p 1.00; cost unknown. Underpowered. Really. The noise floor is not calibrated.",
  );
  expect(clauseText([])).toBe("");
  expect(clauseText(clauses.slice(3))).toBe("Underpowered. Really. The noise floor is not calibrated.");
});

test("a reader chooses clauses by tag and keeps their order", () => {
  expect(clausesWith(clauses, ["label", "rates"]).map(({ tag }) => tag)).toEqual(["rates", "label"]);
});
