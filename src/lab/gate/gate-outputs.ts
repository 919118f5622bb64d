/** Hands a gate's document out: terminal, JSON, files by extension, and GitHub's annotations and job summary. */

import { extname } from "node:path";
import { EXIT, LabError } from "../../core/errors.ts";
import type { GateDocument } from "../../core/gate.ts";
import { unfinishedOf } from "../../core/no-result.ts";
import { renderGateAnnotations } from "../../report/gate/gate-annotations.ts";
import { gateFacts } from "../../report/gate/gate-facts.ts";
import { renderGateJunit } from "../../report/gate/gate-junit.ts";
import { renderGateMarkdown } from "../../report/gate/gate-markdown.ts";
import { renderGateTerminal } from "../../report/gate/gate-terminal.ts";
import { shortPage } from "../../report/html/short-page.ts";
import { requireOwnPaths, writeNoResult, writeOutput } from "../environment/outputs.ts";
import { readStore } from "../environment/read-store.ts";
import type { LabResult } from "../environment/result.ts";
import { type Environment, tellWorkflow } from "../environment/workflow.ts";
import { buildReport } from "../reporting/build-report.ts";
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

/**
 * Puts "began and has no outcome yet" into every output, so that a run that is killed leaves no earlier outcome behind;
 * rejects where an output is an input or cannot be written, before anything is spent.
 */
export async function beginOutputs({ output, baseline, policy, seeds, db }: GateRequest): Promise<void> {
  requireFormats(output);
  await requireOwnPaths(output, [baseline, policy, seeds, db]);
  const { failed } = await writeNoResult(unfinishedOf("gate"), output);
  if (failed[0]) throw failed[0];
}

/**
 * Writes every output and gives the result for the command line. An output that cannot be written is named and makes
 * the exit code 4, since whoever reads it would miss the outcome; the others are written all the same.
 */
export async function deliver(
  document: GateDocument,
  request: Pick<GateRequest, "output" | "db" | "console">,
  environment?: Environment,
): Promise<LabResult> {
  const { colour, width, note } = request.console;
  let undelivered = false;
  for (const file of request.output)
    try {
      await writeOutput(file, await textFor(file, document, request.db));
    } catch (error) {
      if (!(error instanceof LabError)) throw error;
      undelivered = true;
      note(`error: ${error.message}`);
    }
  await tellWorkflow(
    { summary: renderGateMarkdown(document), annotations: renderGateAnnotations(document) },
    note,
    environment,
  );
  const text = renderGateTerminal(document, { colour, width });
  return { text, json: document, exitCode: undelivered ? EXIT.broken : document.exitCode };
}

/** The document in the format of the file; a report is the one of the experiment, or a short page where nothing ran. */
async function textFor(file: string, document: GateDocument, db: string): Promise<string | Uint8Array> {
  const render = FORMATS[extname(file).toLowerCase()];
  if (render) return render(document);
  const { experiment } = document;
  if (experiment === null)
    return shortPage(`harness-lab gate: ${document.title}`, document.reasons, gateFacts(document));
  const report = await readStore(db, (store) => buildReport(store, experiment));
  const { renderReport } = await import("../../report/render-report.ts");
  const verdict = `Gate: ${document.title}. ${document.reasons.join("; ")}`;
  return renderReport({ ...report, notes: [verdict, ...report.notes] }, file);
}
