/** The features of a session, composed, and the only way to call them: reached and fired are reported here (ARCHITECTURE 3). */

import { LabError } from "../../../core/errors.ts";
import type { EventBody } from "../../../core/event.ts";
import type { ToolCall, ToolResult } from "../../../core/tool.ts";
import { allFollowUps } from "../engine/all-follow-ups.ts";
import type { TurnContext } from "../engine/turn-context.ts";
import { newestSlice } from "../memory/memory-policy.ts";
import { lexicalConstraints } from "../output/lexical-constraints.ts";
import { clipOnly } from "../transcript/clip-only.ts";
import type { Contribution, Feature, Hook, Hooks, RunTool, Slots } from "./extension-points.ts";

/** What the engine does where no feature took the slot. */
const ENGINE_DEFAULTS: Slots = {
  memory: newestSlice,
  compactor: clipOnly,
  steering: allFollowUps,
  constraints: lexicalConstraints,
};

export interface Extensions {
  /** In catalogue order. */
  readonly features: readonly Feature[];
  readonly slots: Slots;
  /** The feature that took a slot; absent where the engine's own provider is in it. */
  readonly owners: { readonly [K in keyof Slots]?: string };
}

/** Puts features into their slots; two for one slot is a mistake of whoever built the map. */
export function compose(features: readonly Feature[]): Extensions {
  let slots = ENGINE_DEFAULTS;
  const owners: { [K in keyof Slots]?: string } = {};
  const fill = <K extends keyof Slots>(feature: Feature, name: K): void => {
    const provide = feature.slots?.[name];
    if (!provide) return;
    if (owners[name] !== undefined)
      throw new LabError({
        code: "slot-taken",
        what: `${feature.id} and ${owners[name]} both provide the slot ${name}.`,
        remedy: "Switch one of the two flags off.",
      });
    owners[name] = feature.id;
    slots = { ...slots, [name]: provide(ENGINE_DEFAULTS[name]) };
  };
  for (const feature of features) {
    fill(feature, "memory");
    fill(feature, "compactor");
    fill(feature, "steering");
    fill(feature, "constraints");
  }
  return { features, slots, owners };
}

type InputOf<K extends keyof Hooks> = Hooks[K] extends Hook<infer Input, unknown> ? Input : never;
type ValueOf<K extends keyof Hooks> = Hooks[K] extends Hook<never, infer Value> ? Value : never;

/** Calls every feature that hangs on a point and has business there, in catalogue order. */
export async function consult<K extends keyof Hooks>(
  context: TurnContext,
  point: K,
  input: InputOf<K>,
  task = "",
): Promise<readonly { readonly feature: string; readonly value: ValueOf<K> }[]> {
  const answers: { feature: string; value: ValueOf<K> }[] = [];
  for (const { id, hooks } of context.conversation.extensions.features) {
    const hook = hooks?.[point] as Hook<InputOf<K>, ValueOf<K>> | undefined;
    if (!hook || hook.applies?.(context, input) === false) continue;
    context.emit({ type: "feature-reached", feature: id, at: point }, task);
    const { value, fired } = await hook.run(context, input);
    if (fired !== null) context.emit({ type: "feature-fired", feature: id, at: point, what: fired }, task);
    answers.push({ feature: id, value });
  }
  return answers;
}

/** Uses a slot; the engine's own provider reports nothing. */
export async function useSlot<K extends keyof Slots, T>(
  { extensions, emit }: { readonly extensions: Extensions; readonly emit: (body: EventBody) => void },
  name: K,
  use: (provider: Slots[K]) => Contribution<T> | Promise<Contribution<T>>,
): Promise<T> {
  const owner = extensions.owners[name];
  if (owner !== undefined) emit({ type: "feature-reached", feature: owner, at: name });
  const { value, fired } = await use(extensions.slots[name]);
  if (owner !== undefined && fired !== null)
    emit({ type: "feature-fired", feature: owner, at: name, what: fired });
  return value;
}

/** A tool call through every wrap, the first feature outermost. */
export function tried(
  context: TurnContext,
  run: (call: ToolCall) => Promise<ToolResult>,
  task: string,
): (call: ToolCall) => Promise<ToolResult> {
  const innermost: RunTool = (_context, call) => run(call);
  const wrapped = context.conversation.extensions.features.reduceRight<RunTool>(
    (next, { wraps }) => wraps?.tool?.(next) ?? next,
    innermost,
  );
  return (call) => wrapped(context, call, task);
}
