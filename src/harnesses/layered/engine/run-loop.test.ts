/** The order of phases and the edges of the loop, through the real engine. */

import { expect, test } from "vitest";
import { broken, calling, classified, talk } from "../../../testing/layered-talk.ts";
import type { Feature } from "../extensions/extension-points.ts";
import { controlStateGate } from "../features/control-state-gate/control-state-gate.ts";
import { holdToChecks } from "../features/nine-checks/nine-checks.ts";
import { reviewRuns } from "../features/reviewer-pass/reviewer-pass.ts";
import { LAYERS } from "../layer-id.ts";
import { composePhases } from "./compose-phases.ts";
import { PHASES } from "./phase-table.ts";

const BEFORE = ["world-model", "planning", "control-state"];
const ITERATION = [
  null,
  "contradiction",
  "hypothesis",
  "diagnostics",
  "control-state",
  "planning",
  "execution",
  "execution",
  "evidence",
  "world-model",
  "diagnostics",
  "control-state",
  "verification",
  null,
  "recovery",
];
const AFTER = ["reviewer", null];

const layersOf = (one: ReturnType<typeof talk>) => one.events("phase").map(({ layer }) => layer);

test("the table holds all eleven layers (A-002)", () => {
  const phases = composePhases(PHASES, [controlStateGate(), holdToChecks(), reviewRuns()]);
  expect(new Set(phases.flatMap(({ layer }) => layer ?? []))).toEqual(new Set(LAYERS));
});

test("a turn walks the layers in the document's order (A-005, A-006, A-007, A-008, A-009)", async () => {
  const one = talk();
  await one.say("Go.");
  expect(layersOf(one)).toEqual([...BEFORE, ...ITERATION, ...AFTER]);
});

test("each tool-calling step is an iteration of its own (A-141)", async () => {
  const one = talk({
    world: { files: { "a.md": "four" } },
    model: { propose: (_request, n) => (n < 2 ? calling(["read_file", { path: "a.md" }]) : "4.") },
  });
  await one.say("Read it.");
  expect(layersOf(one)).toEqual([...BEFORE, ...ITERATION, ...ITERATION, ...ITERATION, ...AFTER]);
  expect(one.requests("propose").map(({ place }) => place.iteration)).toEqual([1, 2, 3]);
});

test("every layer that ran leaves its summary", async () => {
  const one = talk();
  await one.say("Go.");
  const ran = one.events("phase").filter(({ layer }) => layer !== null);
  expect(one.events("layer-end").map(({ layer }) => layer)).toEqual(ran.map(({ layer }) => layer));
});

test("a trivial turn is answered directly: no layer runs and no tool is offered (A-126, A-248)", async () => {
  const one = talk({ model: { "classify-turn": classified({ isTrivial: true }), propose: "Paris." } });
  const result = await one.say("What is the capital of France?");
  expect(result).toEqual({ reply: "Paris.", status: "ok", staged: [], followUps: [] });
  expect(one.events("phase")).toEqual([]);
  expect(one.asked.map(({ purpose }) => purpose)).toEqual(["classify-turn", "propose"]);
  expect(one.requests("propose")[0]?.tools).toBeUndefined();
  expect(one.events("turn-end")).toMatchObject([{ trivial: true, status: "ok" }]);
});

test("a trivial turn whose call fails is honest about it", async () => {
  const one = talk({ model: { "classify-turn": classified({ isTrivial: true }), propose: broken() } });
  const result = await one.say("Hi");
  expect(result.status).toBe("could-not-complete");
  expect(result.reply).toContain("503");
});

test("the loop polls once at the start of each iteration, and messages run later in arrival order (A-006, A-013, A-144)", async () => {
  const one = talk({
    world: { files: { "a.md": "four" } },
    model: { propose: (_request, n) => (n === 0 ? calling(["read_file", { path: "a.md" }]) : "4.") },
  });
  const result = await one.say("Read it.", { 1: ["And b.", "And c."], 2: ["And d."], 3: ["Never polled."] });
  expect(result.followUps).toEqual(["And b.", "And c.", "And d.", "Never polled."]);
  expect(one.events("steered").map(({ landing }) => landing)).toEqual(Array(4).fill("follow-up"));
  expect(JSON.stringify(one.asked)).not.toContain("And b.");
});

const steering: Feature = {
  id: "steering",
  slots: {
    steering: () => ({
      absorb: async (_context, messages) => ({ value: { notes: messages, followUps: [] }, fired: "noted" }),
    }),
  },
};

test("a steering feature's notes reach the next proposal as user messages (A-215)", async () => {
  const one = talk({
    features: [steering],
    world: { files: { "a.md": "four" } },
    model: { propose: (_request, n) => (n === 0 ? calling(["read_file", { path: "a.md" }]) : "4.") },
  });
  const result = await one.say("Read it.", { 2: ["In German, please."] });
  expect(one.requests("propose")[1]?.messages.at(-1)).toEqual({
    role: "user",
    content: "In German, please.",
  });
  expect(result.followUps).toEqual([]);
  expect(one.events("feature-fired")).toMatchObject([{ feature: "steering", what: "noted" }]);
});

test("the run ends at its iteration limit, which the number of tasks raises (REFERENCE 1.7)", async () => {
  const one = talk({
    settings: { loop: { maxIterations: 2, taskSteps: 9 } },
    world: { files: { "a.md": "four" } },
    model: { propose: () => calling(["read_file", { path: "a.md" }]) },
  });
  const result = await one.say("Read it.");
  expect(one.events("limit-hit")).toMatchObject([{ limit: "maxIterations", value: 2 }]);
  expect(result.status).toBe("could-not-complete");
  const parts = ["a", "b", "c"];
  const many = talk({
    settings: { loop: { maxIterations: 1 } },
    model: { "classify-turn": classified({ decomposedTasks: parts }), propose: "Yes." },
  });
  expect((await many.say("All.")).status).toBe("ok");
});

test("a phase that writes a slice of another layer is a bug (INV-06)", async () => {
  const phases = PHASES.map((row) =>
    row.phase === "update-hypotheses"
      ? {
          ...row,
          run: ({ states }: Parameters<typeof row.run>[0]) => ({ states: { planning: states.planning } }),
        }
      : row,
  );
  await expect(talk({ phases }).say("Go.")).rejects.toThrow("update-hypotheses may not write planning");
});

test("a blocked run is re-queued until it stalls and then ends without acting (A-086)", async () => {
  const phases = PHASES.map((row) =>
    row.layer === "diagnostics"
      ? {
          ...row,
          run: (context: Parameters<typeof row.run>[0]) => {
            const { diagnostics } = context.states;
            const values = { ...diagnostics.values, belief_support: 0 };
            return { states: { diagnostics: { ...diagnostics, values } } };
          },
        }
      : row,
  );
  const one = talk({ phases });
  const result = await one.say("Go.");
  expect(one.requests("propose")).toEqual([]);
  const gates = one.events("gate-decision").filter(({ gate }) => gate === "action");
  expect(new Set(gates.map(({ decision }) => decision))).toEqual(new Set(["BLOCK"]));
  expect(gates.length).toBeGreaterThan(1);
  expect(result.status).toBe("could-not-complete");
  expect(gates[0]?.reason).toBe("belief_support:support_augment");
  expect(result.reply).toContain("almost nothing I would rest on");
});

test("a stale control state is resolved anew by the gate before it decides (A-019)", async () => {
  const resolved: number[] = [];
  const phases = PHASES.map((row) => {
    if (row.phase === "select-tasks")
      return {
        ...row,
        writes: [...row.writes, "world-model" as const],
        run: async (context: Parameters<typeof row.run>[0]) => {
          const { "world-model": model } = context.states;
          const { states } = await row.run(context);
          return { states: { ...states, "world-model": { ...model, generation: model.generation + 5 } } };
        },
      };
    if (row.phase === "run-action")
      return {
        ...row,
        run: (context: Parameters<typeof row.run>[0]) => {
          resolved.push(context.states["control-state"].pinned, context.states["world-model"].generation);
          return row.run(context);
        },
      };
    return row;
  });
  const one = talk({ phases });
  expect((await one.say("Go.")).status).toBe("ok");
  expect(resolved).toEqual([5, 5]);
});
