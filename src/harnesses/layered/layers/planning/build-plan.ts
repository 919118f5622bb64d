/** Builds the task graph: from the classified request before the loop, and anew when a run has stalled. */

import { effectiveRisk, type RequestPart, type RiskLevel } from "../../classify/classification.ts";
import type { PhaseResult } from "../../extensions/phase-result.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import type { Belief } from "../world-model/world-model.ts";
import { dependentsOf, GENERIC_CRITERION, hasTaskCycle, type Plan, type Task } from "./task-graph.ts";

const VERIFY_TASKS = 5;

export const EMPTY_PLAN: Plan = {
  tasks: [],
  criteria: [],
  selected: [],
  conflictProbability: {},
  dropped: [],
};

/** The first graph of the turn: one task per part, or one for the whole request. */
export async function buildPlan(context: TurnScope): Promise<PhaseResult> {
  const { classification, input } = context;
  const parts = await context.use("parts", (provider) => provider.partsOf(context));
  const planning = planOf(input.text, parts, effectiveRisk(classification));
  if (planning.cyclic)
    context.emit({
      type: "warning",
      about: "planning",
      message: "parts wait for one another; taken in order",
    });
  return { states: { planning: planning.plan } };
}

/** Parts that wait for one another in a circle are taken one after the other instead. */
export function planOf(
  request: string,
  parts: readonly RequestPart[] | null,
  risk: RiskLevel,
): { readonly plan: Plan; readonly cyclic: boolean } {
  const list: readonly RequestPart[] = parts ?? [{ description: request.trim(), after: [] }];
  const make = ({ description, after, risk: own, writes = [] }: RequestPart, index: number): Task => ({
    id: `task-${index + 1}`,
    description,
    state: "PENDING",
    after: after.filter((number) => number <= list.length).map((number) => `task-${number}`),
    risk: own ?? risk,
    writes,
    answers: true,
  });
  const tasks = list.map(make);
  const cyclic = hasTaskCycle(tasks);
  return {
    cyclic,
    plan: {
      ...EMPTY_PLAN,
      tasks: cyclic
        ? list.map((part, index) => make({ ...part, after: index === 0 ? [] : [index] }, index))
        : tasks,
      criteria: parts === null ? [GENERIC_CRITERION] : parts.map(({ description }) => description),
    },
  };
}

/**
 * The graph after a stall: what is complete stays, what is not gives way to one MEDIUM task per success criterion that
 * is still open and up to five LOW tasks that verify a doubtful belief (REFERENCE 1.7).
 */
export function rebuildPlan(plan: Plan, request: string, beliefs: readonly Belief[]): Plan {
  const kept = plan.tasks.filter(({ state }) => state === "COMPLETE");
  const done = new Set(kept.map(({ description }) => description));
  const open = plan.criteria
    .map((criterion) => (criterion === GENERIC_CRITERION ? request.trim() : criterion))
    .filter((criterion) => !done.has(criterion));
  const doubtful = [...beliefs].sort((a, b) => a.confidence - b.confidence).slice(0, VERIFY_TASKS);
  const wanted: readonly Pick<Task, "description" | "risk" | "answers">[] = [
    ...open.map((description) => ({ description, risk: "MEDIUM" as const, answers: true })),
    ...doubtful.map(({ text }) => ({ description: `Verify: ${text}`, risk: "LOW" as const, answers: false })),
  ];
  // A number is never given twice: runs and failures are kept by it.
  const last = Math.max(
    0,
    ...[...plan.tasks, ...plan.dropped].map(({ id }) => Number(id.slice("task-".length))),
  );
  return {
    ...plan,
    selected: [],
    tasks: [
      ...kept,
      ...wanted.map(
        (one, index): Task => ({
          ...one,
          id: `task-${last + index + 1}`,
          state: "PENDING",
          after: [],
          writes: [],
        }),
      ),
    ],
  };
}

/**
 * After a failure without a stall: what rests on the failed task is pending again, finished or not, and what failed of it
 * is dropped (REFERENCE 1.7). A dropped task keeps its place in the reply.
 */
export function replanLocally(plan: Plan, failed: string): Plan {
  const dependents = dependentsOf(plan, failed);
  const rests = ({ id, state }: Task): boolean => dependents.includes(id) && state !== "BLOCKED";
  const drops = (task: Task): boolean => rests(task) && task.state === "FAILED";
  return {
    ...plan,
    dropped: [...plan.dropped, ...plan.tasks.filter(drops)],
    tasks: plan.tasks
      .filter((task) => !drops(task))
      .map((task) => (rests(task) ? { ...task, state: "PENDING" as const } : task)),
  };
}
