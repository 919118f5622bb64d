/** Proves what the first screen shows, that it fits, and that it speaks of mechanisms where a simulated model answered. */

import { expect, test } from "vitest";
import { comparisonOf, pairsOf } from "../testing/paired-units.ts";
import { hostileReport, sampleReport } from "../testing/report-builder.ts";
import { renderTerminal } from "./terminal.ts";

const brief = (width: number, document = sampleReport()) =>
  renderTerminal(document, { colour: false, width });

test.each([140, 100, 60, 40])("at %d columns no line is longer", (width) => {
  for (const document of [sampleReport(), hostileReport()])
    expect(
      brief(width, document)
        .split("\n")
        .filter((line) => line.length > width),
    ).toEqual([]);
});

test("at 100 columns it is the golden one", async () => {
  await expect(brief(100)).toMatchFileSnapshot("__golden__/terminal-brief.txt");
});

test("on a real model each comparison opens with keep, cut or undecided, before any p", () => {
  const text = brief(400);
  for (const line of text.split("\n").filter((one) => one.includes("exact p")))
    expect(line).toMatch(/^ {2}(Keep|Cut|Undecided)/);
  expect(text.match(/^ {2}(Keep|Cut|Undecided)/gm)).toHaveLength(sampleReport().sections.length);
});

test("colour changes nothing but the colour codes", () => {
  const coloured = renderTerminal(sampleReport(), { colour: true, width: 140 });
  const codes = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, "g");
  expect(coloured.match(codes)?.length).toBeGreaterThan(5);
  expect(coloured.replace(codes, "")).toBe(brief(140));
});

test.each([true, false])(
  "a flag that hurts its control scenarios says so and is not kept (simulated: %s)",
  (simulated) => {
    const sample = sampleReport();
    const controls = comparisonOf(pairsOf({ worse: 8, both: 4 }), {
      over: "controls",
      simulated,
      planned: 12,
    });
    const kept = sample.sections.find(({ comparison }) => comparison.recommendation?.action === "keep");
    if (!kept) throw new Error("the sample keeps a flag");
    const comparison = simulated ? { ...kept.comparison, recommendation: null } : kept.comparison;
    const shown = (spoilt: boolean, verbose: boolean) =>
      renderTerminal(
        { ...sample, sections: [{ ...kept, comparison, controls: spoilt ? controls : null }] },
        { colour: false, width: 400, verbose },
      );
    for (const verbose of [true, false])
      expect(shown(true, verbose)).toMatch(/Control scenarios: .*0 better, 8 worse of 12 pairs/);
    expect(shown(false, false)).not.toContain("Control scenarios:");
    if (simulated) return;
    expect(shown(false, false)).toContain("Keep.");
    expect(shown(true, false)).not.toContain("Keep.");
    expect(shown(true, false)).toContain("Undecided: it makes a difference on control scenarios");
  },
);
