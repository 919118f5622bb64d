/** What a phase or a feature may see and do while a turn runs. */

import type { EventBody } from "../../../core/event.ts";
import type { CallPlace, ModelReply } from "../../../core/model.ts";
import type { TurnInput } from "../../contract/harness.ts";
import type { Classification } from "../classify/classification.ts";
import type { Conversation } from "../conversation.ts";
import type { Prompt } from "../prompts/prompt.ts";
import type { LayerStates } from "./layer-states.ts";

/** What is known once the turn is classified; it does not change while the turn runs. */
export interface TurnFrame {
  readonly conversation: Conversation;
  readonly input: TurnInput;
  readonly classification: Classification;
  /** The rendered facts block, null when there is none. */
  readonly factsBlock: string | null;
  /** Conditions on the reply: stated for this turn and lasting ones. */
  readonly constraints: readonly string[];
}

/** A way to report and to ask, bound to a place. */
export interface CallContext {
  readonly conversation: Conversation;
  emit(body: EventBody, task?: string): void;
  ask(prompt: Prompt, from: { readonly feature: string | null; readonly task?: string }): Promise<ModelReply>;
}

/** Contract: `states` is a snapshot; nothing here changes a slice, only the engine does, with what a phase returns. */
export interface TurnContext extends TurnFrame, CallContext {
  /** 0 before and after the loop, 1-based inside it. */
  readonly iteration: number;
  readonly maxIterations: number;
  readonly states: LayerStates;
}

/** Binds a place of a turn. */
export function callContext(conversation: Conversation, turn: number, iteration: number): CallContext {
  const place = (task = ""): CallPlace => ({ session: conversation.ports.session, turn, iteration, task });
  return {
    conversation,
    emit: (body, task) => conversation.ports.events.emit(body, place(task)),
    ask: (prompt, { feature, task }) => conversation.ask(prompt, { feature, place: place(task) }),
  };
}
