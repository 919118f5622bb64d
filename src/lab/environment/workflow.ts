/** Messages to the GitHub workflow that a command runs in: annotations in the log, and the job summary. */

import { appendFile } from "node:fs/promises";
import { workflowCommand } from "../../report/annotations.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface WorkflowWords {
  /** Markdown that is added to the job summary. */
  readonly summary: string;
  /** Workflow commands, one a line. */
  readonly annotations: string;
}

/** Does nothing outside a workflow. A summary that cannot be written is a warning: the outcome stands without it. */
export async function tellWorkflow(
  { summary, annotations }: WorkflowWords,
  note: (line: string) => void,
  { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY }: Environment = process.env,
): Promise<void> {
  const inLog = GITHUB_ACTIONS === "true";
  // On standard error, so that they reach the log also where standard output is JSON for a file.
  if (inLog) note(annotations.trimEnd());
  if (!GITHUB_STEP_SUMMARY) return;
  try {
    await appendFile(GITHUB_STEP_SUMMARY, summary);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const words = `the job summary (GITHUB_STEP_SUMMARY) cannot be written: ${why}; the outcome stands without it`;
    note(inLog ? workflowCommand("warning", "harness-lab: no job summary", words) : `warning: ${words}`);
  }
}
