/** Steps before the loop: compaction, classification, memory, the conditions in force. */

import type { TurnInput } from "../../contract/harness.ts";
import { classifyTurn } from "../classify/classify-turn.ts";
import { normalise } from "../layers/world-model/world-model.ts";
import { compactTranscript } from "../transcript/compaction.ts";
import type { CallContext, TurnFrame } from "./turn-context.ts";

/** Opens the frame of a turn; the user's message is in the transcript then. */
export async function openFrame(call: CallContext, input: TurnInput): Promise<TurnFrame> {
  const { conversation } = call;
  const { ports, memory, kept } = conversation;
  kept.transcript = await compactTranscript(call, kept.transcript);
  const classification = await classifyTurn({
    ask: conversation.ask,
    place: { session: ports.session, turn: input.turn, iteration: 0, task: "" },
    text: input.text,
    earlier: kept.transcript,
    maxTokens: ports.settings.replies.classifyMaxTokens,
  });
  kept.transcript = [...kept.transcript, { role: "user", content: input.text }];
  if (classification.riskLevel === "UNKNOWN")
    call.emit({ type: "warning", about: "classification", message: classification.riskReason });
  await memory.remember(classification.facts, call);
  const { text: factsBlock } = await memory.render(call);
  const lifted = classification.liftedConstraints.map(normalise);
  kept.lastingConstraints = unique([
    ...kept.lastingConstraints.filter((one) => !lifted.includes(normalise(one))),
    ...classification.lastingConstraints,
  ]);
  const constraints = unique([...kept.lastingConstraints, ...classification.statedConstraints]);
  return { conversation, input, classification, factsBlock, constraints };
}

function unique(texts: readonly string[]): readonly string[] {
  return texts.filter(
    (text, index) => texts.findIndex((other) => normalise(other) === normalise(text)) === index,
  );
}
