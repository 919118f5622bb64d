/** Carries out the tool calls of one model step: what changes the world is staged, the rest runs. */

import type { Message, ModelAnswer } from "../../../../core/model.ts";
import type { ToolCall, ToolResult } from "../../../../core/tool.ts";
import { renumber } from "../../actions/call-numbers.ts";
import { requiresApproval } from "../../classify/classification.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import { taskOf } from "../planning/task-graph.ts";

/** Changes the world but is harmless enough to run at once, unless the turn as a whole needs approval. */
const STAGED_WHEN_APPROVAL_IS_REQUIRED: readonly string[] = ["create_reminder"];

/** The messages for the exchange and the results in call order. */
export async function runCalls(
  context: TurnScope,
  task: string,
  answer: ModelAnswer,
): Promise<{
  readonly messages: readonly Message[];
  readonly results: readonly { readonly call: ToolCall; readonly result: ToolResult }[];
}> {
  const calls = renumber(context.durable, answer.toolCalls);
  const { text: content, carry } = answer;
  const messages: Message[] = [
    { role: "assistant", content, toolCalls: calls, ...(carry === undefined ? {} : { carry }) },
  ];
  const results: { call: ToolCall; result: ToolResult }[] = [];
  for (const call of calls) {
    const result = await runOrStage(context, task, call);
    results.push({ call, result });
    messages.push({ role: "tool", callId: call.id, tool: call.tool, content: result.content });
  }
  return { messages, results };
}

async function runOrStage(context: TurnScope, task: string, call: ToolCall): Promise<ToolResult> {
  const traits = context.tools.find(({ spec }) => spec.name === call.tool);
  const staged =
    traits?.staged || (needsApproval(context, task) && STAGED_WHEN_APPROVAL_IS_REQUIRED.includes(call.tool));
  if (!traits || !staged || call.malformed !== undefined) return context.runTool(call, task);
  const missing = requiredOf(traits.spec.parameters).filter((name) => call.arguments[name] === undefined);
  if (missing.length > 0)
    return {
      kind: "error",
      errorClass: "bad-arguments",
      content: `Bad arguments for ${call.tool}: ${missing.join(", ")} missing. Nothing was staged.`,
    };
  const action = context.stage(call, task);
  return { kind: "ok", content: `staged for approval as ${action.id}` };
}

/** The turn's risk or the task's own. */
function needsApproval({ classification, states }: TurnScope, task: string): boolean {
  return requiresApproval(classification) || taskOf(states.planning, task)?.risk === "HIGH";
}

function requiredOf(parameters: { readonly [key: string]: unknown }): readonly string[] {
  const { required } = parameters;
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}
