/** Reach of a phase or a feature: all that it may see and do; the conversation itself stays outside (house-1 2.5). */

import type { Clock } from "../../../core/clock.ts";
import type { PendingAction } from "../../../core/event.ts";
import type { Message, ModelReply } from "../../../core/model.ts";
import type { ToolCall, ToolResult } from "../../../core/tool.ts";
import type { ToolTraits } from "../../../tools/world.ts";
import type { DurableStore, TurnInput } from "../../contract/harness.ts";
import type { Classification } from "../classify/classification.ts";
import type { LayerStates } from "../engine/layer-states.ts";
import type { LayeredEventBody } from "../events.ts";
import type { MemoryView } from "../memory/memory-view.ts";
import type { Prompt } from "../prompts/prompt.ts";
import type { Settings } from "../settings.ts";
import type { Hooks, Slots } from "./extension-points.ts";
import type { Answer, Hook } from "./hook.ts";
import type { HookPoint, SlotPoint, Use } from "./owned-points.ts";

/** At any place of a session: ways to report, ask and act that are bound to the place, and what lasts. */
export interface CallScope {
  readonly settings: Settings;
  readonly clock: Clock;
  /** Survives the session as a disc does; a feature's own part of it is `keptState` (kept-state.ts). */
  readonly durable: DurableStore;
  /** 1-based count of sessions of the trial. */
  readonly session: number;
  /** The tools on offer, the world's and those of features, to tell what a call may do. */
  readonly tools: readonly ToolTraits[];
  /** The conversation so far, the current user message included. */
  readonly transcript: readonly Message[];
  readonly memory: MemoryView;
  emit(body: LayeredEventBody, task?: string): void;
  ask(prompt: Prompt, from: { readonly feature: string | null; readonly task?: string }): Promise<ModelReply>;
  /** The one way to a tool: what runs passes every wrap; what cannot be read runs nothing and passes none. */
  runTool(call: ToolCall, task?: string): Promise<ToolResult>;
  /** Records an action that waits for the user's approval instead of running it. */
  stage(call: ToolCall, task?: string): PendingAction;
  /** Uses a slot of the engine; its own provider reports nothing. */
  use<K extends keyof Slots, T>(slot: K, use: Use<Slots[K], T>): Promise<T>;
  /** Uses a slot that the calling feature owns. */
  use<Provider, T>(slot: SlotPoint<Provider>, use: Use<Provider, T>): Promise<T>;
}

type InputOf<K extends keyof Hooks> = Hooks[K] extends Hook<never, infer Input, unknown> ? Input : never;
type ValueOf<K extends keyof Hooks> = Hooks[K] extends Hook<never, never, infer Value> ? Value : never;

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
  /** The same place with other slices, for a phase that asks features about what it is about to write. */
  seeing(states: LayerStates): TurnScope;
  /** Asks every feature that hangs on a hook of the engine and has business there, in catalogue order. */
  consult<K extends keyof Hooks>(
    point: K,
    input: InputOf<K>,
    task?: string,
  ): Promise<readonly Answer<ValueOf<K>>[]>;
  /** Asks every feature that hangs on a hook that the calling feature owns. */
  consult<Input, Value>(
    point: HookPoint<Input, Value>,
    input: Input,
    task?: string,
  ): Promise<readonly Answer<Value>[]>;
}
