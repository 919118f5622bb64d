/** Puts the end of a command without a result wherever its result would have gone: files, job summary, annotations. */

import { existsSync } from "node:fs";
import type { NoResult } from "../../core/no-result.ts";
import { UNDELIVERED, writeNoResult } from "./outputs.ts";
import { type Environment, tellWorkflow } from "./workflow.ts";

/** Commands whose outputs are verdicts; those of the others are data, which a failure leaves as it is. */
const OF_VERDICTS: readonly string[] = ["gate", "report", "compare"];

/** Writes the end into the outputs; never rejects. Every file that still holds something else is named. */
export async function endWithoutResult(
  end: NoResult,
  files: readonly string[],
  note: (line: string) => void,
  environment: Environment = process.env,
): Promise<void> {
  // There is a result, and every output that could be written holds it.
  if (end.code === UNDELIVERED) return;
  const verdicts = OF_VERDICTS.includes(end.command);
  const { written, left, failed } = verdicts
    ? await writeNoResult(end, files)
    : { written: [], left: files.filter((file) => existsSync(file)), failed: [] };
  if (written.length > 0) note(`  written:  ${written.join(", ")} (the reason, in place of a result)`);
  for (const file of left)
    note(
      verdicts
        ? `  left:     ${file}, which harness-lab did not write`
        : `  left:     ${file}, as it was before this command`,
    );
  for (const { what, where } of failed) note(`  stale:    ${where}: ${what}`);
  if (end.command !== "gate") return;
  const { NO_RESULT_FORMATS, renderNoResultAnnotation } = await import("../../report/no-result.ts");
  const summary = String((await NO_RESULT_FORMATS[".md"]?.(end)) ?? "");
  await tellWorkflow({ summary, annotations: renderNoResultAnnotation(end) }, note, environment);
}
