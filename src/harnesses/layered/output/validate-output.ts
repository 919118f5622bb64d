/** Output validation: the stated constraints are judged, with at most one re-ask. */

import type { TurnContext } from "../engine/turn-context.ts";
import { proposePrompt } from "../prompts/propose.ts";

/** The reply itself, or the answer to the one re-ask; a failed or empty re-ask keeps the first reply. */
export async function validateOutput(context: TurnContext, reply: string): Promise<string> {
  const { conversation, constraints, factsBlock } = context;
  if (constraints.length === 0) return reply;
  const { ports } = conversation;
  const broken = await context.use("constraints", (judge) => judge.violated(context, reply, constraints));
  const decision = broken === null ? "PASS" : "RE-ASK";
  context.emit({ type: "gate-decision", gate: "constraints", decision, reason: broken ?? "" });
  if (broken === null) return reply;
  const prompt = proposePrompt({
    now: ports.clock.now().toISOString(),
    facts: factsBlock,
    conflicts: [],
    constraints,
    blocks: [],
    hint: null,
    part: null,
    transcript: conversation.transcript,
    exchange: [
      { role: "assistant", content: reply },
      { role: "user", content: `This reply breaks the condition "${broken}". Answer again and keep to it.` },
    ],
    tools: [],
    maxTokens: ports.settings.replies.proposeMaxTokens,
  });
  const again = await context.ask(prompt, { feature: null });
  return again.kind === "answer" && again.text.trim() !== "" ? again.text.trim() : reply;
}
