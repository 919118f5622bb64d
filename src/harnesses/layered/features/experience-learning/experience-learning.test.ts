/** Learning from past attempts: what they teach the ladder, how long, and what stays fixed without a store. */

import { expect, test } from "vitest";
import type { Json } from "../../../../core/json.ts";
import { broken, classified, type Talk, type TalkOptions, talk } from "../../../../testing/layered-talk.ts";
import { hintOf, LADDER } from "../../layers/recovery/ladder.ts";
import { learn, rank, type Weights } from "./weights.ts";

const KEY = "feature:experience-learning";
const ON = { AUDIT_EXPERIENCE_LEARNING: true };

/** Proposals by their number: those listed meet an outage. */
const outages = (calls: readonly number[], more: TalkOptions = {}): Talk =>
  talk({
    flags: ON,
    model: { propose: (_request, n) => (calls.includes(n) ? broken() : "Fine.") },
    ...more,
  });
const strategies = (one: Talk) => one.events("recovery").map(({ strategy }) => strategy);

test("the strategy that has failed before gives way to the next one (A-107)", async () => {
  const one = outages([0, 1, 2]);
  expect((await one.say("First.")).status).toBe("could-not-complete");
  expect((await one.say("Second.")).reply).toBe("Fine.");
  expect(strategies(one)).toEqual(["DIRECT_EDIT", "TRACE_EXEC", "TRACE_EXEC"]);
  expect(one.system("propose")).toContain(hintOf("TRACE_EXEC"));
  expect(one.durable.get(KEY)).toEqual({ "DIRECT_EDIT:server-error": -1, "TRACE_EXEC:server-error": 1 });
});

test("a strategy that has worked is taken first the next time, before any that was not tried (A-107)", async () => {
  // DIRECT_EDIT fails, TRACE_EXEC works, TRACE_EXEC is taken although the ladder begins at DIRECT_EDIT.
  const one = outages([0, 1, 2, 4]);
  for (const text of ["First.", "Second.", "Third."]) await one.say(text);
  expect(strategies(one).at(-1)).toBe("TRACE_EXEC");
  expect(one.durable.get(KEY)).toMatchObject({ "TRACE_EXEC:server-error": 2 });
});

test("experience lasts over sessions and over a restart, and is kept by class of failure (A-107)", async () => {
  const one = outages([0, 1, 2]);
  await one.say("First.");
  await one.restart();
  await one.reopen();
  await one.say("Second.");
  expect(strategies(one).at(-1)).toBe("TRACE_EXEC");
  const other = talk({ flags: ON, model: { propose: "" } });
  other.durable.set(KEY, one.durable.get(KEY) ?? null);
  await other.say("Say nothing.");
  // An empty answer fails its checks, which is another class.
  expect(strategies(other)).toEqual(["DIRECT_EDIT"]);
});

test("what was not tried again teaches nothing, and what the user stopped neither (A-107)", async () => {
  const one = outages([0], { flags: { ...ON, AUDIT_RETRY_SYSTEM_ERRORS: false } });
  await one.say("First.");
  expect(one.durable.get(KEY)).toBeUndefined();
});

test("an attempt that was lost with the program is not credited to another task of the same number", async () => {
  const one = outages([0]);
  one.durable.set(`${KEY}/session-1`, [
    {
      task: "task-1",
      description: "Another.",
      open: { strategy: "REIMPLEMENT", class: "timed-out" },
      tried: ["REIMPLEMENT"],
    },
  ]);
  await one.say("First.");
  expect(one.durable.get(KEY)).toEqual({ "DIRECT_EDIT:server-error": 1 });
});

test.each<[string, Json]>([
  ["a text", "gone"],
  ["a list", [1, 2]],
  ["weights that are no numbers", { "TRACE_EXEC:server-error": "much" }],
  ["null", null],
])("a store that holds %s leaves the fixed order and says so (INV-10, A-106)", async (_name, stored) => {
  const one = outages([0, 1]);
  one.durable.set(KEY, stored);
  await one.say("First.");
  expect(strategies(one)).toEqual(LADDER.slice(0, 2));
  // Null reads as nothing kept so far, which is no fault.
  const warned = one.events("warning").filter(({ about }) => about === "experience-learning");
  expect(warned.length > 0).toBe(stored !== null);
});

test.each(["get", "set"] as const)("a store that fails at %s leaves the fixed order (INV-10)", async (at) => {
  const one = outages([0, 1]);
  const store = one.durable;
  const { get, set } = { get: store.get.bind(store), set: store.set.bind(store) };
  const guard = (key: string): void => {
    if (key === KEY) throw new Error("the disc is full");
  };
  if (at === "get")
    store.get = (key) => {
      guard(key);
      return get(key);
    };
  else
    store.set = (key, value) => {
      guard(key);
      return set(key, value);
    };
  expect((await one.say("First.")).status).toBe("could-not-complete");
  expect(strategies(one)).toEqual(LADDER.slice(0, 2));
});

test("two parts of one wording learn apart (A-107)", async () => {
  const parts = ["One.", "One."].map((task) => ({ task, after: [] }));
  const one = outages([0, 1, 3], {
    model: {
      "classify-turn": classified({ decomposedTasks: parts }),
      // Both break at first; the first of them works at the second try, the second one breaks again.
      propose: (_request, n) => ([0, 1, 3].includes(n) ? broken() : "Fine."),
    },
  });
  await one.say("Both.");
  expect(strategies(one)).toEqual(["DIRECT_EDIT", "DIRECT_EDIT", "TRACE_EXEC"]);
  // One success and one failure of the same strategy weigh nothing together.
  expect(one.durable.get(KEY)).toEqual({ "DIRECT_EDIT:server-error": 0 });
});

test("a part goes on with what it has tried where a rebuilt graph has given it another number (A-107, A-113)", async () => {
  const parts = ["One.", "Two.", "Three."].map((task) => ({ task, after: [] }));
  const one = talk({
    flags: { ...ON, AUDIT_RETRY_SYSTEM_ERRORS: false, AUDIT_CONTROL_STATE_GATE: false },
    model: { "classify-turn": classified({ decomposedTasks: parts }), propose: broken() },
  });
  one.durable.set(KEY, { "REIMPLEMENT:server-error": 5 });
  await one.say("All three.");
  const ofFirst = one
    .requests("propose")
    .filter(({ messages }) => /: One\.(\n|$)/.test(messages[0]?.content ?? ""))
    .map(({ messages }) => LADDER.find((step) => messages[0]?.content.includes(hintOf(step))));
  // The heaviest first, each of the others once, and ESCALATE where all have failed.
  expect(ofFirst.slice(0, 2)).toEqual([undefined, "REIMPLEMENT"]);
  expect(new Set(ofFirst.slice(1, 6))).toEqual(new Set(LADDER.slice(0, 5)));
  expect(ofFirst[6]).toBe("ESCALATE");
});

const after = (outcomes: readonly (readonly [(typeof LADDER)[number], boolean])[]): Weights =>
  outcomes.reduce<Weights>(
    (weights, [strategy, worked]) => learn(weights, { strategy, class: "c" }, worked),
    {},
  );
const order = (weights: Weights) => rank(weights, "c")?.map(({ strategy }) => strategy) ?? null;

test("the order is by softmax share, equal shares in the fixed order, and none without weights (A-106, A-107)", () => {
  expect(order({})).toBeNull();
  expect(
    order(
      after([
        ["TRACE_EXEC", true],
        ["TRACE_EXEC", false],
      ]),
    ),
  ).toBeNull();
  expect(rank(after([["TRACE_EXEC", true]]), "d")).toBeNull();
  expect(
    order(
      after([
        ["MINIMAL_FIX", true],
        ["DIRECT_EDIT", false],
      ]),
    ),
  ).toEqual(["MINIMAL_FIX", "TRACE_EXEC", "BROADER_SEARCH", "REIMPLEMENT", "DIRECT_EDIT"]);
  const shares =
    rank(
      after([
        ["TRACE_EXEC", true],
        ["REIMPLEMENT", true],
        ["REIMPLEMENT", true],
      ]),
      "c",
    ) ?? [];
  expect(shares.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  expect(shares.map(({ share }) => share)).toEqual(
    [...shares.map(({ share }) => share)].sort((a, b) => b - a),
  );
});

test("ESCALATE is not learned, so nothing learns to give up, and no weight passes ten", () => {
  const weights = after(Array.from({ length: 50 }, () => ["ESCALATE", true] as const));
  expect(weights).toEqual({});
  const many = after(Array.from({ length: 50 }, () => ["TRACE_EXEC", false] as const));
  expect(many).toEqual({ "TRACE_EXEC:c": -10 });
});

test("weights of a store that somebody else has filled rank too, however large (INV-10)", () => {
  const weights = { "MINIMAL_FIX:c": 1e9, "TRACE_EXEC:c": -1e9, "UNHEARD_OF:c": 3 };
  expect(order(weights)).toEqual([
    "MINIMAL_FIX",
    "DIRECT_EDIT",
    "BROADER_SEARCH",
    "REIMPLEMENT",
    "TRACE_EXEC",
  ]);
});
