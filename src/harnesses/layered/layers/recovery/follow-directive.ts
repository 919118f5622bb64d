/** Carries out what a directive says about the run as a whole; what it says about a strategy is chosen elsewhere. */

import { questionText } from "../../../../core/question.ts";
import type { LayerStates } from "../../engine/layer-states.ts";
import type { Halt } from "../../extensions/phase-result.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import { addFindings } from "../evidence/evidence-store.ts";
import type { TaskFailure } from "../execution/execution-state.ts";
import { advance } from "../world-model/world-model.ts";
import { type Directive, decisive, type StallSide } from "./directive.ts";

/** Asks the features that hang on a stall; CONTINUE where nobody does. */
export async function directiveAt(
  scope: TurnScope,
  stall: { readonly reason: string; readonly side: StallSide; readonly failure: TaskFailure | null },
): Promise<Directive> {
  const answers = await scope.consult("stalled", stall, stall.failure?.task ?? "");
  return decisive(answers.map(({ value }) => value));
}

/** The end of the run that a directive asks for, null where it goes on. */
export function haltOf(directive: Directive): Halt | null {
  if (directive.kind === "ABORT")
    return { status: "could-not-complete", reason: directive.reason, overall: true };
  if (directive.kind !== "ASK_USER") return null;
  const { question, resumable } = directive;
  const status = resumable ? "paused" : "could-not-complete";
  return { status, reason: questionText(question), question };
}

/** The slices that gathered evidence changes: observations with their source, under the next generation (INV-23). */
export function gather(
  scope: TurnScope,
  directive: Directive,
): Partial<Pick<LayerStates, "evidence" | "world-model">> {
  if (directive.kind !== "GATHER_EVIDENCE" || directive.findings.length === 0) return {};
  const { evidence, "world-model": model } = scope.states;
  return {
    evidence: addFindings(evidence, directive.findings, scope.iteration),
    "world-model": advance(model),
  };
}
