/** Proves what the terminal shows, how wide it is, and that no text can act on it. */

import { expect, test } from "vitest";
import { hostileReport, sampleReport } from "../testing/report-builder.ts";
import { renderTerminal } from "./terminal.ts";

test.each([140, 80])("at %d columns it is the golden one and no line is longer", async (width) => {
  const text = renderTerminal(sampleReport(), { colour: false, width, verbose: true });
  await expect(text).toMatchFileSnapshot(`__golden__/terminal-${width}.txt`);
  expect(text.split("\n").filter((line) => line.length > width)).toEqual([]);
});

test("one verdict per flag comes first, before any table", () => {
  const lines = renderTerminal(sampleReport(), { colour: false, width: 400, verbose: true }).split("\n");
  const verdicts = lines.filter((line) => /^AUDIT_\w+: /.test(line));
  expect(verdicts).toHaveLength(5);
  expect(lines.findIndex((line) => line.startsWith("comparison "))).toBeGreaterThan(
    lines.findLastIndex((line) => /^AUDIT_\w+: /.test(line)),
  );
});

test("an unknown cost is the word", () => {
  const text = renderTerminal(sampleReport(), { colour: false, width: 160, verbose: true });
  const row = text.split("\n").find((line) => line.startsWith("AUDIT_SEMANTIC_COMPACTION  "));
  expect(row).toContain("unknown");
});

test("colour changes nothing but the colour codes", () => {
  const coloured = renderTerminal(sampleReport(), { colour: true, width: 140, verbose: true });
  const codes = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, "g");
  expect(coloured.match(codes)?.length).toBeGreaterThan(10);
  expect(coloured.replace(codes, "")).toBe(
    renderTerminal(sampleReport(), { colour: false, width: 140, verbose: true }),
  );
});

test("hostile text brings no control character", () => {
  const text = renderTerminal(hostileReport(), { colour: false, width: 100, verbose: true });
  expect(
    [...text].filter((character) => /[\p{Cc}\p{Bidi_Control}]/u.test(character) && character !== "\n"),
  ).toEqual([]);
});

test("a report without comparisons says so", () => {
  expect(renderTerminal(sampleReport({ sections: [] }), { colour: false, width: 80 })).toContain(
    "No comparison was run.",
  );
});
