/** The gate's decision as GitHub workflow commands: the outcome first, then what makes it so. */

import type { GateDocument } from "../../core/gate.ts";
import { type Level, workflowCommand } from "../annotations.ts";

/** Annotations a workflow step shows of one kind; more would be cut by GitHub anyway. */
const LIMIT = 9;

/** Renders the lines; model text cannot start a command of its own. */
export function renderGateAnnotations(document: GateDocument): string {
  const level: Level = document.outcome === "pass" ? "notice" : document.exitCode === 0 ? "warning" : "error";
  const losses = document.outcome === "regression" ? (document.decision?.losses ?? []) : [];
  const notRun = document.parts.filter(({ state }) => state === "not-run");
  return [
    workflowCommand(
      level,
      `harness-lab gate: ${document.title}`,
      `${document.reasons.join("; ")} ${document.next}`,
    ),
    ...losses
      .slice(0, LIMIT)
      .map(({ scenario, seed }) =>
        workflowCommand("error", "harness-lab: worse than the base", `${scenario} seed ${seed}`),
      ),
    ...notRun.map(({ name, detail }) => workflowCommand("warning", `harness-lab: ${name} not run`, detail)),
    "",
  ].join("\n");
}
