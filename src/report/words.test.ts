/** Division of the sentence of a verdict, whatever words its clauses hold. */
import { expect, test } from "vitest";
import { sampleReport } from "../testing/report-builder.ts";
import { borrowedPrice, splitSentence } from "./words.ts";

test("what came out and what it claims are read first, reservations after, and what is listed apart not again", () => {
  for (const { comparison } of sampleReport().sections) {
    const { verdict } = comparison;
    const [first, rest] = splitSentence(verdict);
    for (const { tag, text } of verdict.clauses) {
      const shown = text.replace(/[.]$/, "");
      if (["test", "cost", "label"].includes(tag)) expect(first).toContain(shown);
      else if (["scope", "simulated", "calibration"].includes(tag)) expect(first + rest).not.toContain(shown);
      else if (tag !== "rates") expect(rest).toContain(shown);
    }
  }
});

test("a copy-editor who changes words changes no division (house-1, 1.1)", () => {
  const [section] = sampleReport().sections;
  if (section === undefined) throw new Error("the sample has a section");
  const { verdict } = section.comparison;
  const reworded = {
    ...verdict,
    clauses: verdict.clauses.map(({ tag }) => ({ tag, text: `Said anew about ${tag}. Twice.` })),
  };
  expect(splitSentence(reworded)[0]).toContain("Said anew about label. Twice.");
  expect(splitSentence(reworded).join(" ")).not.toContain("calibration");
});

test("models of one name with one price list have one price note (issue 9, item 2)", () => {
  const { experiment, ...document } = sampleReport();
  const arms = [0, 1].map((temperature) => ({
    ...(experiment.arms[0] as (typeof experiment.arms)[number]),
    model: { ...experiment.model, temperature, priceLike: "gpt-5-mini" },
  }));
  expect(borrowedPrice({ ...document, experiment: { ...experiment, arms } })).toBe(
    `${experiment.model.model} as if priced like gpt-5-mini`,
  );
});
