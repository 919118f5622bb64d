/** One turn from the user's message to the reply (A-005..A-009). */

import type { TurnInput, TurnResult } from "../../contract/harness.ts";
import { classifyTurn } from "../classify/classify-turn.ts";
import type { Conversation } from "../conversation.ts";
import type { LayeredEventBody } from "../events.ts";
import { reportTools } from "../extensions/extensions.ts";
import { normalised } from "../layers/world-model/world-model.ts";
import { type ComposedReply, composeReply } from "../output/compose-reply.ts";
import { validateOutput } from "../output/validate-output.ts";
import { proposePrompt } from "../prompts/propose.ts";
import { compacted } from "../transcript/compaction.ts";
import type { Phase } from "./phase.ts";
import { runLoop } from "./run-loop.ts";
import { callContext, type TurnFrame, turnContext } from "./turn-context.ts";

interface Answered extends ComposedReply {
  readonly trivial: boolean;
  readonly followUps: readonly string[];
}

/** Answers one user entry; a refused turn leaves no trace in the transcript. */
export async function runTurn(
  phases: readonly Phase[],
  conversation: Conversation,
  input: TurnInput,
): Promise<TurnResult> {
  const before = new Set(conversation.actions.list().map(({ id }) => id));
  const { reply, status, trivial, followUps } = await answer(phases, conversation, input);
  const { emit } = callContext(conversation, input.turn, 0);
  emit({ type: "turn-end", reply, status, trivial });
  const staged = conversation.actions.list().filter(({ id }) => !before.has(id));
  return { reply, status, staged, followUps };
}

async function answer(
  phases: readonly Phase[],
  conversation: Conversation,
  input: TurnInput,
): Promise<Answered> {
  const refusal = conversation.spend.refusal();
  if (refusal !== null) return { reply: refusal, status: "refused", trivial: false, followUps: [] };
  conversation.spend.recordTurn();
  const frame = await openFrame(conversation, input);
  const answered = frame.classification.isTrivial
    ? { ...(await answerDirectly(frame)), trivial: true, followUps: [] }
    : await answerInLayers(phases, frame);
  conversation.transcript = [...conversation.transcript, { role: "assistant", content: answered.reply }];
  return answered;
}

/** What comes before the loop: compaction, classification, memory, the conditions in force. */
async function openFrame(conversation: Conversation, input: TurnInput): Promise<TurnFrame> {
  const call = callContext(conversation, input.turn, 0);
  const emit = (body: LayeredEventBody): void => call.emit(body);
  const { ports, memory } = conversation;
  conversation.transcript = await compacted(call, conversation.transcript);
  const classification = await classifyTurn({
    ask: conversation.ask,
    place: { session: ports.session, turn: input.turn, iteration: 0, task: "" },
    text: input.text,
    earlier: conversation.transcript,
    maxTokens: ports.settings.replies.classifyMaxTokens,
  });
  conversation.transcript = [...conversation.transcript, { role: "user", content: input.text }];
  if (classification.riskLevel === "UNKNOWN")
    emit({ type: "warning", about: "classification", message: classification.riskReason });
  await memory.remember(classification.facts, call);
  const { text: factsBlock } = await memory.render(call);
  const lifted = classification.liftedConstraints.map(normalised);
  conversation.lastingConstraints = unique([
    ...conversation.lastingConstraints.filter((one) => !lifted.includes(normalised(one))),
    ...classification.lastingConstraints,
  ]);
  const constraints = unique([...conversation.lastingConstraints, ...classification.statedConstraints]);
  return { conversation, input, classification, factsBlock, constraints };
}

/** no layer runs, no tool is offered. */
async function answerDirectly(frame: TurnFrame): Promise<ComposedReply> {
  const { conversation, input, constraints, factsBlock } = frame;
  const { ports } = conversation;
  const prompt = proposePrompt({
    now: ports.clock.now().toISOString(),
    facts: factsBlock,
    conflicts: [],
    constraints,
    blocks: [],
    hint: null,
    part: null,
    transcript: conversation.transcript,
    exchange: [],
    tools: [],
    maxTokens: ports.settings.replies.proposeMaxTokens,
  });
  const reply = await callContext(conversation, input.turn, 0).ask(prompt, { feature: null });
  if (reply.kind === "answer" && reply.text.trim() !== "") return { reply: reply.text.trim(), status: "ok" };
  const reason =
    reply.kind === "failed"
      ? `the model call failed (${reply.failure.class}): ${reply.failure.message}`
      : "the model gave an empty answer";
  return { reply: `I could not complete this: ${reason}.`, status: "could-not-complete" };
}

async function answerInLayers(phases: readonly Phase[], frame: TurnFrame): Promise<Answered> {
  const { conversation, input } = frame;
  reportTools(conversation.extensions, callContext(conversation, input.turn, 0).emit);
  const outcome = await runLoop(phases, frame);
  const composed = composeReply(outcome, frame.input.text);
  const context = turnContext(frame, { iteration: 0, maxIterations: 0, states: outcome.states });
  const reply = composed.status === "ok" ? await validateOutput(context, composed.reply) : composed.reply;
  return { reply, status: composed.status, trivial: false, followUps: outcome.followUps };
}

function unique(texts: readonly string[]): readonly string[] {
  return texts.filter(
    (text, index) => texts.findIndex((other) => normalised(other) === normalised(text)) === index,
  );
}
