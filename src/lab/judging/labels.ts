/** Reads a file of labels, JSON lines or CSV: a text or a trial, its rubric, what a person says about it, and its arm. */

import { readFile } from "node:fs/promises";
import { z } from "zod";
import { digestText } from "../../core/digest.ts";
import { LabError } from "../../core/errors.ts";

const text = z.string().trim().min(1);
const PASS = ["pass", "true", "1", "yes"];
const FAIL = ["fail", "false", "0", "no"];
const verdict = z
  .union([z.boolean(), z.number(), z.string()])
  .transform((value) => String(value).trim().toLowerCase())
  .refine((value) => [...PASS, ...FAIL].includes(value), "use pass or fail")
  .transform((value) => PASS.includes(value));

/** Other columns are the labeller's own and left alone. */
const Row = z
  .object({
    /** The reply that is judged. */
    text: text.optional(),
    /** Words of the user, where the reply alone does not suffice. */
    user: text.optional(),
    /** A stored trial in the text's place: id or `scenario#seed@arm`. */
    trial: text.optional(),
    /** Turn of the trial; the last one when absent. */
    turn: z.coerce.number().int().positive().optional(),
    rubric: text,
    label: verdict,
    arm: text.optional(),
    /** Whose rules a simulated judge answers by. */
    scenario: text.optional(),
  })
  .refine((row) => (row.text === undefined) !== (row.trial === undefined), {
    message: "give either text or trial",
    path: ["text"],
  });

/** One label. */
export interface Label extends Omit<z.infer<typeof Row>, "label"> {
  readonly line: number;
  /** True for pass. */
  readonly label: boolean;
}

export interface LabelFile {
  /** As the user named it. */
  readonly file: string;
  /** SHA-256 of its content. */
  readonly digest: string;
  readonly labels: readonly Label[];
}

/** Reads the file; a row of another shape is a LabError that names line and field. */
export async function readLabels(file: string): Promise<LabelFile> {
  const content = await readFile(file, "utf8").catch((cause: unknown) => {
    throw refuseLabel(
      file,
      `the labels cannot be read: ${cause instanceof Error ? cause.message : cause}`,
      cause,
    );
  });
  const rows = file.toLowerCase().endsWith(".csv") ? await csvRows(file) : jsonRows(file, content);
  if (rows.length === 0) throw refuseLabel(file, "there is no label in it");
  return {
    file,
    digest: digestText(content),
    labels: rows.map(({ line, value }) => ({ ...checkLabel(file, line, value), line })),
  };
}

interface RawRow {
  readonly line: number;
  readonly value: unknown;
}

async function csvRows(file: string): Promise<readonly RawRow[]> {
  const { readRows } = await import("../../record/read-rows.ts");
  const { columns, rows } = await readRows(file);
  return rows.map(({ line, fields }) => ({
    line,
    // An empty field of a table is one that was not given.
    value: Object.fromEntries(columns.flatMap((name, i) => (fields[i] ? [[name.trim(), fields[i]]] : []))),
  }));
}

function jsonRows(file: string, content: string): readonly RawRow[] {
  return content.split(/\r?\n/).flatMap((text, index) => {
    if (text.trim() === "") return [];
    try {
      return [{ line: index + 1, value: JSON.parse(text) as unknown }];
    } catch (cause) {
      throw refuseLabel(`${file}, line ${index + 1}`, "the line is not JSON", cause);
    }
  });
}

function checkLabel(file: string, line: number, value: unknown): z.infer<typeof Row> {
  const parsed = Row.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => `${issue.path.join(".") || "(row)"}: ${issue.message}`);
  throw refuseLabel(`${file}, line ${line}`, issues.join("; "));
}

function refuseLabel(where: string, what: string, cause?: unknown): LabError {
  return new LabError({
    code: "bad-labels",
    what,
    where,
    remedy:
      'one label a row: text (with user) or trial (with turn), rubric, label (pass or fail), arm; e.g. {"text": "...", "rubric": "...", "label": "pass", "arm": "on"}',
    cause,
  });
}
