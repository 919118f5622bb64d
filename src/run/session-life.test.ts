/** A harness is opened and disposed so that a fault of it is an error of its trial and leaves nothing open (house-1 2.1). */

import { expect, test } from "vitest";
import type { Arm } from "../core/arm.ts";
import type { Model } from "../core/model.ts";
import { defineHarness } from "../harnesses/contract/define-harness.ts";
import type { HarnessPorts, Session } from "../harnesses/contract/harness.ts";
import { failedReply } from "../llm/failed-reply.ts";
import { openPriceBook } from "../llm/prices.ts";
import { modelRequest } from "../testing/model-requests.ts";
import { scenarioOf } from "../testing/scenario-builder.ts";
import { modelAnswer } from "../testing/scripted-model.ts";
import { runTrial } from "./trial.ts";

const loaded = scenarioOf({
  conversation: [{ user: "one" }, { command: "/x" }, { "new-session": {} }, { user: "two" }],
});
const arm: Arm = { name: "baseline", harness: "external", flags: {} };
const answering: Model = { id: "m", simulated: true, ask: async () => modelAnswer("fine") };

type Ports = HarnessPorts<unknown>;

/** Place where a harness breaks; `n` is the session. */
type Faults = Partial<Record<"open" | "turn" | "command" | "dispose", (n: number, ports: Ports) => unknown>>;

/** Runs a trial on a harness that counts how often each of its sessions is disposed. */
async function run(faults: Faults, model = answering) {
  const disposed: Record<number, number> = {};
  const opened: number[] = [];
  const open = async (ports: Ports): Promise<Session> => {
    const { session: n } = ports;
    await faults.open?.(n, ports);
    opened.push(n);
    return {
      async turn() {
        await faults.turn?.(n, ports);
        return { reply: "", status: "ok", staged: [], followUps: [] };
      },
      decide: async () => ({ kind: "ok", content: "" }),
      async command() {
        await faults.command?.(n, ports);
        return "";
      },
      async [Symbol.asyncDispose]() {
        disposed[n] = (disposed[n] ?? 0) + 1;
        await faults.dispose?.(n, ports);
      },
    };
  };
  const outcome = await runTrial({
    key: { experiment: "e", scenario: loaded.scenario.id, seed: "0", arm: arm.name, attempt: 1 },
    position: 0,
    loaded,
    arm,
    harness: defineHarness({ id: "external", open }),
    settings: {},
    model,
    prices: openPriceBook({ overrides: [], priceLike: null }),
    independent: false,
  });
  return { outcome, disposed, opened };
}

const crash = (why: string) => () => {
  throw new Error(why);
};
const crashIn = (session: number) => (n: number) => {
  if (n === session) throw new Error(`session ${n} broke`);
};

test.each<[string, Faults, string]>([
  [
    "the first session does not open",
    { open: crash("child process did not start") },
    "child process did not start",
  ],
  ["the second session does not open", { open: crashIn(2) }, "session 2 broke"],
  ["a turn crashes", { turn: crash("turn broke") }, "turn broke"],
  ["a command crashes", { command: crash("command broke") }, "command broke"],
  ["a turn of the second session crashes", { turn: crashIn(2) }, "session 2 broke"],
  ["a session does not close", { dispose: crash("will not die") }, "will not die"],
  [
    "a turn crashes and the session does not close",
    { turn: crash("first"), dispose: crash("second") },
    "first",
  ],
  ["a turn throws what is no error", { turn: () => Promise.reject("text") }, "text"],
])(
  "where %s, the trial is an error of the harness and every opened session is disposed once",
  async (_, faults, why) => {
    const { outcome, disposed, opened } = await run(faults);
    expect(outcome.error).toMatchObject({ kind: "harness", message: expect.stringContaining(why) });
    expect(disposed).toEqual(Object.fromEntries(opened.map((n) => [n, 1])));
  },
);

test("a conversation that runs to its end disposes each session once, in order with its events", async () => {
  const { outcome, disposed } = await run({});
  expect(outcome.error).toBeNull();
  expect(disposed).toEqual({ 1: 1, 2: 1 });
  expect(
    outcome.events.flatMap((event) => ("session" in event ? [`${event.type} ${event.session}`] : [])),
  ).toEqual(["session-start 1", "session-end 1", "session-start 2", "session-end 2"]);
});

test("an abort disposes the session and is passed on", async () => {
  let disposed = 0;
  const abort = run({
    turn: () => Promise.reject(new DOMException("stop", "AbortError")),
    dispose: () => {
      disposed += 1;
    },
  });
  await expect(abort).rejects.toThrow("stop");
  expect(disposed).toBe(1);
});

test("a session whose attempt the endpoint ended is disposed while its turn still waits", async () => {
  const dead: Model = {
    id: "m",
    simulated: false,
    ask: async () => failedReply({ class: "network", message: "no route" }),
  };
  const { outcome, disposed } = await run({ turn: (_, { model }) => model.ask(modelRequest()) }, dead);
  expect(outcome.error?.kind).toBe("infrastructure");
  expect(disposed).toEqual({ 1: 1 });
});
