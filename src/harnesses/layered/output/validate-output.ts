/** Output validation: the stated constraints are judged, then features remark on the reply; at most one re-ask in all. */

import type { WrittenReply } from "../extensions/extension-points.ts";
import type { TurnScope } from "../extensions/scope.ts";
import type { ProposeInput } from "../prompts/propose.ts";
import { askAgain } from "./ask-again.ts";

/** Judges the constraints; null where nothing was sent back. */
export async function heldToConstraints(
  scope: TurnScope,
  request: ProposeInput,
  reply: string,
): Promise<string | null> {
  const { constraints } = scope;
  if (constraints.length === 0) return null;
  const broken = await scope.use("constraints", (judge) => judge.violated(scope, reply, constraints));
  const decision = broken === null ? "PASS" : "RE-ASK";
  scope.emit({ type: "gate-decision", gate: "constraints", decision, reason: broken ?? "" });
  if (broken === null) return null;
  const complaint = `This reply breaks the condition "${broken}". Answer again and keep to it.`;
  return askAgain(scope, request, { reply, complaint });
}

/** Lets features remark on the reply: labels are events of their own, and one of them may have it written anew. */
export async function remarkOn(
  scope: TurnScope,
  request: ProposeInput | null,
  written: WrittenReply,
): Promise<string> {
  const remarks = await scope.consult("replied", written);
  for (const { feature, value } of remarks)
    if (value?.kind === "label") scope.emit({ type: "reply-label", feature, label: value.label });
  const wanted = remarks.find(({ value }) => value?.kind === "ask-again");
  if (wanted?.value?.kind !== "ask-again") return written.reply;
  const { complaint } = wanted.value;
  const decision = request === null ? "PASS" : "RE-ASK";
  scope.emit({ type: "gate-decision", gate: wanted.feature, decision, reason: complaint });
  return request === null ? written.reply : askAgain(scope, request, { reply: written.reply, complaint });
}
