/** The execution phase's gates: value of information, review, action gate, in this order. */

import type { LayerStates } from "../../engine/layer-states.ts";
import type { Halt, PhaseResult } from "../../extensions/phase-result.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import type { ControlState } from "../control-state/control-state.ts";
import { denialText } from "../control-state/denial.ts";
import { toolAdequacy, updateDiagnostics } from "../diagnostics/update-diagnostics.ts";
import { activeOf } from "../hypothesis/hypotheses.ts";
import { moveTask, type Task, taskOf } from "../planning/task-graph.ts";
import { heal } from "../recovery/heal.ts";
import type { GateDecision } from "./action-gate.ts";
import type { ExecutionState } from "./execution-state.ts";
import { atGate } from "./gate-stall.ts";
import { type ReviewInput, reviewAction, reviewDenial } from "./review-gate.ts";
import { riskOfAction } from "./risk-estimate.ts";
import { valueOfInformation, wantsCrossCheck } from "./value-of-information.ts";

const REVIEW_FAILURES_TO_HALT = 2;

/** Decides for each selected task whether it may act; what does not pass goes back into the queue. */
export async function passGates(entered: TurnScope): Promise<PhaseResult> {
  const { context, decision, reason, control } = await decide(entered);
  const { states } = context;
  const { hypothesis, diagnostics, evidence, planning, execution } = states;
  const value = valueOfInformation(activeOf(hypothesis).length, diagnostics.values.verification_strength);
  const gates: Record<string, ExecutionState["gates"][string]> = {};
  const riskEstimates: Record<string, ExecutionState["riskEstimates"][string]> = {};
  const reviewFailures: Record<string, number> = { ...execution.reviewFailures };
  const negates = await negationOf(context);
  let plan = planning;
  const requeue = (task: Task): void => {
    if (task.state === "RUNNING") plan = moveTask(plan, task.id, "PENDING", "execution");
  };
  let halt: Halt | null = null;
  let blocked: Exclude<GateDecision, "PASS"> | null = null;
  for (const id of planning.selected) {
    const task = taskOf(planning, id);
    if (!task) continue;
    riskEstimates[id] = riskOfAction(planning, task);
    const failed = reviewAction({
      task,
      beliefs: states["world-model"].beliefs,
      hypotheses: hypothesis.all,
      contract: [],
      lint: null,
      negates,
    });
    if (failed.length > 0) {
      requeue(task);
      gates[id] = "REVIEW-FAILED";
      const count = (reviewFailures[id] ?? 0) + 1;
      reviewFailures[id] = count;
      report(context, { task: id, gate: "review", decision: "FAIL", reason: failed.join(", ") });
      // the second failure in a row on one task halts the run.
      if (count >= REVIEW_FAILURES_TO_HALT)
        halt ??= { status: "escalated", reason: denialText(reviewDenial(failed)) };
      continue;
    }
    reviewFailures[id] = 0;
    gates[id] = decision;
    report(context, { task: id, gate: "action", decision, reason });
    if (decision === "PASS") continue;
    requeue(task);
    blocked ??= decision;
  }
  const asSeen = { ...states, planning: plan, "control-state": control };
  const after =
    blocked === null || halt ? { halt: null, states: {} } : await atGate(context.seeing(asSeen), blocked);
  return {
    states: {
      execution: {
        ...execution,
        valueOfInformation: value,
        crossCheck: execution.crossCheck || wantsCrossCheck(value, toolAdequacy(evidence)),
        gates,
        riskEstimates,
        reviewFailures,
        steps: [],
      },
      ...(plan !== planning ? { planning: plan } : {}),
      ...(control !== entered.states["control-state"] ? { "control-state": control } : {}),
      ...slicesOf(entered.states, states),
      ...after.states,
    },
    ...haltWith(halt ?? after.halt),
  };
}

/** The review's comparison of words, null where there is none. */
async function negationOf(context: TurnScope): Promise<ReviewInput["negates"]> {
  const negates = await context.use("negation", (slot) => ({ value: slot.negates, fired: null }));
  return negates === null ? null : (a, b) => negates(a, b).value;
}

interface Decided {
  /** The place with the slices as they are after what recovery could put right. */
  readonly context: TurnScope;
  readonly decision: GateDecision;
  readonly reason: string;
  readonly control: ControlState;
}

/** Asks the gate; what blocks is put right where that can be done, and the gate is asked once more. */
async function decide(context: TurnScope): Promise<Decided> {
  const first = await context.use("actionGate", (gate) => gate.decide(context));
  const better = first.decision === "BLOCK" ? heal(context, first.control.tags) : null;
  if (better === null) return { context, ...first };
  for (const task of context.states.planning.selected)
    report(context, { task, gate: "action", decision: first.decision, reason: first.reason });
  for (const { action, what } of better.done)
    context.emit({ type: "gate-decision", gate: "recovery-action", decision: action, reason: what });
  const put = context.seeing({ ...context.states, ...better.states });
  const after = put.seeing({ ...put.states, ...updateDiagnostics(put).states });
  return { context: after, ...(await after.use("actionGate", (gate) => gate.decide(after))) };
}

function slicesOf(before: LayerStates, after: LayerStates): Partial<LayerStates> {
  if (before === after) return {};
  const { hypothesis, diagnostics, "world-model": model } = after;
  return { hypothesis, diagnostics, "world-model": model };
}

function haltWith(halt: Halt | null): { readonly halt?: Halt } {
  return halt === null ? {} : { halt };
}

function report(
  context: TurnScope,
  { task, ...gate }: { task: string; gate: string; decision: string; reason: string },
): void {
  context.emit({ type: "gate-decision", ...gate }, task);
}
