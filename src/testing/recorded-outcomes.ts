/** Reads the outcomes that other people recorded, by arm, and judges pairs of them by a second method. */
import { readFileSync } from "node:fs";
import type { PairedUnit } from "../core/pairs.ts";
import { type ArmRow, joinArms } from "../rows/join-arms.ts";
import { outcome } from "./paired-units.ts";
import { sharedData } from "./shared-data.ts";
import { zipEntries } from "./zip-entries.ts";

/** Outcomes of one arm by "scenario|seed"; the second method works on these and never sees a pair. */
export type Outcomes = ReadonlyMap<string, boolean>;

/** Outcomes of several arms by name. */
export type Arms = ReadonlyMap<string, Outcomes>;

/** Result of the second method on two arms. */
export interface SecondOpinion {
  readonly n: number;
  readonly b: number;
  readonly c: number;
  readonly both: number;
  /** Exact, two-sided. */
  readonly p: number;
  /** Mid-p in the direction of the lead. */
  readonly midP: number;
}

/** The pairs of two arms. The rows of one are turned round, so that pairing by position would pair the wrong items. */
export function recordedUnits(control: Outcomes, treatment: Outcomes): readonly PairedUnit[] {
  const rowsOf = (outcomes: Outcomes): readonly ArmRow[] =>
    [...outcomes].map(([key, passed]) => {
      const [scenario = "", seed = "1"] = key.split("|");
      return { scenario, seed, outcome: outcome(passed ? "pass" : "fail") };
    });
  return joinArms(rowsOf(control), [...rowsOf(treatment)].reverse());
}

/** Path of a file or folder of the recorded data; null where it is absent. */
export function recordedData(path: string): string | null {
  return sharedData(`data/${path}`);
}

function textOf(path: string): string {
  const full = recordedData(path);
  if (full === null) throw new Error(`the recorded data has no ${path}`);
  return readFileSync(full, "utf8");
}

/** Reads a JSON file of the recorded data. */
export function recordedJson(path: string): unknown {
  return JSON.parse(textOf(path));
}

/** The rows of a CSV file without quoted fields, by column name. */
function csvRows(path: string): readonly ReadonlyMap<string, string>[] {
  const [header = "", ...lines] = textOf(path).trim().split("\n");
  const columns = header.split(",");
  return lines.map((line) => new Map(line.split(",").map((field, i) => [columns[i] ?? "", field])));
}

function armsOf(rows: readonly (readonly [arm: string, key: string, passed: boolean])[]): Arms {
  const arms = new Map<string, Map<string, boolean>>();
  for (const [arm, key, passed] of rows) {
    const outcomes = arms.get(arm) ?? new Map<string, boolean>();
    if (outcomes.has(key)) throw new Error(`${arm} has two outcomes of ${key}`);
    arms.set(arm, outcomes.set(key, passed));
  }
  return arms;
}

/** Bash tasks: 32 arms by file system (`_fs_1` to `_fs_4`); task ids mean the same within one file system alone. */
export function intercodeArms(): Arms {
  return armsOf(
    csvRows("intercode/bash-outcomes.csv").map((row) => [
      (row.get("arm") ?? "").replace(/^bash\//, ""),
      `${row.get("task_id")}|1`,
      Number(row.get("max_reward")) === 1,
    ]),
  );
}

/** Game of 24: three ways to prompt, by item and sample. */
export function game24Arms(): Arms {
  return armsOf(
    csvRows("tree-of-thought/game24-outcomes.csv").map((row) => [
      row.get("arm") ?? "",
      `${row.get("item")}|${row.get("sample")}`,
      row.get("success") === "1",
    ]),
  );
}

function resolvedOf(resolved: readonly string[], items: Iterable<string>): Outcomes {
  const set = new Set(resolved);
  return new Map([...items].map((item) => [`${item}|1`, set.has(item)]));
}

/** SWE-bench lite: one agent and three repeats of another; an item that a run lists nowhere is a failure of that run. */
export function swebenchArms(): Arms {
  const names = [
    "20240402_sweagent_gpt4",
    "auto-code-rover-run-1",
    "auto-code-rover-run-2",
    "auto-code-rover-run-3",
  ];
  const reports = names.map(
    (name) =>
      recordedJson(`swebench-lite-docker/${name}/report.json`) as Readonly<
        Record<string, readonly string[]>
      > & { readonly resolved: readonly string[] },
  );
  const items = new Set(reports.flatMap((report) => Object.values(report).flat()));
  return new Map(names.map((name, i) => [name, resolvedOf(reports[i]?.resolved ?? [], items)]));
}

/** Three scaffolds on 500 items, those that no file names solved by nobody; or on the published subset of 100. */
export function vexpArms(subset = false): Arms {
  const names = ["openhands", "sonar", "livesweagent"];
  const resolved = names.map(
    (name) =>
      (
        recordedJson(`vexp-swe-bench/${name}-opus-4.5-resolved.json`) as {
          readonly resolvedIds: readonly string[];
        }
      ).resolvedIds,
  );
  const solved = [...new Set(resolved.flat())];
  const items = subset
    ? (recordedJson("vexp-swe-bench/subset-100-instance-ids.json") as readonly string[])
    : [...solved, ...Array.from({ length: 500 - solved.length }, (_, i) => `unsolved-${i}`)];
  return new Map(names.map((name, i) => [name, resolvedOf(resolved[i] ?? [], items)]));
}

interface Sample {
  readonly id: number;
  readonly epoch: number;
  readonly scores: { readonly match: { readonly value: string } };
}

/** Two models on ten items, five epochs each, from the logs as they were zipped. */
export function popularityArms(): Arms {
  return armsOf(
    ["claude-sonnet-4", "gpt-5"].flatMap((name) => {
      const path = recordedData(`inspect-logs/popularity-10x5/${name}.eval`);
      if (path === null) throw new Error(`the recorded data has no log of ${name}`);
      return [...zipEntries(path)]
        .filter(([entry]) => entry.startsWith("samples/"))
        .map(([, text]) => JSON.parse(text) as Sample)
        .map(({ id, epoch, scores }) => [name, `${id}|${epoch}`, scores.match.value === "C"] as const);
    }),
  );
}

/** Counts by set algebra on the passed ids, and p by Pascal's triangle in doubles. */
export function secondOpinion(control: Outcomes, treatment: Outcomes): SecondOpinion {
  const shared = [...control.keys()].filter((key) => treatment.has(key));
  const won = new Set(shared.filter((key) => treatment.get(key)));
  const had = new Set(shared.filter((key) => control.get(key)));
  const both = shared.filter((key) => won.has(key) && had.has(key)).length;
  const [b, c] = [won.size - both, had.size - both];
  let row = [1];
  for (let m = 0; m < b + c; m++)
    row = Array.from({ length: m + 2 }, (_, k) => ((row[k] ?? 0) + (row[k - 1] ?? 0)) / 2);
  const least = Math.min(b, c);
  const tail = row.slice(0, least + 1).reduce((total, mass) => total + mass, 0);
  const p = b === c ? 1 : Math.min(1, 2 * tail);
  return { b, c, both, n: shared.length, p, midP: tail - (row[least] ?? 0) / 2 };
}
