/** The layered harness of document 000 behind the Harness port. */

import type { Message, ModelAnswer } from "../../core/model.ts";
import type { ToolResult } from "../../core/tool.ts";
import type { Harness, HarnessPorts, Session, TurnInput, TurnResult } from "../contract/harness.ts";
import { callTool } from "../contract/tool-path.ts";
import { renumber } from "./actions/call-numbers.ts";
import { pendingActions } from "./actions/pending-actions.ts";
import { classifyTurn } from "./classify/classify-turn.ts";
import { modelLine } from "./model-line.ts";
import { proposePrompt } from "./prompts/propose.ts";

/** Eleven layers walked in a fixed order around one tool-calling proposer. */
export const layeredHarness: Harness = {
  id: "layered",
  open: async (ports) => openSession(ports),
};

function openSession(ports: HarnessPorts): Session {
  const ask = modelLine(ports.model);
  const actions = pendingActions(ports.durable, ports.clock);
  let transcript: readonly Message[] = ports.history;
  const turn = async (input: TurnInput): Promise<TurnResult> => {
    const place = { session: ports.session, turn: input.turn, iteration: 0, task: "" };
    const classification = await classifyTurn({
      ask,
      place,
      text: input.text,
      earlier: transcript,
      maxTokens: ports.settings.replies.checkMaxTokens,
    });
    transcript = [...transcript, { role: "user", content: input.text }];
    const staged: string[] = [];
    const exchange: Message[] = [];
    let reply: string | null = null;
    for (let step = 1; step <= ports.settings.loop.taskSteps && reply === null; step++) {
      const at = classification.isTrivial ? place : { ...place, iteration: step, task: "task-1" };
      const prompt = proposePrompt({
        now: ports.clock.now().toISOString(),
        facts: null,
        conflicts: [],
        constraints: classification.statedConstraints,
        blocks: [],
        hint: null,
        part: null,
        transcript,
        exchange,
        tools: classification.isTrivial ? [] : ports.world.tools.map((tool) => tool.spec),
        maxTokens: ports.settings.replies.proposeMaxTokens,
      });
      const answer = await ask(prompt, { place: at, feature: null });
      if (answer.kind === "failed") break;
      if (answer.toolCalls.length === 0) reply = answer.text;
      else exchange.push(...(await runCalls(answer)));
    }
    async function runCalls(answer: ModelAnswer): Promise<Message[]> {
      const calls = renumber(ports.durable, answer.toolCalls);
      const messages: Message[] = [{ role: "assistant", content: answer.text, toolCalls: calls }];
      for (const call of calls) {
        const traits = ports.world.tools.find((tool) => tool.spec.name === call.tool);
        let content: string;
        if (traits?.staged) {
          const action = actions.stage(call);
          staged.push(action.id);
          ports.events.emit({ type: "action-staged", action }, place);
          content = `staged for approval as ${action.id}`;
        } else content = (await callTool(ports, call, place)).content;
        messages.push({ role: "tool", callId: call.id, tool: call.tool, content });
      }
      return messages;
    }
    const status = reply === null ? "could-not-complete" : "ok";
    reply ??= "I could not complete this.";
    transcript = [...transcript, { role: "assistant", content: reply }];
    ports.events.emit({ type: "turn-end", reply, status, trivial: classification.isTrivial }, place);
    return {
      reply,
      status,
      staged: actions.list().filter((action) => staged.includes(action.id)),
      followUps: [],
    };
  };
  return {
    turn,
    async decide(id, decision): Promise<ToolResult> {
      const place = { session: ports.session, turn: 0, iteration: 0, task: "" };
      const action = actions.take(id);
      if (!action)
        return { kind: "error", content: `There is no staged action ${id}.`, errorClass: "not-found" };
      if (decision === "reject") {
        ports.events.emit({ type: "action-discarded", actionId: id, reason: "rejected" }, place);
        return { kind: "ok", content: `${id} discarded.` };
      }
      const result = await callTool(ports, action.call, place);
      ports.events.emit({ type: "action-applied", actionId: id, result }, place);
      return result;
    },
    command: async (line) => `Unknown command: ${line}`,
    [Symbol.asyncDispose]: async () => {},
  };
}
