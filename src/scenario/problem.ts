/** Problems of scenario files with their place, collected so that one run shows them all. */

import { relative } from "node:path";
import { LabError } from "../core/errors.ts";

/** Path of a field from the root of the file. */
export type FieldPath = readonly PropertyKey[];

/** One thing wrong in one file. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The field as a user would write it, "" for the file itself. */
  readonly field: string;
  readonly message: string;
}

/** Writes a field path as `conversation[1].user`. */
export function fieldText(path: FieldPath): string {
  return path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : `${index > 0 ? "." : ""}${String(part)}`))
    .join("");
}

/** Names a file the way the user can open it: relative to the working folder where it lies below. */
export function shownFile(file: string): string {
  const path = relative(process.cwd(), file);
  return path === "" || path.startsWith("..") ? file : path;
}

/** Makes one error of all problems, in the order of file and line. */
export function problemsError(
  problems: readonly Problem[],
  { kind = "scenario file", remedy }: { readonly kind?: string; readonly remedy?: string } = {},
): LabError {
  const shared = { code: "invalid-scenario", ...(remedy === undefined ? {} : { remedy }) };
  // A fault of a shared rule file is met once for every scenario that includes it.
  const distinct = [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
  const sorted = distinct.sort(
    (a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.line - b.line || a.column - b.column,
  );
  const [first] = sorted;
  if (first && sorted.length === 1)
    return new LabError({ ...shared, what: messageText(first), where: placeText(first) });
  const files = new Set(sorted.map((problem) => problem.file)).size;
  return new LabError({
    ...shared,
    what: [
      `${sorted.length} problems in ${files} ${kind}${files === 1 ? "" : "s"}:`,
      ...sorted.map((problem) => `  ${placeText(problem)} ${messageText(problem)}`),
    ].join("\n"),
  });
}

function placeText(problem: Problem): string {
  return `${shownFile(problem.file)}:${problem.line}:${problem.column}`;
}

function messageText(problem: Problem): string {
  return problem.field === "" ? problem.message : `${problem.field}: ${problem.message}`;
}
