/** What a phase may see and do while a turn runs: what features see, and the conversation. */

import type { CallPlace } from "../../../core/model.ts";
import type { ToolCall, ToolResult } from "../../../core/tool.ts";
import { asEventBody } from "../../contract/declare-events.ts";
import { callTool } from "../../contract/tool-path.ts";
import type { Conversation } from "../conversation.ts";
import type { LayeredEventBody } from "../events.ts";
import { type Extensions, wrapToolCall } from "../extensions/extensions.ts";
import type { CallScope, TurnScope } from "../extensions/scope.ts";

/** A place of the conversation, between turns too. */
export interface CallContext extends CallScope {
  readonly conversation: Conversation;
  readonly extensions: Extensions;
  /** The one way to a tool: what runs passes every wrap; what cannot be read runs nothing and passes none. */
  runTool(call: ToolCall, task?: string): Promise<ToolResult>;
}

/** What is known once the turn is classified; it does not change while the turn runs. */
export type TurnFrame = Pick<TurnScope, "input" | "classification" | "factsBlock" | "constraints"> & {
  readonly conversation: Conversation;
};

export interface TurnContext extends TurnScope, CallContext {}

/** Binds a place of a turn. */
export function callContext(conversation: Conversation, turn: number, iteration: number): CallContext {
  const { ports, extensions } = conversation;
  const place = (task = ""): CallPlace => ({ session: ports.session, turn, iteration, task });
  const context: CallContext = {
    conversation,
    extensions,
    settings: ports.settings,
    clock: ports.clock,
    durable: ports.durable,
    tools: ports.world.tools,
    emit: (body: LayeredEventBody, task) => ports.events.emit(asEventBody(body), place(task)),
    ask: (prompt, { feature, task }) => conversation.ask(prompt, { feature, place: place(task) }),
    runTool(call, task = "") {
      const run = (one: ToolCall): Promise<ToolResult> => callTool(ports, one, place(task));
      return call.malformed === undefined ? wrapToolCall(context, run, task)(call) : run(call);
    },
  };
  return context;
}
