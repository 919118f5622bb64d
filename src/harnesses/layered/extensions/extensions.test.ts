/** Features in their slots and around tool calls: what runs is wrapped and reported, what does not run is not (house-1 2.1). */

import { expect, test } from "vitest";
import type { ToolCall } from "../../../core/tool.ts";
import { calling, type TalkOptions, talk } from "../../../testing/layered-talk.ts";
import { ENGINE_DEFAULTS } from "../engine/engine-defaults.ts";
import type { Feature, Slots, ToolWrap } from "./extension-points.ts";
import { compose } from "./extensions.ts";

/** Sees every call that comes by, and fires with what `change` makes of the result. */
function watching(id: string, seen: string[], wrap: Partial<ToolWrap> = {}): Feature {
  return {
    id,
    wraps: {
      tool: {
        async run(_scope, call, next) {
          const value = await next(call);
          seen.push(`${id}: ${call.tool} ${value.kind}`);
          return { value, fired: null };
        },
        ...wrap,
      },
    },
  };
}

const READ = calling(["read_file", { path: "a.md" }]);
const WRITE = calling(["write_file", { path: "a.md", content: "five" }]);
const UNREADABLE = {
  ...READ,
  toolCalls: [{ id: "x", tool: "read_file", arguments: {}, malformed: "{" } satisfies ToolCall],
} as typeof READ;

function open(features: readonly Feature[], first: typeof READ, options: TalkOptions = {}) {
  return talk({
    features,
    world: { files: { "a.md": "four" } },
    model: { propose: (_request, n) => (n === 0 ? first : "Done.") },
    ...options,
  });
}

const reports = (one: ReturnType<typeof talk>) =>
  one.log.events.flatMap((event) =>
    event.type === "feature-reached" || event.type === "feature-fired"
      ? [`${event.type} ${event.feature} ${event.at}`]
      : [],
  );

test("a call that runs passes the wrap once and is reported as reached, not as fired", async () => {
  const seen: string[] = [];
  const one = open([watching("watch", seen)], READ);
  await one.say("Read it.");
  expect(seen).toEqual(["watch: read_file ok"]);
  expect(reports(one)).toEqual(["feature-reached watch tool"]);
});

test("a staged call passes no wrap until it is approved, and then passes it with its place (A-156, A-158)", async () => {
  const seen: string[] = [];
  const one = open([watching("watch", seen)], WRITE);
  await one.say("Change it.");
  expect([seen, reports(one)]).toEqual([[], []]);
  await (await one.session()).decide("action-1", "approve");
  expect(seen).toEqual(["watch: write_file ok"]);
  expect(reports(one)).toEqual(["feature-reached watch tool"]);
  expect(one.events("tool-call")[0]?.place).toEqual({ session: 1, turn: 1, iteration: 0, task: "" });
});

test("a rejected action passes no wrap", async () => {
  const seen: string[] = [];
  const one = open([watching("watch", seen)], WRITE);
  await one.say("Change it.");
  await (await one.session()).decide("action-1", "reject");
  expect([seen, reports(one)]).toEqual([[], []]);
});

test("a call that cannot be read runs nothing and passes no wrap", async () => {
  const seen: string[] = [];
  const one = open([watching("watch", seen)], UNREADABLE);
  await one.say("Read it.");
  expect([seen, reports(one)]).toEqual([[], []]);
});

test.each([
  ["run at once", READ],
  ["approved", WRITE],
])(
  "a wrap that changes the result of a call %s is reported as fired, and its result is what comes back",
  async (_, first) => {
    const hiding = watching("hide", [], {
      run: async () => ({ value: { kind: "ok", content: "hidden" }, fired: "the result was hidden" }),
    });
    const one = open([hiding], first);
    await one.say("Do it.");
    const decided =
      first === WRITE ? (await (await one.session()).decide("action-1", "approve")).content : null;
    expect(reports(one)).toEqual(["feature-reached hide tool", "feature-fired hide tool"]);
    expect(decided ?? one.requests("propose")[1]?.messages.at(-1)?.content).toBe("hidden");
    expect(one.events("tool-call")).toEqual([]);
  },
);

test("wraps stand in catalogue order, the first outermost, and one without business is not reached", async () => {
  const seen: string[] = [];
  const idle = watching("idle", seen, { applies: (_scope, call) => call.tool !== "read_file" });
  const one = open([watching("outer", seen), idle, watching("inner", seen)], READ);
  await one.say("Read it.");
  expect(seen).toEqual(["inner: read_file ok", "outer: read_file ok"]);
  expect(reports(one)).toEqual(["feature-reached outer tool", "feature-reached inner tool"]);
});

test("a wrap's scope tells the tool's traits and does not name the conversation in its type", async () => {
  const traits: unknown[] = [];
  const one = open(
    [
      watching("look", [], {
        async run(scope, call, next) {
          // @ts-expect-error the whole conversation is out of reach of a feature
          void scope.conversation;
          traits.push(scope.tools.find(({ spec }) => spec.name === call.tool)?.staged);
          return { value: await next(call), fired: null };
        },
      }),
    ],
    READ,
  );
  await one.say("Read it.");
  expect(traits).toEqual([false]);
});

test.each(Object.keys(ENGINE_DEFAULTS) as (keyof Slots)[])(
  "the slot %s is filled by a feature that provides it, once",
  (name) => {
    const provider = { ...ENGINE_DEFAULTS[name] };
    const feature = (id: string): Feature => ({ id, slots: { [name]: () => provider } });
    const composed = compose([feature("one")], ENGINE_DEFAULTS);
    expect(composed.slots[name]).toBe(provider);
    expect(composed.owners).toEqual({ [name]: "one" });
    expect(() => compose([feature("one"), feature("two")], ENGINE_DEFAULTS)).toThrow(
      `two and one both provide the slot ${name}`,
    );
  },
);
