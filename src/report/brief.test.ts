/** Proves what the first screen shows, that it fits, and that it speaks of mechanisms where a simulated model answered. */

import { expect, test } from "vitest";
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
