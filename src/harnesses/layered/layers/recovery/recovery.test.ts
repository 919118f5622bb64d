/** The ladder, the stall rule and what happens at the stall edge. */

import { expect, test } from "vitest";
import { broken, calling, classified, talk } from "../../../../testing/layered-talk.ts";
import type { Feature } from "../../extensions/extension-points.ts";
import { controlStateGate } from "../../features/control-state-gate/control-state-gate.ts";
import { hintOf, LADDER, nextOnLadder, preferredOf } from "./ladder.ts";
import { stallReason } from "./stall.ts";

const OFF = { AUDIT_RETRY_SYSTEM_ERRORS: false };

test("six strategies in a fixed escalating order, the last one stays (A-103, INV-10)", () => {
  const walked = LADDER.map((_, index) => nextOnLadder(LADDER[index - 1] ?? null));
  expect(walked).toEqual(LADDER);
  expect(nextOnLadder("ESCALATE")).toBe("ESCALATE");
});

test("a confident match with a preference jumps straight to it (A-105)", () => {
  const match = { pattern: "outage", confidence: 0.7, preferred: "MINIMAL_FIX" } as const;
  expect(preferredOf(match)).toBe("MINIMAL_FIX");
  expect(preferredOf({ ...match, confidence: 0.69 })).toBeNull();
  expect(preferredOf({ ...match, preferred: null })).toBeNull();
  expect(preferredOf(null)).toBeNull();
});

test("every strategy has its own one-sentence hint (A-104)", () => {
  const hints = LADDER.map(hintOf);
  expect(new Set(hints).size).toBe(LADDER.length);
  for (const hint of hints) expect(hint).toMatch(/^[^.]+\.$/);
});

const history = (...completed: readonly number[]) =>
  completed.map((count) => ({ completed: count, normal: true }));
const modes = (text: string) => [...text].map((mode, index) => ({ completed: index, normal: mode === "n" }));
const failures = (...classes: readonly string[]) =>
  classes.map((name) => ({
    task: "t",
    kind: "system-error" as const,
    message: "",
    class: name,
    iteration: 1,
  }));
const calm = { history: [], failures: [] };

test.each([
  ["nothing yet", { execution: calm, recovery: { switches: 0 } }, null],
  [
    "four equal completions",
    { execution: { ...calm, history: history(1, 1, 1, 1) }, recovery: { switches: 0 } },
    null,
  ],
  [
    "five equal completions",
    { execution: { ...calm, history: history(0, 1, 1, 1, 1, 1) }, recovery: { switches: 0 } },
    "stalled completion",
  ],
  ["three switches", { execution: { ...calm, history: history(0, 0) }, recovery: { switches: 3 } }, null],
  [
    "four switches",
    { execution: { ...calm, history: history(0, 0) }, recovery: { switches: 4 } },
    "strategy loop",
  ],
  [
    "four switches with progress",
    { execution: { ...calm, history: history(0, 1) }, recovery: { switches: 4 } },
    null,
  ],
  [
    "three failures of a class",
    { execution: { ...calm, failures: failures("a", "b", "b", "b") }, recovery: { switches: 0 } },
    "recurring failure",
  ],
  [
    "three failures of two classes",
    { execution: { ...calm, failures: failures("b", "a", "b") }, recovery: { switches: 0 } },
    null,
  ],
  ["one crossing", { execution: { ...calm, history: modes("nnccc") }, recovery: { switches: 0 } }, null],
  [
    "two crossings",
    { execution: { ...calm, history: modes("nccn") }, recovery: { switches: 0 } },
    "risk oscillation",
  ],
  [
    "two crossings long ago",
    { execution: { ...calm, history: modes("ncnnnnnn") }, recovery: { switches: 0 } },
    null,
  ],
])("stall rule: %s (A-113, REFERENCE 1.7)", (_name, run, reason) => {
  expect(stallReason(run)).toBe(reason);
});

test("without a feature a failed task is not tried again, yet the ladder has switched (A-110)", async () => {
  const one = talk({ flags: OFF, model: { propose: broken() } });
  const result = await one.say("Go.");
  expect(one.requests("propose")).toHaveLength(1);
  expect(one.events("recovery")).toMatchObject([{ strategy: "DIRECT_EDIT", requeued: false }]);
  expect(result.status).toBe("could-not-complete");
  expect(result.reply).toMatch(
    /^I could not complete this: the model call failed \(server-error, HTTP 503\)/,
  );
});

test("recovery is passed over when nothing failed (A-008)", async () => {
  const one = talk();
  await one.say("Go.");
  expect(one.events("recovery")).toEqual([]);
});

test("a match that a feature finds leads the ladder, is asked for once per task, and lifts control state (A-068, A-105, A-165)", async () => {
  let asked = 0;
  const matcher: Feature = {
    id: "matcher",
    hooks: {
      failureMatched: {
        run: async () => {
          asked += 1;
          return {
            value: { pattern: "outage", confidence: 0.8, preferred: "REIMPLEMENT" },
            fired: "matched",
          };
        },
      },
      strategySwitched: { run: async () => ({ value: asked < 3, fired: null }) },
    },
  };
  const one = talk({
    features: [controlStateGate(), matcher],
    model: { propose: (_request, n) => (n < 2 ? broken() : "Recovered.") },
  });
  const result = await one.say("Go.");
  expect(result.reply).toBe("Recovered.");
  expect(asked).toBe(1);
  expect(one.events("recovery").map(({ strategy }) => strategy)).toEqual(["REIMPLEMENT", "MINIMAL_FIX"]);
  expect(one.system("propose")).toContain(hintOf("MINIMAL_FIX"));
  const states = one.events("layer-end").filter(({ layer }) => layer === "control-state");
  expect(states.at(-1)?.summary).toMatchObject({ mode: "CAUTIOUS" });
});

const PARTS = ["One.", "Two.", "Three."].map((task) => ({ task, after: [] }));

test("three failures of one class stall the run: the graph is rebuilt until control state denies (A-113, A-070)", async () => {
  const one = talk({
    flags: OFF,
    model: { "classify-turn": classified({ decomposedTasks: PARTS }), propose: broken() },
  });
  const result = await one.say("All three.");
  const rebuilt = one.events("warning").filter(({ about }) => about === "planning");
  expect(rebuilt.map(({ message, place }) => [message, place.iteration])).toEqual([
    ["task graph rebuilt: recurring failure", 2],
    ["task graph rebuilt: strategy loop", 3],
    ["task graph rebuilt: strategy loop", 4],
    ["task graph rebuilt: stalled completion", 5],
  ]);
  expect(result).toMatchObject({
    status: "could-not-complete",
    reply: expect.stringContaining("attempts failed"),
  });
});

test("rebuilt work climbs the whole ladder under new numbers, and each attempt gets its own hint (A-103, A-104, A-106)", async () => {
  const one = talk({
    flags: { ...OFF, AUDIT_CONTROL_STATE_GATE: false },
    model: { "classify-turn": classified({ decomposedTasks: PARTS }), propose: broken() },
  });
  await one.say("All three.");
  const ofFirst = one
    .requests("propose")
    .filter(
      ({ messages }) => messages[0]?.content.endsWith(": One.") || messages[0]?.content.includes(": One.\n"),
    );
  expect(ofFirst.length).toBeGreaterThan(LADDER.length);
  const hints = ofFirst.map(({ messages }) =>
    LADDER.findIndex((step) => messages[0]?.content.includes(hintOf(step))),
  );
  expect(hints.slice(0, 7)).toEqual([-1, 0, 1, 2, 3, 4, 5]);
  const tasks = one.requests("propose").map(({ place }) => place.task);
  expect(new Set(tasks).size).toBe(tasks.length);
});

test("the stall edge is consulted at a stall and never before (A-223, INV-22)", async () => {
  const seen: string[] = [];
  const supervisor: Feature = {
    id: "supervisor",
    hooks: {
      strategySwitched: { run: async () => ({ value: seen.length === 0, fired: null }) },
      stalled: {
        run: async (_context, { reason }) => {
          seen.push(reason);
          return {
            value:
              seen.length === 1
                ? { kind: "REDIRECT_STRATEGY", strategy: "MINIMAL_FIX" }
                : { kind: "CONTINUE" },
            fired: "redirected",
          };
        },
      },
    },
  };
  const one = talk({
    features: [supervisor],
    model: { propose: (_request, n) => (n < 3 ? broken() : "At last.") },
  });
  const result = await one.say("Go.");
  expect(seen).toEqual(["recurring failure"]);
  expect(result.reply).toBe("At last.");
  const healthy = talk({
    features: [supervisor],
    world: { files: { "a.md": "x" } },
    model: {
      propose: (_request, n) => (n === 0 ? calling(["read_file", { path: "a.md" }]) : "x"),
    },
  });
  await healthy.say("Read it.");
  expect(seen).toHaveLength(1);
});
