/** Decides which column of somebody else's rows is what: said by the user, or assumed from its usual names. */

import { LabError } from "../core/errors.ts";
import { didYouMean } from "../core/nearest-names.ts";
import type { ImportedColumn } from "../core/report-document.ts";
import { plainName } from "./plain-name.ts";

/** Facts that rows may hold, each with the usual names of its column; the first name is the one we write. */
const FIELDS = {
  arm: ["arm", "variant", "condition", "configuration", "config", "system"],
  scenario: [
    "scenario",
    "scenario_id",
    "task",
    "task_id",
    "item",
    "item_id",
    "instance_id",
    "sample_id",
    "question_id",
    "problem_id",
    "case_id",
    "test_id",
    "id",
  ],
  seed: [
    "seed",
    "repeat",
    "replicate",
    "epoch",
    "trial",
    "run",
    "attempt",
    "iteration",
    "sample",
    "sample_index",
  ],
  success: ["success", "passed", "pass", "correct", "solved", "resolved", "outcome", "score", "reward"],
  score: ["score"],
  lost: ["lost"],
  cost: ["cost_usd", "cost", "total_cost_usd", "total_cost", "usd"],
  "uncached-cost": ["uncached_cost_usd"],
  tokens: ["total_tokens", "tokens", "token_count"],
  "input-tokens": ["input_tokens", "prompt_tokens"],
  "cached-input-tokens": ["cached_input_tokens", "cached_tokens", "cache_read_tokens"],
  "output-tokens": ["output_tokens", "completion_tokens"],
  latency: ["latency_ms", "latency", "duration_ms", "wall_ms", "elapsed_ms"],
  "whole-latency": ["whole_latency_ms"],
  calls: ["calls", "llm_calls", "model_calls"],
  "own-calls": ["own_calls"],
  "calls-by-purpose": ["calls_by_purpose"],
  position: ["position"],
  reached: ["reached"],
  fired: ["fired"],
  diverged: ["diverged"],
  "prefix-identical": ["prefix_identical"],
  "mechanism-ok": ["mechanism_ok"],
  "signature-seen": ["signature_seen"],
  judged: ["judged"],
  spontaneous: ["spontaneous"],
  "shared-calls": ["shared_calls"],
  models: ["models", "model", "model_id", "model_name"],
  transcript: ["transcript_digest", "transcript_hash"],
  simulated: ["simulated"],
  greedy: ["greedy"],
  planned: ["planned_pairs"],
  comparison: ["comparison"],
  flag: ["flag"],
  side: ["side"],
  role: ["role"],
} as const satisfies Record<string, readonly string[]>;

export type Field = keyof typeof FIELDS;

const REQUIRED: readonly Field[] = ["arm", "scenario", "success"];

/** The place of every known field's column, and how each came to be known. */
export interface ColumnMap {
  readonly places: ReadonlyMap<Field, number>;
  readonly columns: readonly ImportedColumn[];
}

/** The name under which harness-lab writes a field's column. */
export function columnName(field: Field): string {
  return FIELDS[field][0];
}

function isField(name: string): name is Field {
  return Object.hasOwn(FIELDS, name);
}

/**
 * Maps fields to columns. `said` is the user's own mapping, `field=column` separated by commas; an empty column means
 * that the rows do not tell the field although a column is called like it.
 */
export function mapColumns(
  columns: readonly string[],
  { said, file }: { readonly said: string | undefined; readonly file: string },
): ColumnMap {
  const given = readMapping(said, columns, file);
  const places = new Map<Field, number>();
  const mapped: ImportedColumn[] = [];
  const taken = new Set([...given.values()].filter((place) => place !== null));
  for (const field of Object.keys(FIELDS).filter(isField)) {
    const place = given.has(field) ? (given.get(field) ?? null) : assumedPlace(field, columns, taken);
    if (place === null) continue;
    taken.add(place);
    places.set(field, place);
    mapped.push({ field, column: columns[place] ?? "", assumed: !given.has(field) });
  }
  const absent = REQUIRED.filter((field) => !places.has(field));
  if (absent.length > 0)
    throw new LabError({
      code: "missing-column",
      what: `no column for ${absent.join(" and ")} among ${columns.join(", ")}`,
      where: file,
      remedy: `say which it is: --columns ${absent.map((field) => `${field}=<column>`).join(",")}`,
    });
  return { places, columns: mapped };
}

function assumedPlace(field: Field, columns: readonly string[], taken: ReadonlySet<number>): number | null {
  for (const name of FIELDS[field]) {
    const place = columns.findIndex(
      (column, index) => plainName(column) === plainName(name) && !taken.has(index),
    );
    if (place >= 0) return place;
  }
  return null;
}

function readMapping(
  said: string | undefined,
  columns: readonly string[],
  file: string,
): ReadonlyMap<Field, number | null> {
  const given = new Map<Field, number | null>();
  for (const part of (said ?? "").split(",").filter((text) => text.trim() !== "")) {
    const [name = "", column = ""] = part.split(/=(.*)/s).map((text) => text.trim());
    const wrong = (what: string, remedy: string) =>
      new LabError({ code: "wrong-columns", what, where: `--columns ${part.trim()}`, remedy });
    if (!part.includes("=")) throw wrong("a mapping is field=column", "write e.g. scenario=task");
    if (!isField(name))
      throw wrong(
        `there is no field ${name}`,
        didYouMean(name, Object.keys(FIELDS)) ?? `fields: ${Object.keys(FIELDS).join(", ")}`,
      );
    if (given.has(name)) throw wrong(`${name} is mapped twice`, "name one column for it");
    const place = column === "" ? null : placeOf(column, columns);
    if (place === -1)
      throw wrong(
        `${file} has no column ${column}`,
        didYouMean(column, columns) ?? `columns: ${columns.join(", ")}`,
      );
    given.set(name, place);
  }
  return given;
}

/** Finds a column by its exact name, else by the same name in another spelling; -1 where there is none. */
export function placeOf(column: string, columns: readonly string[]): number {
  const exact = columns.indexOf(column);
  return exact >= 0 ? exact : columns.findIndex((name) => plainName(name) === plainName(column));
}
