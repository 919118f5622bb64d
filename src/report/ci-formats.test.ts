/** Proves the machine formats: JUnit XML, workflow annotations, CSV and TeX, with hostile text in each. */

import { expect, test } from "vitest";
import { compare } from "../analyse/compare.ts";
import type { ReportDocument } from "../core/report-document.ts";
import type { Label } from "../core/verdict.ts";
import { HOSTILE_TEXT } from "../testing/hostile-text.ts";
import { pairsOf, planOf } from "../testing/paired-units.ts";
import { hostileReport, sampleReport } from "../testing/report-builder.ts";
import { renderAnnotations } from "./annotations.ts";
import { renderJunit, xmlText } from "./junit.ts";
import { renderTable, texText } from "./paper-table.ts";

function labelled(label: Label): ReportDocument {
  const [section] = sampleReport().sections;
  if (section === undefined) throw new Error("the sample has sections");
  const { comparison } = section;
  const changed = { ...comparison, verdict: { ...comparison.verdict, label } };
  return sampleReport({ sections: [{ ...section, comparison: changed }] });
}

/** Cells of one CSV line, by the quoting rule of RFC 4180. */
function cells(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? "",
  );
}

test.each([
  ["junit.xml", renderJunit],
  ["annotations.txt", renderAnnotations],
  ["table.csv", (document: ReportDocument) => renderTable(document, "csv")],
  ["table.tex", (document: ReportDocument) => renderTable(document, "tex")],
])("%s is the golden one", async (file, render) => {
  await expect(render(sampleReport())).toMatchFileSnapshot(`__golden__/${file}`);
});

test.each([
  ["harmful", 'failures="1" errors="0" skipped="0"'],
  ["invalid", 'failures="0" errors="1" skipped="0"'],
  ["inert", 'failures="0" errors="0" skipped="1"'],
  ["underpowered", 'failures="0" errors="0" skipped="1"'],
  ["demonstrated", 'failures="0" errors="0" skipped="0"'],
] as const)("JUnit counts a verdict of %s", (label, counts) => {
  expect(renderJunit(labelled(label)).split("\n")[1]).toContain(counts);
});

test("where only the billed price is known, JUnit and the table name its ratio", () => {
  const [section] = sampleReport().sections;
  if (section === undefined) throw new Error("the sample has sections");
  const bill = (usd: number) => (place: number) => ({ costUsd: usd + (place % 3) / 10 });
  const comparison = compare(pairsOf({ both: 9, control: bill(1), treatment: bill(2.1) }), planOf());
  const document = sampleReport({ sections: [{ ...section, comparison }] });
  expect(renderJunit(document)).toContain('name="cost ratio" value="x2.00 (');
  const [head = "", row = ""] = renderTable(document, "csv").split("\n");
  expect(Number(cells(row)[cells(head).indexOf("cost_ratio")])).toBeCloseTo(2, 9);
});

test("an empty run is an error in JUnit and in the annotations", () => {
  expect(renderJunit(sampleReport({ sections: [] }))).toContain('tests="1" failures="0" errors="1"');
  expect(renderAnnotations(sampleReport({ sections: [] }))).toMatch(/^::error .*no comparison was run/);
});

test("JUnit keeps hostile text inside its attributes and elements", () => {
  const xml = renderJunit(hostileReport());
  const tags = new Set([...xml.matchAll(/<\/?([^\s>/]+)/g)].map(([, tag]) => tag));
  expect([...tags].toSorted()).toEqual([
    "?xml",
    "error",
    "properties",
    "property",
    "skipped",
    "system-out",
    "testcase",
    "testsuite",
    "testsuites",
  ]);
  const open = [...xml.matchAll(/<([a-z-]+)(?:\s[\w-]+="[^"<]*")*\s*(\/?)>|<\/([a-z-]+)>/g)];
  expect(open).toHaveLength((xml.match(/</g) ?? []).length - 1);
  const depth: string[] = [];
  for (const [, start, empty, end] of open)
    if (end !== undefined) expect(depth.pop()).toBe(end);
    else if (empty === "") depth.push(start ?? "");
  expect(depth).toEqual([]);
  expect(xml.includes("]]>")).toBe(false);
  expect(xmlText("\u0000\ufffe")).toBe("\ufffd\ufffd");
});

test("no hostile line starts a workflow command of its own", () => {
  const lines = renderAnnotations(hostileReport()).split("\n").slice(0, -1);
  expect(lines).toHaveLength(6);
  for (const line of lines) {
    expect(line).toMatch(/^::(error|warning|notice) title=[^:,]*::/);
    expect(line).not.toMatch(/%0A/);
  }
});

test("harm and broken runs are errors and come first", () => {
  expect(renderAnnotations(labelled("harmful"))).toMatch(
    /^::error title=AUDIT_SEMANTIC_CONTRADICTION%3A harmful/,
  );
  expect(renderAnnotations(sampleReport())).toMatch(/^::warning title=AUDIT_SEMANTIC_COMPACTION/);
});

test("CSV keeps full precision, marks what is unknown and never writes 0 for it", () => {
  const [head = "", ...rows] = renderTable(sampleReport(), "csv").trimEnd().split("\n");
  const last = Object.fromEntries(
    cells(head).map((name, column) => [name, cells(rows.at(-1) ?? "")[column]]),
  );
  expect(last).toMatchObject({
    comparison: "AUDIT_SEMANTIC_COMPACTION",
    n: "10",
    b: "0",
    c: "6",
    p: "0.03125",
    p_adjusted: "0.125",
    label_basis: "NA",
    cost_ratio: "NA",
    token_ratio: String(96200 / 120400),
    cost_as_if_model: "gpt-5-mini",
  });
});

test("no hostile CSV cell is a formula, and every row keeps its columns", () => {
  const lines = renderTable(hostileReport(), "csv").trimEnd().split("\n");
  const rows = lines.slice(1).map(cells);
  expect(new Set(rows.map((row) => row.length))).toEqual(new Set([cells(lines[0] ?? "").length]));
  const texts = rows.flat().filter((cell) => !/^-?\d/.test(cell));
  expect(texts.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
});

test("TeX commands in text are set, not run", () => {
  const commands = new Set(texText(HOSTILE_TEXT).match(/\\[a-z]+/g));
  expect([...commands].toSorted()).toEqual([
    "\\textasciitilde",
    "\\textbackslash",
    "\\textbar",
    "\\textgreater",
    "\\textless",
    "\\textquotedbl",
  ]);
  const rows = renderTable(hostileReport(), "tex")
    .split("\n")
    .filter((line) => line.endsWith(" \\\\"));
  expect(new Set(rows.map((row) => row.replace(/\\&/g, "").split("&").length))).toEqual(new Set([11]));
});
