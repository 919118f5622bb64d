/** What a feature may see and do; the conversation, its stores and its actions stay out of its reach (house-1 2.5). */

import type { Clock } from "../../../core/clock.ts";
import type { ModelReply } from "../../../core/model.ts";
import type { ToolTraits } from "../../../tools/world.ts";
import type { DurableStore, TurnInput } from "../../contract/harness.ts";
import type { Classification } from "../classify/classification.ts";
import type { LayerStates } from "../engine/layer-states.ts";
import type { LayeredEventBody } from "../events.ts";
import type { Prompt } from "../prompts/prompt.ts";
import type { Settings } from "../settings.ts";

/** At any place of a session: a way to report and to ask, bound to the place, and what lasts. */
export interface CallScope {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly durable: DurableStore;
  /** The tools of the world, to tell what a call may do. */
  readonly tools: readonly ToolTraits[];
  emit(body: LayeredEventBody, task?: string): void;
  ask(prompt: Prompt, from: { readonly feature: string | null; readonly task?: string }): Promise<ModelReply>;
}

/** Inside a turn. Contract: `states` is a snapshot; only the engine changes a slice, with what a phase returns. */
export interface TurnScope extends CallScope {
  readonly input: TurnInput;
  readonly classification: Classification;
  /** The rendered facts block, null when there is none. */
  readonly factsBlock: string | null;
  /** Conditions on the reply: stated for this turn and lasting ones. */
  readonly constraints: readonly string[];
  /** 0 before and after the loop, 1-based inside it. */
  readonly iteration: number;
  readonly maxIterations: number;
  readonly states: LayerStates;
}
