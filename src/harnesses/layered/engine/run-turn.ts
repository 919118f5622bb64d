/** One turn from the user's message to the reply (A-005..A-009). */

import type { TurnStatus } from "../../../core/event.ts";
import type { Question } from "../../../core/question.ts";
import type { TurnInput, TurnResult } from "../../contract/harness.ts";
import type { Conversation } from "../conversation.ts";
import { consultEdge, reportTools } from "../extensions/extensions.ts";
import { composeReply } from "../output/compose-reply.ts";
import { labelReply } from "../output/label-reply.ts";
import { heldToConstraints, remarkOn } from "../output/validate-output.ts";
import { blocksFor, commonParts, wholeRequest } from "../output/whole-request.ts";
import { type ProposeInput, proposePrompt } from "../prompts/propose.ts";
import { emptyStates } from "./empty-states.ts";
import { openFrame } from "./open-frame.ts";
import { withAnswer } from "./paused-run.ts";
import type { Phase } from "./phase.ts";
import { type RunStart, runLoop } from "./run-loop.ts";
import { callContext, type TurnContext, type TurnFrame, turnContext } from "./turn-context.ts";

/** The end of a path to a reply. */
interface Draft {
  readonly reply: string;
  readonly status: TurnStatus;
  readonly trivial: boolean;
  readonly followUps: readonly string[];
  readonly question: Question | null;
  /** The turn at its end. */
  readonly scope: TurnContext;
  /** The request behind the reply, null where no model was asked. */
  readonly request: ProposeInput | null;
}

type Answered = Pick<Draft, "reply" | "status" | "trivial" | "followUps" | "question">;

/** Answers one user entry; a refused turn leaves no trace in the transcript. */
export async function runTurn(
  phases: readonly Phase[],
  conversation: Conversation,
  input: TurnInput,
): Promise<TurnResult> {
  const before = new Set(conversation.actions.list().map(({ id }) => id));
  const { reply, status, trivial, question, ...rest } = await answer(phases, conversation, input);
  const { emit } = callContext(conversation, input.turn, 0);
  // what no iteration polled is not lost with the turn.
  const late = input.poll(Number.POSITIVE_INFINITY);
  for (const text of late) emit({ type: "steered", text, landing: "follow-up" });
  const followUps = [...rest.followUps, ...late];
  emit({ type: "turn-end", reply, status, trivial });
  const staged = conversation.actions.list().filter(({ id }) => !before.has(id));
  return { reply, status, staged, followUps, ...(question ? { question } : {}) };
}

async function answer(
  phases: readonly Phase[],
  conversation: Conversation,
  input: TurnInput,
): Promise<Answered> {
  const refusal = conversation.spend.refusal();
  if (refusal !== null)
    return { reply: refusal, status: "refused", trivial: false, followUps: [], question: null };
  conversation.spend.recordTurn();
  const call = callContext(conversation, input.turn, 0);
  await consultEdge(call, "turnStarted", { text: input.text, source: input.source });
  const resumed = await goOn(phases, conversation, input);
  const draft = resumed ?? (await begin(phases, call, input));
  const { scope, trivial, status, followUps, question } = draft;
  const kept = status === "ok" ? await finalReply(draft) : draft.reply;
  if (status === "ok" && !trivial && draft.request !== null) await labelReply(scope, kept);
  conversation.kept.transcript = [
    ...conversation.kept.transcript,
    ...(resumed ? [{ role: "user" as const, content: input.text }] : []),
    { role: "assistant", content: kept },
  ];
  // Bound anew, so that the transcript holds the reply.
  await scope.seeing(scope.states).consult("turnEnded", { reply: kept, status, trivial });
  return { reply: kept, status, trivial, followUps, question };
}

/** A trivial turn is not judged, and a reply that was sent back once is not sent back again. */
async function finalReply({ scope, request, reply, status, trivial }: Draft): Promise<string> {
  const judged = trivial || request === null ? null : await heldToConstraints(scope, request, reply);
  return remarkOn(scope, judged === null ? request : null, { reply: judged ?? reply, status, trivial });
}

/** A new run: classified, then answered by a feature, directly or in the layers. */
async function begin(
  phases: readonly Phase[],
  call: ReturnType<typeof callContext>,
  input: TurnInput,
): Promise<Draft> {
  const frame = await openFrame(call, input);
  const scope = turnContext(frame, { iteration: 0, maxIterations: 0, states: emptyStates() });
  const answers = await scope.consult("turnClassified", null);
  const direct = answers.map(({ value }) => value).find((value) => value !== null);
  const common = { trivial: false, followUps: [], question: null, scope, request: null };
  if (direct) return { ...common, ...direct };
  if (frame.classification.isTrivial) return { ...common, ...(await answerDirectly(scope)), trivial: true };
  return answerInLayers(phases, frame, null);
}

/** Goes on with the run whose question this message answers; null where none waits. */
async function goOn(
  phases: readonly Phase[],
  conversation: Conversation,
  input: TurnInput,
): Promise<Draft | null> {
  const { paused } = conversation.kept;
  if (paused === null) return null;
  conversation.kept.paused = null;
  const { classification, factsBlock, constraints, request, iteration } = paused;
  const frame = {
    conversation,
    classification,
    factsBlock,
    constraints,
    input: { ...input, text: request },
  };
  return answerInLayers(phases, frame, { iteration, states: withAnswer(paused, input.text) });
}

/** no layer runs, no tool is offered. */
async function answerDirectly(scope: TurnContext): Promise<Pick<Draft, "reply" | "status" | "request">> {
  const request: ProposeInput = {
    ...commonParts(scope),
    blocks: await blocksFor(scope, ""),
    hint: null,
    part: null,
    exchange: [],
    tools: [],
  };
  const reply = await scope.ask(proposePrompt(request), { feature: null });
  if (reply.kind === "answer" && reply.text.trim() !== "")
    return { reply: reply.text.trim(), status: "ok", request };
  const reason =
    reply.kind === "failed"
      ? `the model call failed (${reply.failure.class}): ${reply.failure.message}`
      : "the model gave an empty answer";
  return { reply: `I could not complete this: ${reason}.`, status: "could-not-complete", request };
}

async function answerInLayers(
  phases: readonly Phase[],
  frame: TurnFrame,
  from: RunStart | null,
): Promise<Draft> {
  const { conversation, input, classification, factsBlock, constraints } = frame;
  reportTools(conversation.extensions, callContext(conversation, input.turn, 0).emit);
  const outcome = await runLoop(phases, frame, from);
  const { states, iteration, followUps, halt } = outcome;
  const scope = turnContext(frame, { iteration: 0, maxIterations: 0, states });
  const question = (halt?.status === "paused" && halt.question) || null;
  if (question !== null) {
    // Notes that no proposal took are handed back as turns of their own.
    const waiting = { ...states, execution: { ...states.execution, notes: [] } };
    const request = input.text;
    conversation.kept.paused = {
      classification,
      factsBlock,
      constraints,
      request,
      iteration,
      states: waiting,
    };
  }
  const composed = composeReply(outcome, input.text);
  return { ...composed, trivial: false, followUps, question, scope, request: wholeRequest(scope) };
}
