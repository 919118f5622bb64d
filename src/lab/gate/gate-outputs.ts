/** Hands a gate's document out: terminal, JSON, files by extension, and GitHub's annotations and job summary. */

import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, extname } from "node:path";
import { LabError } from "../../core/errors.ts";
import type { GateDocument } from "../../core/gate.ts";
import { renderGateAnnotations } from "../../report/gate/gate-annotations.ts";
import { renderGateJunit } from "../../report/gate/gate-junit.ts";
import { renderGateMarkdown } from "../../report/gate/gate-markdown.ts";
import { renderGateTerminal } from "../../report/gate/gate-terminal.ts";
import { buildReport } from "../build-report.ts";
import { readStore } from "../read-store.ts";
import type { LabResult } from "../result.ts";
import type { GateRequest } from "./gate-request.ts";

const FORMATS: Readonly<Record<string, (document: GateDocument) => string>> = {
  ".xml": renderGateJunit,
  ".md": renderGateMarkdown,
  ".json": (document) => `${JSON.stringify(document, null, 2)}\n`,
};
/** The whole report of the experiment, with both arms' transcripts. */
const REPORT = ".html";

/** Refuses a path whose ending names no format, before anything is run. */
export function requireFormats(files: readonly string[]): void {
  const known = [...Object.keys(FORMATS), REPORT];
  for (const file of files)
    if (!known.includes(extname(file).toLowerCase()))
      throw new LabError({
        code: "unknown-gate-format",
        what: `no gate output is called ${extname(file) || "(no ending)"}`,
        where: file,
        remedy: `end the path in ${known.join(", ")}: JUnit, pull-request comment, JSON, report`,
      });
}

/** Writes every output and gives the result for the command line. */
export async function deliver(
  document: GateDocument,
  request: Pick<GateRequest, "output" | "db" | "console">,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<LabResult> {
  for (const file of request.output)
    if (!(await write(document, file, request.db)))
      request.console.note(`${file} was not written: no trial was run, so there is nothing to report.`);
  const { GITHUB_STEP_SUMMARY, GITHUB_ACTIONS } = environment;
  if (GITHUB_STEP_SUMMARY) await appendFile(GITHUB_STEP_SUMMARY, renderGateMarkdown(document));
  const { colour, width, note } = request.console;
  // On standard error, so that they reach the log also where standard output is JSON for a file.
  if (GITHUB_ACTIONS === "true") note(renderGateAnnotations(document).trimEnd());
  const text = renderGateTerminal(document, { colour, width });
  return { text, json: document, exitCode: document.exitCode };
}

async function write(document: GateDocument, file: string, db: string): Promise<boolean> {
  await mkdir(dirname(file), { recursive: true });
  const render = FORMATS[extname(file).toLowerCase()];
  const { experiment } = document;
  if (render) await writeFile(file, render(document));
  else if (experiment === null) return false;
  else {
    const report = await readStore(db, (store) => buildReport(store, experiment));
    const { writeReport } = await import("../../report/write-report.ts");
    const verdict = `Gate: ${document.title}. ${document.reasons.join("; ")}`;
    await writeReport({ ...report, notes: [verdict, ...report.notes] }, file);
  }
  return true;
}
