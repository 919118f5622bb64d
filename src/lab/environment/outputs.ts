/** The files of `-o`: which of them a command may replace, and what they say when it has no result. */

import { existsSync } from "node:fs";
import { mkdir, readFile, realpath, stat, writeFile } from "node:fs/promises";
import { dirname, extname, resolve } from "node:path";
import { EXIT, LabError } from "../../core/errors.ts";
import type { NoResult } from "../../core/no-result.ts";

/** Mark of an output that harness-lab wrote earlier, against somebody else's file of the same ending. */
const OWN: Readonly<Record<string, RegExp>> = {
  ".md": /harness-lab/,
  ".html": /harness-lab/,
  ".xml": /<testsuites [\s\S]*harness-lab/,
  ".json": /^\s*\{\s*"format":\s*"harness-lab-(gate|report|no-result)\//,
  ".csv": /^(comparison,model,basis,label,|no_result,)/,
  ".tex": /^% (Experiment|Rows|harness-lab) /,
  ".svg": /harness-lab/,
  ".pdf": /Producer \(harness-lab\)/,
};

/** Data of harness-lab that no report may overwrite: a baseline, a recording, grounds. */
const DATA = /^\s*\{\s*"format":\s*"harness-lab-(?!gate\/|report\/|no-result\/)/;

/** Refuses an output that is an input of the same command or holds data that cannot be made again. */
export async function requireOwnPaths(
  outputs: readonly string[],
  inputs: readonly (string | undefined)[],
): Promise<void> {
  const given = new Set<string>();
  for (const input of inputs)
    if (input !== undefined) for (const name of await identities(input)) given.add(name);
  for (const output of outputs) {
    if ((await identities(output)).some((name) => given.has(name)))
      throw new LabError({
        code: "output-is-input",
        what: `${output} would be overwritten, and the command reads it`,
        where: "-o",
        remedy: "name another file to write",
      });
    if (extname(output).toLowerCase() === ".json" && DATA.test(await textOf(output)))
      throw new LabError({
        code: "output-is-data",
        what: `${output} holds data of harness-lab, which a report would overwrite`,
        where: "-o",
        remedy: "name another file to write",
      });
  }
}

/** Code of the error after which every other output of the command is written and true. */
export const UNDELIVERED = "undelivered-output";

/** Writes every output that can be written; rejects after the last one when some cannot. */
export async function writeOutputs(
  files: readonly string[],
  contentOf: (file: string) => string | Uint8Array | Promise<string | Uint8Array>,
): Promise<readonly string[]> {
  const failures: LabError[] = [];
  for (const file of files) {
    const content = await contentOf(file);
    await writeOutput(file, content).catch((error: LabError) => failures.push(error));
  }
  const [first] = failures;
  if (first) throw new LabError({ ...detailsOf(first), code: UNDELIVERED });
  return files;
}

function detailsOf({ what, where, remedy, exitCode, cause }: LabError) {
  return { what, exitCode, cause, ...(where ? { where } : {}), ...(remedy ? { remedy } : {}) };
}

/** Writes one output, making its folder where needed; a path that cannot be written is a LabError that names it. */
export async function writeOutput(file: string, content: string | Uint8Array): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  } catch (cause) {
    throw unwritable(file, cause);
  }
}

const FULL = ["ENOSPC", "EDQUOT", "EIO", "EFBIG"];

/** A path that is refused is wrong use; a full disc is not the command's fault. */
function unwritable(file: string, cause: unknown): LabError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return new LabError({
    code: "unwritable-output",
    what: `the output cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`,
    where: file,
    remedy: FULL.includes(code)
      ? "make room and run the same command again"
      : "choose another path with -o, or make the folder writable",
    exitCode: FULL.includes(code) ? EXIT.broken : EXIT.usage,
    cause,
  });
}

/** Fate of the outputs of a command without a result. */
export interface NoResultOutputs {
  /** Say now that there is no result. */
  readonly written: readonly string[];
  /** Hold something that harness-lab did not write, so they were left alone. */
  readonly left: readonly string[];
  /** Cannot be written, so they may still tell an earlier result. */
  readonly failed: readonly LabError[];
}

/** Writes the end into every output that is absent, empty or harness-lab's own; never rejects. */
export async function writeNoResult(end: NoResult, files: readonly string[]): Promise<NoResultOutputs> {
  const { NO_RESULT_FORMATS } = await import("../../report/no-result.ts");
  const written: string[] = [];
  const left: string[] = [];
  const failed: LabError[] = [];
  for (const file of new Set(files)) {
    const render = NO_RESULT_FORMATS[extname(file).toLowerCase()];
    try {
      if (render === undefined || !(await isReplaceable(file))) left.push(file);
      else {
        await writeOutput(file, await render(end));
        written.push(file);
      }
    } catch (cause) {
      failed.push(cause instanceof LabError ? cause : unwritable(file, cause));
    }
  }
  return { written, left, failed };
}

async function isReplaceable(file: string): Promise<boolean> {
  if (!existsSync(file)) return true;
  const text = await readFile(file, "utf8");
  return text.trim() === "" || (OWN[extname(file).toLowerCase()]?.test(text) ?? false);
}

async function textOf(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => "");
}

/** Identity of a file under its names: the path behind every link, and device and number where it has several names. */
async function identities(file: string): Promise<readonly string[]> {
  const path = await realpath(file).catch(() => resolve(file));
  const known = await stat(file).catch(() => null);
  return known?.isFile() ? [path, `${known.dev}:${known.ino}`] : [path];
}
