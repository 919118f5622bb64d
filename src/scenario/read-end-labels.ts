/** Reads `labels.jsonl` of a scenario folder: ends of conversations that a person has read, each with the person's verdict. */

import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { z } from "zod";
import { LabError } from "../core/errors.ts";
import { canonicalJson } from "../core/json.ts";
import { didYouMean } from "../core/nearest-names.ts";
import { EndExample, type LoadedScenario } from "../core/scenario.ts";
import { jsonSchemaOf } from "./json-schema.ts";
import { type Problem, problemsError, shownFile } from "./problem.ts";
import { endProblems } from "./scenario-problems.ts";
import { schemaProblems } from "./schema-problems.ts";
import { parseYaml, type YamlSource } from "./yaml-source.ts";

/** The name of a file of labels, anywhere below a scenario folder. */
const LABEL_FILE = "labels.jsonl";

const Row = z.strictObject({
  /** Id of the scenario whose conversation ended so. */
  scenario: z.string().min(1),
  /** Judgement of the person. */
  label: z.enum(["pass", "fail"]),
  /** The end, as in `passes` and `fails`: the last reply, or an object. */
  end: EndExample,
  /** Reason of the person. */
  why: z.string().trim().min(1),
  /** The model that wrote it; absent where a person made it up. */
  source: z.string().min(1).optional(),
});

/** One end of a conversation with a person's verdict. */
export interface EndLabel extends z.infer<typeof Row> {
  /** Absolute path of the file it stands in. */
  readonly file: string;
  readonly line: number;
}

/** Reads every file of labels below a folder; all problems of all rows come in one LabError. */
export async function readEndLabels(
  root: string,
  loaded: readonly LoadedScenario[],
): Promise<readonly EndLabel[]> {
  const labels: EndLabel[] = [];
  const problems: Problem[] = [];
  for (const file of await labelFiles(resolve(root))) {
    const lines = (await readText(file)).replace(/^\ufeff/, "").split(/\r?\n/);
    for (const [index, text] of lines.entries()) {
      if (text.trim() === "") continue;
      const read = readRow({ file, line: index + 1, text }, loaded);
      problems.push(...read.problems);
      if (read.label !== null) labels.push(read.label);
    }
  }
  problems.push(...findRepeat(labels));
  if (problems.length > 0)
    throw problemsError(problems, {
      kind: "label file",
      remedy:
        'one row a line: {"scenario": "<id>", "label": "pass" or "fail", "end": "<the last reply>" or an object as in `passes`, "why": "..."}',
    });
  return labels;
}

interface RawRow {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

function readRow(
  { file, line, text }: RawRow,
  loaded: readonly LoadedScenario[],
): { readonly label: EndLabel | null; readonly problems: readonly Problem[] } {
  const bad = (problems: readonly Problem[]) => ({
    label: null,
    problems: problems.map((problem) => ({ ...problem, line })),
  });
  const value = jsonOf(text);
  if (value === undefined)
    return bad([{ file, line, column: 1, field: "", message: "the line is not JSON" }]);
  // YAML holds JSON, and its reader knows where each field stands.
  const source: YamlSource = { ...parseYaml(file, text), value };
  const parsed = Row.safeParse(value);
  if (!parsed.success) return bad(schemaProblems(source, parsed.error.issues, jsonSchemaOf(Row)));
  const { scenario: id, end } = parsed.data;
  const scenario = loaded.find((one) => one.scenario.id === id)?.scenario;
  if (scenario === undefined) {
    const ids = loaded.map((one) => one.scenario.id);
    const near = didYouMean(id, ids) ?? "name one of this folder";
    return bad([source.problemAt(["scenario"], `there is no scenario "${id}" here; ${near}`)]);
  }
  const wrong = endProblems(scenario, end).map(({ path, message }) =>
    source.problemAt(["end", ...path], message),
  );
  return wrong.length > 0 ? bad(wrong) : { label: { ...parsed.data, file, line }, problems: [] };
}

/** A row that stands twice would count twice, and with two verdicts it says nothing. */
function findRepeat(labels: readonly EndLabel[]): readonly Problem[] {
  const seen = new Map<string, EndLabel>();
  return labels.flatMap((label) => {
    const key = canonicalJson([label.scenario, label.end]);
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, label);
      return [];
    }
    const { file, line } = label;
    const verdict =
      first.label === label.label ? "the same end" : `the same end with the label "${first.label}"`;
    const message = `${verdict} already stands in line ${first.line}${first.file === file ? "" : ` of ${shownFile(first.file)}`}; remove one of them`;
    return [{ file, line, column: 1, field: "end", message }];
  });
}

async function readText(file: string): Promise<string> {
  return readFile(file, "utf8").catch((cause: unknown) => {
    throw new LabError({
      code: "unreadable-labels",
      what: `cannot read the label file: ${cause instanceof Error ? cause.message : cause}`,
      where: shownFile(file),
      remedy: "make it readable, or move it out of the scenario folder",
      cause,
    });
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function labelFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name.startsWith(".") ? [] : labelFiles(path);
      return entry.name === LABEL_FILE ? [path] : [];
    }),
  );
  return found.flat().sort();
}
