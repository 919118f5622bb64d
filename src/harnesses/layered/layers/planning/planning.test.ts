/** The task graph: who moves a task, what is ready, what runs side by side, rebuilds. */

import { expect, test } from "vitest";
import type { RiskLevel } from "../../classify/classification.ts";
import { EMPTY_PLAN, planOf, rebuildPlan, replanLocally } from "./build-plan.ts";
import { mayRunBeside, selectionOf } from "./select-tasks.ts";
import { GENERIC_CRITERION, hasTaskCycle, moveTask, type Plan, readyTasks, type Task } from "./task-graph.ts";

const task = (n: number, overrides: Partial<Task> = {}): Task => ({
  id: `task-${n}`,
  description: `do ${n}`,
  state: "PENDING",
  after: [],
  risk: "LOW",
  writes: [],
  answers: true,
  ...overrides,
});
const plan = (...tasks: readonly Task[]): Plan => ({ ...EMPTY_PLAN, tasks });
const part = (description: string, ...after: readonly number[]) => ({ description, after });

test("one request is one task under the generic criterion, parts are one task each (A-130)", () => {
  const one = planOf(" Do it. ", null, "HIGH").plan;
  expect(one.tasks).toEqual([task(1, { description: "Do it.", risk: "HIGH" })]);
  expect(one.criteria).toEqual([GENERIC_CRITERION]);
  const two = planOf("x", [part("a"), part("b", 1)], "LOW").plan;
  expect(two.tasks.map(({ after }) => after)).toEqual([[], ["task-1"]]);
  expect(two.criteria).toEqual(["a", "b"]);
});

test("parts in a circle are taken in order instead (A-077)", () => {
  const { plan: made, cyclic } = planOf("x", [part("a", 2), part("b", 1)], "LOW");
  expect(cyclic).toBe(true);
  expect(made.tasks.map(({ after }) => after)).toEqual([[], ["task-1"]]);
  expect(hasTaskCycle([task(1, { after: ["task-1"] })])).toBe(true);
  expect(
    hasTaskCycle([task(1, { after: ["task-2"] }), task(2), task(3, { after: ["task-1", "task-2"] })]),
  ).toBe(false);
});

test.each([
  ["execution", "RUNNING", "FAILED"],
  ["execution", "RUNNING", "COMPLETE"],
  ["recovery", "FAILED", "PENDING"],
  ["reviewer", "COMPLETE", "PENDING"],
  ["caller", "PENDING", "BLOCKED"],
] as const)("%s may move a task from %s to %s (A-073, A-078)", (by, from, to) => {
  expect(moveTask(plan(task(1, { state: from })), "task-1", to, by).tasks[0]?.state).toBe(to);
});

test.each([
  ["recovery", "RUNNING", "FAILED"],
  ["reviewer", "RUNNING", "FAILED"],
  ["execution", "COMPLETE", "PENDING"],
  ["execution", "FAILED", "PENDING"],
  ["recovery", "COMPLETE", "PENDING"],
] as const)("%s may not move a task from %s to %s (A-078)", (by, from, to) => {
  expect(() => moveTask(plan(task(1, { state: from })), "task-1", to, by)).toThrow(/may not move/);
});

test("a task is ready when all it waits for is complete (A-074)", () => {
  const graph = plan(
    task(1, { state: "COMPLETE" }),
    task(2, { after: ["task-1"] }),
    task(3, { after: ["task-2"] }),
  );
  expect(readyTasks(graph).map(({ id }) => id)).toEqual(["task-2"]);
});

test("the riskiest ready task comes first, and a HIGH one alone (A-074, A-075)", () => {
  const of = (...risks: readonly RiskLevel[]) =>
    selectionOf(plan(...risks.map((risk, index) => task(index + 1, { risk }))));
  expect(of("LOW", "MEDIUM", "LOW")).toEqual(["task-2", "task-1"]);
  expect(of("LOW", "HIGH")).toEqual(["task-2"]);
  expect(of("LOW")).toEqual(["task-1"]);
});

test("a chain runs one after the other, a running task goes on first (A-076)", () => {
  expect(selectionOf(plan(task(1), task(2, { after: ["task-1"] })))).toEqual(["task-1"]);
  expect(selectionOf(plan(task(1), task(2, { state: "RUNNING" }), task(3)))).toEqual(["task-2", "task-1"]);
});

test("overlapping writes run side by side up to a recorded conflict probability of 0.5 (A-075)", () => {
  const [a, b] = [task(1, { writes: ["db"] }), task(2, { writes: ["db"] })];
  const known = (probability: number) => ({
    ...plan(a, b),
    conflictProbability: { "task-1|task-2": probability },
  });
  expect(mayRunBeside(plan(a, b), a, b)).toBe(false);
  expect(mayRunBeside(known(0.5), b, a)).toBe(true);
  expect(mayRunBeside(known(0.51), a, b)).toBe(false);
  expect(mayRunBeside(plan(a, b), a, task(2, { writes: ["files"] }))).toBe(true);
});

test("a rebuild keeps what is complete and asks for the open criteria and five doubtful beliefs (A-113)", () => {
  const beliefs = Array.from({ length: 7 }, (_, n) => ({ text: `fact ${n}`, confidence: n / 10 }) as never);
  const graph = {
    ...plan(task(1, { state: "COMPLETE" }), task(2, { state: "FAILED" })),
    criteria: ["do 1", "do 2"],
  };
  const rebuilt = rebuildPlan(graph, "all", beliefs);
  expect(rebuilt.tasks.map(({ id, description, risk, state }) => [id, description, risk, state])).toEqual([
    ["task-1", "do 1", "LOW", "COMPLETE"],
    ["task-3", "do 2", "MEDIUM", "PENDING"],
    ["task-4", "Verify: fact 0", "LOW", "PENDING"],
    ["task-5", "Verify: fact 1", "LOW", "PENDING"],
    ["task-6", "Verify: fact 2", "LOW", "PENDING"],
    ["task-7", "Verify: fact 3", "LOW", "PENDING"],
    ["task-8", "Verify: fact 4", "LOW", "PENDING"],
  ]);
  expect(
    rebuildPlan({ ...plan(task(1, { state: "FAILED" })), criteria: [GENERIC_CRITERION] }, "all", []).tasks,
  ).toEqual([task(2, { description: "all", risk: "MEDIUM" })]);
});

test("a local replan sets what rests on the failure back, finished or running, and drops what failed of it (A-113, REFERENCE 1.7)", () => {
  const graph = plan(
    task(1, { state: "FAILED" }),
    task(2, { after: ["task-1"], state: "COMPLETE" }),
    task(3, { after: ["task-2"], state: "FAILED" }),
    task(4, { state: "RUNNING" }),
    task(5, { after: ["task-1"], state: "BLOCKED" }),
    task(6, { after: ["task-3"], state: "RUNNING" }),
  );
  const after = replanLocally(graph, "task-1");
  expect(after.tasks.map(({ id, state }) => [id, state])).toEqual([
    ["task-1", "FAILED"],
    ["task-2", "PENDING"],
    ["task-4", "RUNNING"],
    ["task-5", "BLOCKED"],
    ["task-6", "PENDING"],
  ]);
  expect(after.dropped.map(({ id }) => id)).toEqual(["task-3"]);
  // What was dropped never lends its number to another task.
  expect(rebuildPlan({ ...after, criteria: ["do 1"] }, "all", []).tasks.at(-1)?.id).toBe("task-7");
});
