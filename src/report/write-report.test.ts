/** Proves that the extension chooses the format and that a bad path is the operator's error. */

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { LabError } from "../core/errors.ts";
import { hostileReport, sampleReport } from "../testing/report-builder.ts";
import { renderJson } from "./json.ts";
import { writeReport } from "./write-report.ts";

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "report-"));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

test.each([
  ["report.md", "# Five flags"],
  ["deep/folder/REPORT.HTML", "<!doctype html>"],
  ["report.json", '{\n  "format": "harness-lab-report/1"'],
  ["table.csv", "comparison,model"],
  ["table.tex", "% Experiment"],
  ["junit.xml", "<?xml"],
])("%s starts with %s", async (name, start) => {
  const file = join(await folder(), name);
  await writeReport(sampleReport(), file);
  expect((await readFile(file, "utf8")).slice(0, start.length)).toBe(start);
});

test.each(["report.pdf", "report"])(
  "%s is refused, naming the formats, before anything is written",
  async (name) => {
    const file = join(await folder(), name);
    const error = await writeReport(sampleReport(), file).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LabError);
    expect(error).toMatchObject({ code: "unknown-report-format", where: file, exitCode: 2 });
    expect((error as LabError).remedy).toContain(".html");
    await expect(readFile(file)).rejects.toThrow("ENOENT");
  },
);

test("a path that cannot be written is named", async () => {
  const file = join(await folder(), "taken");
  await writeFile(file, "");
  await expect(writeReport(sampleReport(), join(file, "report.md"))).rejects.toMatchObject({
    code: "unwritable-report",
    where: join(file, "report.md"),
  });
});

test("JSON gives the document back and is safe to print", () => {
  expect(JSON.parse(renderJson(sampleReport()))).toEqual(JSON.parse(JSON.stringify(sampleReport())));
  const text = renderJson(hostileReport());
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(hostileReport())));
  expect(
    [...text].filter((character) => /[\p{Cc}\p{Bidi_Control}]/u.test(character) && character !== "\n"),
  ).toEqual([]);
});
