/** One conversation with the layered harness: turns, decisions on staged actions, commands. */

import type { ModelReply } from "../../core/model.ts";
import type { ToolCall, ToolResult } from "../../core/tool.ts";
import { openPriceBook } from "../../llm/prices.ts";
import type { HarnessPorts, Session, TurnInput, TurnResult } from "../contract/harness.ts";
import { pendingActions } from "./actions/pending-actions.ts";
import { runCommand } from "./commands/run-command.ts";
import type { Conversation } from "./conversation.ts";
import { composePhases } from "./engine/compose-phases.ts";
import { ENGINE_DEFAULTS } from "./engine/engine-defaults.ts";
import type { BasePhase } from "./engine/phase.ts";
import { runTurn } from "./engine/run-turn.ts";
import { callContext } from "./engine/turn-context.ts";
import type { LayeredEventBody } from "./events.ts";
import type { Feature } from "./extensions/extension-points.ts";
import { compose, toolsOf } from "./extensions/extensions.ts";
import { keptConversation } from "./kept-conversation.ts";
import { recordChange } from "./layers/world-model/environment.ts";
import { memoryService } from "./memory/memory-service.ts";
import { modelLine } from "./model-line.ts";
import type { Settings } from "./settings.ts";
import { type CostOf, spendCap } from "./spend/spend-cap.ts";

/** Opens a session on its ports, with the features installed and old staged actions swept. */
export function openSession(
  ports: HarnessPorts<Settings>,
  parts: { readonly phases: readonly BasePhase[]; readonly features: readonly Feature[] },
): Session {
  const phases = composePhases(parts.phases, parts.features);
  const conversation = openConversation(ports, parts.features);
  let turn = 0;
  const emit = (body: LayeredEventBody): void => callContext(conversation, turn, 0).emit(body);
  for (const { id } of conversation.actions.sweep())
    emit({ type: "action-discarded", actionId: id, reason: "swept" });
  return {
    turn(input: TurnInput): Promise<TurnResult> {
      turn = input.turn;
      return runTurn(phases, conversation, input);
    },
    decide: (actionId, decision) => decide(conversation, { actionId, decision, turn }),
    command: (line) => runCommand(conversation, line, callContext(conversation, turn, 0)),
    [Symbol.asyncDispose]: async () => {},
  };
}

function openConversation(ports: HarnessPorts<Settings>, features: readonly Feature[]): Conversation {
  const { durable, clock, settings } = ports;
  const extensions = compose(features, ENGINE_DEFAULTS);
  const spend = spendCap(durable, settings.spend, costOf(ports));
  const line = modelLine(ports.model);
  return {
    ports,
    extensions,
    tools: toolsOf(extensions, ports.world.tools),
    spend,
    ask: async (prompt, from) => {
      const reply = await line(prompt, from);
      spend.recordReply(reply);
      return reply;
    },
    memory: memoryService({ durable, clock, settings: settings.memory, session: ports.session, extensions }),
    actions: pendingActions(durable, clock),
    kept: keptConversation(durable, ports.session, ports.history),
  };
}

/** Prices are looked up only where a cost limit needs them. */
function costOf({ settings, model }: HarnessPorts<Settings>): CostOf {
  if (settings.spend.sessionCostLimitUsd === null) return () => 0;
  const prices = openPriceBook({ overrides: [], priceLike: null });
  return (reply: ModelReply) => {
    const name = reply.kind === "answer" ? (reply.model ?? model.id) : model.id;
    return prices.costOf(prices.price(name), reply.usage).costUsd ?? 0;
  };
}

/** approved actions run now, rejected ones are dropped; the next proposal hears of either. */
async function decide(
  conversation: Conversation,
  { actionId, decision, turn }: { actionId: string; decision: "approve" | "reject"; turn: number },
): Promise<ToolResult> {
  const { actions } = conversation;
  const action = actions.take(actionId);
  if (!action)
    return { kind: "error", errorClass: "not-found", content: `There is no staged action ${actionId}.` };
  const { emit, runTool } = callContext(conversation, turn, 0);
  const name = `${actionId} (${action.call.tool})`;
  if (decision === "reject") {
    emit({ type: "action-discarded", actionId, reason: "rejected" });
    recordCall(conversation, action.call, `${name} was rejected by the user and not run.`);
    return { kind: "ok", content: `${actionId} was dropped.` };
  }
  const result = await runTool(action.call);
  emit({ type: "action-applied", actionId, result });
  if (result.kind === "ok")
    recordChange(conversation.ports.durable, action.call, conversation.ports.clock.now());
  recordCall(conversation, action.call, `${name} was approved and run, result: ${result.content}`);
  return result;
}

/** A call and what came of it, as the model would have seen it at once: what a tool says is never the user's word. */
function recordCall(conversation: Conversation, call: ToolCall, content: string): void {
  conversation.kept.transcript = [
    ...conversation.kept.transcript,
    { role: "assistant", content: "", toolCalls: [call] },
    { role: "tool", callId: call.id, tool: call.tool, content },
  ];
}
