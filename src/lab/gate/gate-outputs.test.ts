/** Outputs of a gate in a workflow: annotations to the log, the summary to its file, and only formats it knows. */

import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sampleGate } from "../../testing/gate-builder.ts";
import { tempFolder } from "../../testing/temp-folder.ts";
import { deliver, requireFormats } from "./gate-outputs.ts";

test("in a workflow annotations go to the log and the decision is added to the job summary", async () => {
  using folder = tempFolder();
  const summary = folder.file("summary.md");
  writeFileSync(summary, "before\n");
  const notes: string[] = [];
  const console = {
    note: (line: string) => void notes.push(line),
    status: null,
    colour: false,
    width: 100,
    signal: new AbortController().signal,
  };
  const request = { output: [folder.file("out/gate.json")], db: folder.file("lab.duckdb"), console };
  const result = await deliver(sampleGate(), request, {
    GITHUB_ACTIONS: "true",
    GITHUB_STEP_SUMMARY: summary,
  });
  expect(result.exitCode).toBe(1);
  expect(notes.join("\n")).toMatch(/^::error title=harness-lab gate%3A regression::/);
  expect(readFileSync(summary, "utf8")).toMatch(/^before\n<!-- harness-lab-gate -->/);
  expect(JSON.parse(readFileSync(folder.file("out/gate.json"), "utf8"))).toEqual(sampleGate());

  notes.length = 0;
  await deliver(sampleGate(), { ...request, output: [] }, {});
  expect(notes).toEqual([]);
});

test("a path whose ending names no format is wrong use before anything is run", () => {
  expect(() => requireFormats(["gate.xml", "gate.pdf"])).toThrow("no gate output is called .pdf");
  expect(() => requireFormats(["gate.xml", "comment.md", "gate.json", "report.html"])).not.toThrow();
});
