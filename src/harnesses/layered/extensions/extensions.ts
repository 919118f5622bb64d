/** The features of a session, composed, and the only way to call them: reached and fired are reported here (ARCHITECTURE 3). */

import { LabError } from "../../../core/errors.ts";
import type { ToolCall, ToolResult } from "../../../core/tool.ts";
import type { ToolTraits } from "../../../tools/world.ts";
import type { LayeredEventBody } from "../events.ts";
import type { Fact } from "../memory/fact.ts";
import type { Contribution } from "./contribution.ts";
import type { EdgeHooks, Feature, Hooks, Slots } from "./extension-points.ts";
import type { Answer, Hook } from "./hook.ts";
import type { HookPoint, SlotPoint, Use } from "./owned-points.ts";
import type { CallScope } from "./scope.ts";

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
    const owner = owners[name];
    if (owner !== undefined) throw slotTaken(name, feature.id, owner);
    owners[name] = feature.id;
    slots = { ...slots, [name]: provide(defaults[name]) };
  };
  for (const feature of features)
    for (const name of Object.keys(defaults) as (keyof Slots)[]) fill(feature, name);
  checkFills(features);
  return { features, slots, owners };
}

/** A point without its owner would never be asked, and one slot has one provider. */
function checkFills(features: readonly Feature[]): void {
  const providers = new Map<unknown, string>();
  for (const { id, fills = [] } of features)
    for (const fill of fills) {
      const { kind, point } = fill;
      const optional = fill.kind === "hook" && fill.optional === true;
      if (!optional && !features.some((other) => other.id === point.owner))
        throw new LabError({
          code: "owner-missing",
          what: `${id} fills ${point.name} of ${point.owner}, which is not installed.`,
          remedy: `Switch ${point.owner} on, or ${id} off.`,
        });
      if (kind === "hook") continue;
      const other = providers.get(point);
      if (other !== undefined) throw slotTaken(point.name, id, other);
      providers.set(point, id);
    }
}

function slotTaken(name: string, feature: string, other: string): LabError {
  return new LabError({
    code: "slot-taken",
    what: `${feature} and ${other} both provide the slot ${name}.`,
    remedy: "Switch one of the two flags off.",
  });
}

/** A place of a session that knows its features. */
export interface Composed {
  readonly extensions: Extensions;
}

/** A place that can be asked about: what features see there, and who they are. */
type Asked = CallScope & Composed;
type Point = keyof (Hooks & EdgeHooks) | HookPoint<unknown, unknown>;

/** Asks at the edge of a turn or of the session. */
export async function consultEdge<K extends keyof EdgeHooks>(
  scope: Asked,
  point: K,
  input: EdgeHooks[K] extends Hook<never, infer Input, unknown> ? Input : never,
): Promise<void> {
  await consult(scope, point, input);
}

/** Calls every feature that hangs on a point and has business there, in catalogue order. */
export async function consult(
  scope: Asked,
  point: Point,
  input: unknown,
  task = "",
): Promise<readonly Answer<unknown>[]> {
  const at = typeof point === "string" ? point : point.name;
  const answers: Answer<unknown>[] = [];
  for (const feature of scope.extensions.features)
    for (const hook of hooksOn(feature, point)) {
      if (hook.applies?.(scope, input) === false) continue;
      scope.emit({ type: "feature-reached", feature: feature.id, at }, task);
      const { value, fired } = await hook.run(scope, input);
      if (fired !== null) scope.emit({ type: "feature-fired", feature: feature.id, at, what: fired }, task);
      answers.push({ feature: feature.id, value });
    }
  return answers;
}

type AnyHook = Hook<CallScope, unknown, unknown>;

function hooksOn(feature: Feature, point: Point): readonly AnyHook[] {
  if (typeof point === "string") {
    const hook = feature.hooks?.[point];
    return hook ? [hook as AnyHook] : [];
  }
  const { fills = [] } = feature;
  return fills.flatMap((fill) =>
    fill.kind === "hook" && fill.point === point ? [fill.hook as AnyHook] : [],
  );
}

/** Uses a slot of the engine or of a feature; the provider of its owner reports nothing. */
export async function useSlot(
  { extensions, emit }: Composed & { readonly emit: (body: LayeredEventBody) => void },
  slot: keyof Slots | SlotPoint<unknown>,
  use: Use<never, unknown>,
): Promise<unknown> {
  const at = typeof slot === "string" ? slot : slot.name;
  const { provider, feature } =
    typeof slot === "string"
      ? { provider: extensions.slots[slot], feature: extensions.owners[slot] }
      : providerOf(extensions.features, slot);
  if (feature !== undefined) emit({ type: "feature-reached", feature, at });
  const { value, fired } = await use(provider as never);
  if (feature !== undefined && fired !== null) emit({ type: "feature-fired", feature, at, what: fired });
  return value;
}

function providerOf(
  features: readonly Feature[],
  slot: SlotPoint<unknown>,
): { readonly provider: unknown; readonly feature: string | undefined } {
  for (const { id, fills = [] } of features)
    for (const fill of fills)
      if (fill.kind === "slot" && fill.point === slot)
        return { provider: fill.provide(slot.fallback as never), feature: id };
  return { provider: slot.fallback, feature: undefined };
}

/** The tools that features add, in catalogue order; two of one name are a mistake of whoever built the map. */
export function toolsOf({ features }: Extensions, world: readonly ToolTraits[]): readonly ToolTraits[] {
  const added = features.flatMap(({ tools = [] }) => tools);
  const names = [...world, ...added].map(({ spec }) => spec.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new LabError({
      code: "tool-taken",
      what: `Two tools are named ${twice}.`,
      remedy: "Switch one of the flags that add it off.",
    });
  return [...world, ...added.map(({ spec, staged, untrusted }) => ({ spec, staged, untrusted }))];
}

/** Tools that features put on offer, which change every request of the turn. */
export function reportTools({ features }: Extensions, emit: (body: LayeredEventBody) => void): void {
  for (const { id: feature, tools = [] } of features) {
    if (tools.length === 0) continue;
    const what = `on offer: ${tools.map(({ spec }) => spec.name).join(", ")}`;
    emit({ type: "feature-reached", feature, at: "tools" });
    emit({ type: "feature-fired", feature, at: "tools", what });
  }
}

/** Runs a call on the feature that added its tool; undefined where none did. */
export function featureTool(context: CallScope & Composed, call: ToolCall): Promise<ToolResult> | undefined {
  return context.extensions.features
    .flatMap(({ tools = [] }) => tools)
    .find(({ spec }) => spec.name === call.tool)
    ?.run(context, call);
}

/** Runs a line as a command of a feature; null where none has it. The longest command that the line starts with wins. */
export async function featureCommand(context: CallScope & Composed, line: string): Promise<string | null> {
  const words = line.trim().split(/\s+/);
  for (let length = words.length; length > 0; length -= 1) {
    const at = words.slice(0, length).join(" ");
    const owner = context.extensions.features.find(({ commands = {} }) => Object.hasOwn(commands, at));
    const command = owner?.commands?.[at];
    if (!owner || !command) continue;
    context.emit({ type: "feature-reached", feature: owner.id, at });
    const { value, fired } = await command(context, words.slice(length).join(" "));
    if (fired !== null) context.emit({ type: "feature-fired", feature: owner.id, at, what: fired });
    return value;
  }
  return null;
}

/** The commands that features add. */
export function commandsOf({ features }: Extensions): readonly string[] {
  return features.flatMap(({ commands = {} }) => Object.keys(commands));
}

/** Runs a tool call through every wrap that applies to it, the first feature outermost. */
export function wrapToolCall(
  context: Asked,
  run: (call: ToolCall) => Promise<ToolResult>,
  task: string,
): (call: ToolCall) => Promise<ToolResult> {
  return throughWraps(context, "tool", run, task);
}

/** Writes a fact through every wrap that applies to it. */
export function wrapMemoryWrite(
  context: Asked,
  write: (fact: Fact) => Promise<Fact | null>,
): (fact: Fact) => Promise<Fact | null> {
  return throughWraps(context, "memoryWrite", write);
}

interface Wrap<Input, Output> {
  applies?(scope: CallScope, input: Input): boolean;
  run(scope: CallScope, input: Input, next: (input: Input) => Promise<Output>): Promise<Contribution<Output>>;
}

function throughWraps<Input, Output>(
  context: Asked,
  at: "tool" | "memoryWrite",
  run: (input: Input) => Promise<Output>,
  task = "",
): (input: Input) => Promise<Output> {
  return context.extensions.features.reduceRight((next, { id: feature, wraps }) => {
    const wrap = wraps?.[at] as unknown as Wrap<Input, Output> | undefined;
    if (!wrap) return next;
    return async (input) => {
      if (wrap.applies?.(context, input) === false) return next(input);
      context.emit({ type: "feature-reached", feature, at }, task);
      const { value, fired } = await wrap.run(context, input, next);
      if (fired !== null) context.emit({ type: "feature-fired", feature, at, what: fired }, task);
      return value;
    };
  }, run);
}
