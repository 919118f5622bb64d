/** Outputs of a command without a result: every one has the reason, and none keeps an earlier outcome. */

import { existsSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import type { NoResult } from "../core/no-result.ts";
import { deliver } from "../lab/gate/gate-outputs.ts";
import { writeReports } from "../lab/reporting/report.ts";
import { sampleGate } from "../testing/gate-builder.ts";
import { sampleReport } from "../testing/report-builder.ts";
import { command } from "../testing/run-command.ts";
import { FREEZE_TALK as FREEZE } from "../testing/talks.ts";
import { type TempFolder, tempFolder } from "../testing/temp-folder.ts";

const FLAG = "AUDIT_SEMANTIC_CONTRADICTION";
const PLANTED = ["--candidate", `${FLAG}=0`, "--scenarios", FREEZE];

const read = (file: string) => readFileSync(file, "utf8");
const quiet = { note: () => undefined, status: null, colour: false, width: 100 };

/** Outputs of a gate that passed earlier. */
async function passedGate(folder: TempFolder): Promise<Record<"md" | "xml" | "json", string>> {
  const files = { md: folder.file("c.md"), xml: folder.file("c.xml"), json: folder.file("c.json") };
  const passed = sampleGate({ outcome: "pass", exitCode: 0, reasons: ["no regression shown"] });
  const console = { ...quiet, signal: new AbortController().signal };
  await deliver(passed, { output: Object.values(files), db: folder.file("l"), console }, {});
  for (const file of Object.values(files)) expect(read(file)).toContain("no regression shown");
  return files;
}

/** Every output gives the outcome and the reason, and nothing of what it said before. */
function expectNoResult(files: readonly string[], code: number, reason: string | RegExp): void {
  for (const file of files) {
    const text = read(file);
    expect(text, file).not.toContain("no regression shown");
    expect(text.replaceAll(/\\|\u2060/g, ""), file).toMatch(reason);
    if (file.endsWith(".xml")) expect(text).toMatch(/errors="1"[\s\S]*<error /);
    if (file.endsWith(".json"))
      expect(JSON.parse(text)).toMatchObject({ format: "harness-lab-no-result/1", exitCode: code });
  }
}

test.each([
  ["a base that is not there", ["--baseline", "nope"], 2, /no baseline has this name/],
  ["two bases", ["--baseline", "nope", "--checkout", "."], 2, /both named as the base/],
  ["an option that cannot be parsed", [...PLANTED, "--max-seeds", "much"], 2, /max-seeds/],
  ["an option that does not exist", [...PLANTED, "--baselin", "x"], 2, /baselin/],
  ["an output of no known format", [...PLANTED, "-o", "gate.pdf"], 2, /\.pdf/],
  ["an unknown scenario", ["--candidate", `${FLAG}=0`, "--scenarios", "no/such"], 2, /no.such/],
  ["a gate that could never decide", [...PLANTED, "--statistical", "--max-seeds", "10"], 2, /needs 29 pairs/],
  ["a store that is none", [...PLANTED, "--seeds", "1", "--db", "README.md"], 2, /README/],
])("reports-1 F4: a gate ended by %s leaves no earlier outcome behind", async (_, args, code, reason) => {
  using folder = tempFolder();
  const files = Object.values(await passedGate(folder));
  const there = args.map((arg) => (arg === "gate.pdf" ? folder.file(arg) : arg));
  const ran = await command(["gate", "--db", folder.file("l"), ...there, "-o", ...files]);
  expect(ran.code, ran.err).toBe(code);
  expectNoResult(files, code, reason);
});

test("reports-1 F4: a base that does not fit (4) is told in every output", async () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  await command(["ablate", FLAG, "--scenarios", FREEZE, "--seeds", "1", "--db", db]);
  await command(["baseline", "save", "main", "--db", db]);
  const files = Object.values(await passedGate(folder));
  const page = folder.file("out/gate.html");
  const ran = await command(["gate", "--db", db, "--temperature", "0.5", "-o", ...files, page]);
  expect(ran.code).toBe(4);
  expectNoResult([...files, page], 4, /temperature was null, now 0\.5/);
});

test("reports-1 F4: outputs say that a gate is at work until it ends, and Ctrl-C is an outcome of its own", async () => {
  using folder = tempFolder();
  const files = await passedGate(folder);
  const all = Object.values(files);
  const args = [...PLANTED, "--seeds", "200", "-j", "1", "--db", folder.file("lab.duckdb")];
  const running = command(["gate", ...args, "--json", "-o", ...all]);
  while (!read(files.json).includes("still at work")) await wait(5);
  expectNoResult(all, 4, /it is still at work, or it was killed/);
  process.emit("SIGINT");
  const ran = await running;
  expect(ran.code).toBe(4);
  expectNoResult(all, 4, /interrupted: finished blocks are stored/);
  expect(JSON.parse(ran.out)).toMatchObject({ command: "gate", outcome: "interrupted", exitCode: 4 });
});

test("reports-1 F4: a dry run says that nothing was run", async () => {
  using folder = tempFolder();
  const { md, json, xml } = await passedGate(folder);
  const ran = await command(["gate", ...PLANTED, "--dry-run", "--db", folder.file("l"), "-o", md, json, xml]);
  expect(ran.code).toBe(0);
  expect(JSON.parse(read(json))).toMatchObject({ outcome: "not-run", exitCode: 0 });
  expect(read(md)).not.toContain("no regression shown");
  expect(read(xml)).toMatch(/<skipped message="nothing was run"/);
});

test("reports-1 F4: a report or comparison that cannot be made replaces the earlier one in each format", async () => {
  using folder = tempFolder();
  const files = ["md", "html", "json", "xml", "csv", "tex"].map((kind) => folder.file(`report.${kind}`));
  for (const args of [
    ["report", "nope", "--db", folder.file("none.duckdb")],
    ["compare", folder.file("none.csv"), "--control", "a"],
    ["compare", folder.file("none.csv"), "--alpha", "high"],
  ]) {
    await writeReports(sampleReport(), files);
    const ran = await command([...args, "-o", ...files]);
    expect(ran.code, ran.err).toBe(2);
    for (const file of files) {
      expect(read(file), file).not.toMatch(/demonstrated|Five flags/);
      expect(read(file), file).toMatch(/none|alpha/);
    }
    expect(JSON.parse(read(folder.file("report.json")))).toMatchObject({ command: args[0], exitCode: 2 });
  }
});

test("an error never overwrites an input or somebody else's file, and an output that is an input is refused", async () => {
  using folder = tempFolder();
  const rows = folder.file("rows.csv");
  const table = "arm,scenario,seed,success\n";
  writeFileSync(rows, table);
  const notes = folder.file("notes.md");
  writeFileSync(notes, "my notes\n");
  // The rows are swallowed by -o, so that the command lacks its argument.
  expect((await command(["compare", "-o", notes, rows])).code).toBe(2);
  const [link, twin] = [folder.file("link.csv"), folder.file("twin.csv")];
  symlinkSync(rows, link);
  linkSync(rows, twin);
  for (const [input, output] of [
    [rows, rows],
    [rows, link],
    [link, rows],
    [rows, twin],
    [twin, link],
  ] as const)
    expect((await command(["compare", input, "-o", output])).err).toContain("would be overwritten");
  const base = folder.file("base.json");
  writeFileSync(base, '{"format":"harness-lab-baseline/1"}');
  expect((await command(["gate", "--baseline", "x", "-o", base, "--db", folder.file("l")])).code).toBe(2);
  expect([read(rows), read(notes), read(base)]).toEqual([
    table,
    "my notes\n",
    '{"format":"harness-lab-baseline/1"}',
  ]);
});

test("a failed export or baseline leaves the data of the last one whole and says so", async () => {
  using folder = tempFolder();
  const data = folder.file("rows.csv");
  writeFileSync(data, "arm,scenario\n");
  const db = folder.file("none.duckdb");
  const exported = await command(["export", "nope", "--artifact", data, "--db", db]);
  expect([exported.code, read(data)]).toEqual([2, "arm,scenario\n"]);
  expect(exported.err).toContain(`left:     ${data}, as it was before this command`);
  const saved = await command(["baseline", "save", "main", "nope", "-o", data, "--db", db]);
  expect([saved.code, read(data)]).toEqual([2, "arm,scenario\n"]);
});

test.each([
  [["gate", "--baseline", "nope"], "wrong-use", /no baseline/],
  [["gate", "--max-seeds", "x"], "wrong-use", /max-seeds/],
  [["ablate", "AUDIT_NOTHING"], "wrong-use", /AUDIT_NOTHING/],
  [["ablate"], "wrong-use", /missing required argument/],
  [["report", "nope"], "wrong-use", /no store/],
  [["trials", "--limit", "few"], "wrong-use", /whole number/],
  [["export", "nope"], "wrong-use", /artifact/],
  [["ablat"], "wrong-use", /unknown command/],
  [["compare", "none.csv"], "wrong-use", /none\.csv/],
])("%j with --json prints a JSON document on standard output", async (args, outcome, reason) => {
  using folder = tempFolder();
  const db = ["compare", "ablat"].includes(args[0] ?? "") ? [] : ["--db", folder.file("none.duckdb")];
  const ran = await command([...args, ...db, "--json"]);
  const end = JSON.parse(ran.out) as NoResult;
  expect(end).toMatchObject({ command: args[0], outcome, exitCode: ran.code });
  expect(end.reason).toMatch(reason);
  expect(ran.err).toMatch(reason);
});

test("reports-1 F4: the job summary and the annotations of a workflow tell a gate that did not run", async () => {
  using folder = tempFolder();
  const summary = folder.file("summary.md");
  writeFileSync(summary, "before\n");
  const gate = ["gate", "--baseline", "nope", "--db", folder.file("l")];
  const ran = await inWorkflow(summary, gate);
  expect(ran.code).toBe(2);
  expect(read(summary)).toMatch(/^before\n<!-- harness-lab-gate -->\n\n### harness-lab gate: not run/);
  expect(ran.err).toMatch(/^::error title=harness-lab gate%3A not run.*no baseline/m);
});

test("reports-1 F6: a job summary that cannot be written is a warning, and the outcome stands", async () => {
  using folder = tempFolder();
  mkdirSync(folder.file("folder"));
  const db = folder.file("lab.duckdb");
  for (const summary of ["/nonexistent/x", folder.file("folder")]) {
    const ran = await inWorkflow(summary, ["gate", ...PLANTED, "--seeds", "1", "--db", db]);
    expect(ran.code, ran.err).toBe(1);
    expect(ran.err).toContain("::warning title=harness-lab%3A no job summary::");
    expect(ran.err).toContain(summary.replaceAll(":", "%3A"));
  }
});

test("an output that cannot be written stops a gate before anything is run, and names the path", async () => {
  using folder = tempFolder();
  writeFileSync(folder.file("taken"), "");
  const wrong = `${folder.file("taken")}/c.md`;
  const right = folder.file("c.json");
  const ran = await command(["gate", ...PLANTED, "--db", folder.file("l"), "-o", right, wrong]);
  expect(ran.code).toBe(2);
  expect(ran.err).toContain(wrong);
  expect(existsSync(folder.file("l"))).toBe(false);
  expect(JSON.parse(read(right))).toMatchObject({ outcome: "wrong-use", code: "unwritable-output" });
});

test("of several reports the writable ones are written although one is not", async () => {
  using folder = tempFolder();
  writeFileSync(folder.file("taken"), "");
  const files = [`${folder.file("taken")}/x.md`, folder.file("ok.md")];
  await expect(writeReports(sampleReport(), files)).rejects.toMatchObject({
    code: "undelivered-output",
    where: files[0],
    exitCode: 2,
  });
  expect(read(folder.file("ok.md"))).toContain("Five flags");
});

async function inWorkflow(summary: string, args: readonly string[]) {
  const before = { ...process.env };
  Object.assign(process.env, { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary });
  try {
    return await command(args);
  } finally {
    for (const name of ["GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY"])
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
  }
}
