/** Binds a place of the conversation: what phases and features see there, and the conversation for the engine alone. */

import type { CallPlace } from "../../../core/model.ts";
import type { ToolCall, ToolResult } from "../../../core/tool.ts";
import { asEventBody } from "../../contract/declare-events.ts";
import { callTool } from "../../contract/tool-path.ts";
import type { Conversation } from "../conversation.ts";
import type { LayeredEventBody } from "../events.ts";
import { consult, type Extensions, featureTool, useSlot, wrapToolCall } from "../extensions/extensions.ts";
import type { CallScope, TurnScope } from "../extensions/scope.ts";

/** A place of the conversation, between turns too. */
export interface CallContext extends CallScope {
  readonly conversation: Conversation;
  readonly extensions: Extensions;
}

/** The part of a scope that is known once the turn is classified; it does not change while the turn runs. */
export type TurnFrame = Pick<TurnScope, "input" | "classification" | "factsBlock" | "constraints"> & {
  readonly conversation: Conversation;
};

export interface TurnContext extends TurnScope, CallContext {}

/** Binds a place between turns or before the layers run. */
export function callContext(conversation: Conversation, turn: number, iteration: number): CallContext {
  const { ports, extensions, memory, actions } = conversation;
  const place = (task = ""): CallPlace => ({ session: ports.session, turn, iteration, task });
  const context: CallContext = {
    conversation,
    extensions,
    settings: ports.settings,
    clock: ports.clock,
    durable: ports.durable,
    session: ports.session,
    tools: conversation.tools,
    get transcript() {
      return conversation.kept.transcript;
    },
    memory: {
      known: memory.known,
      in: memory.in,
      remember: (facts) => memory.remember(facts, context),
      forget: (wanted) => memory.forget(wanted, context),
    },
    emit: (body: LayeredEventBody, task) => ports.events.emit(asEventBody(body), place(task)),
    ask: (prompt, { feature, task }) => conversation.ask(prompt, { feature, place: place(task) }),
    runTool(call, task = "") {
      const world = { call: (one: ToolCall) => featureTool(context, one) ?? ports.world.call(one) };
      const run = (one: ToolCall): Promise<ToolResult> =>
        callTool({ world, events: ports.events }, one, place(task));
      return call.malformed === undefined ? wrapToolCall(context, run, task)(call) : run(call);
    },
    stage(call, task) {
      const action = actions.stage(call);
      context.emit({ type: "action-staged", action }, task);
      return action;
    },
    use: useIn(() => context),
  };
  return context;
}

/** Binds a place of a turn whose frame is known. */
export function turnContext(
  frame: TurnFrame,
  at: Pick<TurnScope, "iteration" | "maxIterations" | "states">,
  // Every phase sees other states from the same place, so the place is bound once.
  place: CallContext = callContext(frame.conversation, frame.input.turn, at.iteration),
): TurnContext {
  const context: TurnContext = {
    ...frame,
    ...place,
    ...at,
    consult: consultIn(() => context),
    seeing: (states) => turnContext(frame, { ...at, states }, place),
  };
  return context;
}

/** The typed face of `useSlot`; its type parameters cannot be carried through a value of either kind. */
function useIn(place: () => CallContext): CallScope["use"] {
  const use = (...[slot, ask]: Tail<typeof useSlot>): Promise<unknown> => useSlot(place(), slot, ask);
  return use as CallScope["use"];
}

/** The typed face of `consult`. */
function consultIn(place: () => TurnContext): TurnScope["consult"] {
  const ask = (...rest: Tail<typeof consult>): Promise<readonly unknown[]> => consult(place(), ...rest);
  return ask as TurnScope["consult"];
}

type Tail<F extends (...args: never[]) => unknown> =
  Parameters<F> extends [unknown, ...infer Rest] ? Rest : never;
