/** Tests of the wrappers as the runner stacks them: metered(faulty(shared(journalled(base)))). */

import { expect, test } from "vitest";
import type { ModelFault } from "../../core/fault.ts";
import type { ModelReply, ModelRequest } from "../../core/model.ts";
import type { ModelCall } from "../../core/model-call.ts";
import { firstPlace, modelRequest } from "../../testing/model-requests.ts";
import { type ScriptedModel, scriptedModel } from "../../testing/scripted-model.ts";
import { failedReply } from "../failed-reply.ts";
import { openPriceBook } from "../prices.ts";
import { faultyModel } from "./faulty.ts";
import { journalledModel, type ReplyJournal } from "./journalled.ts";
import { meteredModel } from "./metered.ts";
import { sharedModel, sharedReplies } from "./shared.ts";

const prices = openPriceBook({
  overrides: [{ model: "scripted", inputPerMillion: 10, outputPerMillion: 100 }],
  priceLike: null,
});
const COST = (100 * 10 + 10 * 100) / 1e6;

function memoryJournal(): ReplyJournal & { readonly size: number } {
  const replies = new Map<string, ModelReply>();
  return {
    get size() {
      return replies.size;
    },
    take(key) {
      const reply = replies.get(key);
      replies.delete(key);
      return reply;
    },
    put: (key, reply) => void replies.set(key, reply),
  };
}

interface Block {
  readonly base?: ScriptedModel;
  readonly journal?: ReplyJournal;
  readonly faults?: readonly ModelFault[];
}

/** Opens a block; each arm then asks its requests one after the other and returns its calls. */
function openBlock({
  base = scriptedModel((_, n) => `reply ${n}`),
  journal = memoryJournal(),
  faults = [],
}: Block) {
  const pool = sharedReplies();
  return {
    base,
    async arm(name: string, requests: readonly ModelRequest[]): Promise<ModelCall[]> {
      const calls: ModelCall[] = [];
      const journalled = journalledModel(base, journal, `scenario#1@${name}#1`);
      const faulty = faultyModel(sharedModel(journalled, pool, name), faults);
      const options = { trialSeed: "1", drawSalt: "", prices, onCall: (call: ModelCall) => calls.push(call) };
      const model = meteredModel(faulty, options);
      for (const request of requests) await model.ask(request);
      return calls;
    },
  };
}

function line(call: ModelCall | undefined): readonly unknown[] {
  if (!call) return [];
  const { reply } = call;
  const text = reply.kind === "answer" ? reply.text : reply.failure.class;
  return [text, call.source, call.costUsd, call.spentUsd];
}

const same = modelRequest();
const other = modelRequest({ user: "something else" });
const laterPlace = modelRequest({ user: "and then", place: { ...firstPlace, iteration: 2 } });

test("a later arm gets the earlier arm's reply for the same request at the same place, paid once", async () => {
  const block = openBlock({});
  const first = await block.arm("on", [same, laterPlace]);
  const second = await block.arm("off", [other, laterPlace]);
  const third = await block.arm("third", [same, laterPlace]);
  expect(first.map(line)).toEqual([
    ["reply 0", "asked", COST, COST],
    ["reply 1", "asked", COST, COST],
  ]);
  // Its first request differs, its second is shared again after the divergence.
  expect(second.map(line)).toEqual([
    ["reply 2", "asked", COST, COST],
    ["reply 1", "shared", COST, 0],
  ]);
  expect(third.map((call) => call.source)).toEqual(["shared", "shared"]);
  expect(third.map((call) => call.reply.latencyMs)).toEqual([null, null]);
});

test.each<[string, Partial<ModelRequest>]>([
  ["another place", { place: { ...firstPlace, task: "t1" } }],
  ["another purpose", { purpose: "judge" }],
  ["another parameter", { maxTokens: 5 }],
])("nothing is shared across %s", async (_, change) => {
  const block = openBlock({});
  await block.arm("on", [same]);
  expect((await block.arm("off", [{ ...same, ...change }])).map((call) => call.source)).toEqual(["asked"]);
});

test("an arm never takes its own reply: asking again is another sample", async () => {
  const block = openBlock({});
  const first = await block.arm("on", [same, same]);
  const second = await block.arm("off", [same, same, same]);
  expect(first.map(line).map(([text]) => text)).toEqual(["reply 0", "reply 1"]);
  expect(second.map(line).map(([text, source]) => [text, source])).toEqual([
    ["reply 0", "shared"],
    ["reply 1", "shared"],
    ["reply 2", "asked"],
  ]);
});

test("failures are neither shared nor journalled", async () => {
  const journal = memoryJournal();
  const base = scriptedModel((_, n) =>
    n === 0 ? failedReply({ class: "rate-limit", status: 429, message: "" }) : "fine",
  );
  const block = openBlock({ base, journal });
  await block.arm("on", [same]);
  expect(journal.size).toBe(0);
  expect((await block.arm("off", [same])).map(line)).toEqual([["fine", "asked", COST, COST]]);
});

test("a fault is injected in every arm alike, counts by purpose and reaches nothing below", async () => {
  const faults: ModelFault[] = [{ on: "model", purpose: "propose", call: 2, status: 503 }];
  const block = openBlock({ faults });
  const requests = [modelRequest({ purpose: "judge" }), same, same, same];
  const expected = ["answer", "answer", "failed", "answer"];
  for (const arm of ["on", "off"]) {
    const calls = await block.arm(arm, requests);
    expect(calls.map((call) => call.reply.kind)).toEqual(expected);
    expect(calls[2]).toMatchObject({ source: "injected", costUsd: 0, spentUsd: 0, occurrence: 1 });
    expect(calls[3]?.occurrence).toBe(2);
  }
  expect(block.base.asked).toHaveLength(3);
});

test.each<[ModelFault, string, number | null]>([
  [{ on: "model", purpose: "propose", call: "all", error: "timeout" }, "timeout", null],
  [{ on: "model", purpose: "propose", call: [1], error: "network" }, "network", 0],
  [{ on: "model", purpose: "propose", call: 1, error: "malformed" }, "malformed-reply", 0],
  [{ on: "model", purpose: "propose", call: 1, status: 429 }, "rate-limit", 0],
  [{ on: "model", purpose: "propose", call: 1 }, "server-error", 0],
])("the fault %j is a %s that costs %s as deployed and nothing now", async (fault, failureClass, cost) => {
  const [call] = await openBlock({ faults: [fault] }).arm("on", [same]);
  expect(line(call)).toEqual([failureClass, "injected", cost, 0]);
});

test("after an interruption journalled replies come back once, count as spent, and fill the pool again", async () => {
  const journal = memoryJournal();
  const interrupted = openBlock({ journal });
  await interrupted.arm("on", [same, laterPlace]);
  const again = openBlock({ journal, base: scriptedModel(() => "new") });
  expect((await again.arm("on", [same, laterPlace, other])).map(line)).toEqual([
    ["reply 0", "journal", COST, COST],
    ["reply 1", "journal", COST, COST],
    ["new", "asked", COST, COST],
  ]);
  expect((await again.arm("off", [same])).map(line)).toEqual([["reply 0", "shared", COST, 0]]);
  expect(again.base.asked).toHaveLength(1);
  expect((await openBlock({ journal }).arm("on", [same])).map((call) => call.source)).toEqual(["asked"]);
});

test("another trial, place, purpose or request takes nothing out of the journal", async () => {
  const journal = memoryJournal();
  await openBlock({ journal }).arm("on", [same]);
  for (const [arm, request] of [
    ["off", same],
    ["on", other],
    ["on", laterPlace],
  ] as const) {
    const [call] = await openBlock({ journal }).arm(arm, [request]);
    expect(call?.source).toBe("asked");
  }
});
