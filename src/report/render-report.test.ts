/** The extension chooses the format, and one that names none is the operator's error. */

import { expect, test } from "vitest";
import { LabError } from "../core/errors.ts";
import { hostileReport, sampleReport } from "../testing/report-builder.ts";
import { renderJson } from "./json.ts";
import { renderReport, requireReportFormats } from "./render-report.ts";

test.each([
  ["report.md", "# Five flags"],
  ["deep/folder/REPORT.HTML", "<!doctype html>"],
  ["report.json", '{\n  "format": "harness-lab-report/1"'],
  ["table.csv", "comparison,model"],
  ["table.tex", "% Experiment"],
  ["junit.xml", "<?xml"],
  ["methods.tex", "% Experiment"],
  ["forest.svg", "<svg"],
])("%s starts with %s", async (file, start) => {
  const content = await renderReport(sampleReport(), file);
  expect(content.slice(0, start.length)).toBe(start);
});

test.each(["report.docx", "report"])("%s is refused, naming the formats", async (file) => {
  const error = await renderReport(sampleReport(), file).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(LabError);
  expect(error).toMatchObject({ code: "unknown-report-format", where: file, exitCode: 2 });
  expect((error as LabError).remedy).toContain(".html");
  expect(() => requireReportFormats(["report.md", file])).toThrow(LabError);
});

test("JSON gives the document back and is safe to print", () => {
  expect(JSON.parse(renderJson(sampleReport()))).toEqual(JSON.parse(JSON.stringify(sampleReport())));
  const text = renderJson(hostileReport());
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(hostileReport())));
  expect(
    [...text].filter((character) => /[\p{Cc}\p{Bidi_Control}]/u.test(character) && character !== "\n"),
  ).toEqual([]);
});
