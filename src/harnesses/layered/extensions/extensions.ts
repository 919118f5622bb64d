/** The features of a session, composed, and the only way to call them: reached and fired are reported here (ARCHITECTURE 3). */

import { LabError } from "../../../core/errors.ts";
import type { ToolCall, ToolResult } from "../../../core/tool.ts";
import type { LayeredEventBody } from "../events.ts";
import type { Contribution } from "./contribution.ts";
import type { Feature, Hook, Hooks, Slots } from "./extension-points.ts";
import type { CallScope, TurnScope } from "./scope.ts";

export interface Extensions {
  /** In catalogue order. */
  readonly features: readonly Feature[];
  readonly slots: Slots;
  /** The feature that took a slot; absent where the engine's own provider is in it. */
  readonly owners: { readonly [K in keyof Slots]?: string };
}

/** Puts features into their slots over the defaults; two for one slot is a mistake of whoever built the map. */
export function compose(features: readonly Feature[], defaults: Slots): Extensions {
  let slots = defaults;
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
    slots = { ...slots, [name]: provide(defaults[name]) };
  };
  for (const feature of features)
    for (const name of Object.keys(defaults) as (keyof Slots)[]) fill(feature, name);
  return { features, slots, owners };
}

/** A place of a session that knows its features. */
interface Composed {
  readonly extensions: Extensions;
}

type InputOf<K extends keyof Hooks> = Hooks[K] extends Hook<infer Input, unknown> ? Input : never;
type ValueOf<K extends keyof Hooks> = Hooks[K] extends Hook<never, infer Value> ? Value : never;

/** Calls every feature that hangs on a point and has business there, in catalogue order. */
export async function consult<K extends keyof Hooks>(
  context: TurnScope & Composed,
  point: K,
  input: InputOf<K>,
  task = "",
): Promise<readonly { readonly feature: string; readonly value: ValueOf<K> }[]> {
  const answers: { feature: string; value: ValueOf<K> }[] = [];
  for (const { id, hooks } of context.extensions.features) {
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
  { extensions, emit }: Composed & { readonly emit: (body: LayeredEventBody) => void },
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

/** Runs a tool call through every wrap that applies to it, the first feature outermost. */
export function wrapToolCall(
  context: CallScope & Composed,
  run: (call: ToolCall) => Promise<ToolResult>,
  task: string,
): (call: ToolCall) => Promise<ToolResult> {
  return context.extensions.features.reduceRight((next, { id, wraps }) => {
    const wrap = wraps?.tool;
    if (!wrap) return next;
    return async (call) => {
      if (wrap.applies?.(context, call) === false) return next(call);
      context.emit({ type: "feature-reached", feature: id, at: "tool" }, task);
      const { value, fired } = await wrap.run(context, call, next);
      if (fired !== null) context.emit({ type: "feature-fired", feature: id, at: "tool", what: fired }, task);
      return value;
    };
  }, run);
}
