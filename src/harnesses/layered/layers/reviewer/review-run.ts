/** The reviewer pass: lenses, merge, propagation drain; then, as a row of its own, the reopening. */

import { effectiveRisk } from "../../classify/classification.ts";
import type { PhaseResult } from "../../extensions/phase-result.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import { NEW_RUN, type TaskRun } from "../execution/execution-state.ts";
import { moveTask, type Plan, taskOf, dependentsOf as tasksAfter } from "../planning/task-graph.ts";
import { adjustConfidence, dependentsOf } from "../world-model/world-model.ts";
import type { Finding, Reopening } from "./findings.ts";
import { findingsOf, lensesFor } from "./lenses.ts";

const DECAY = 0.05;
const PASSES = 2;

/** Reviews the run and lets queued conflicts reach the beliefs that rest on them. */
export async function reviewRun(context: TurnScope): Promise<PhaseResult> {
  const { states, classification, constraints } = context;
  const { planning, reviewer, contradiction, "world-model": model } = states;
  const lenses = lensesFor(effectiveRisk(classification), planning.tasks.length);
  const findings = await findingsOf(lenses, states, {
    criteria: constraints,
    covers: (criterion, answers) =>
      context.use("coverage", (judge) => judge.covered(context, criterion, answers)),
  });
  const dependents = dependentsOf(model, contradiction.queue);
  return {
    states: {
      reviewer: { pass: reviewer.pass + 1, findings },
      contradiction: { ...contradiction, queue: [] },
      "world-model": adjustConfidence(model, dependents, (confidence) => confidence - DECAY),
    },
  };
}

/** Reopens finished tasks that a reviewer-lens finding or a feature names, once per turn. */
export async function reopenTasks(context: TurnScope): Promise<PhaseResult> {
  const { reviewer, execution } = context.states;
  let { planning } = context.states;
  if (reviewer.pass >= PASSES) return {};
  const { findings } = reviewer;
  const answers = await context.consult("reviewed", { findings });
  const named = withDependents(planning, [
    ...reopeningsOf(findings),
    ...answers.flatMap(({ value }) => value),
  ]);
  const tasks = [...new Set(named.map(({ task }) => task))].filter(
    (id) => taskOf(planning, id)?.state === "COMPLETE",
  );
  const runs: Record<string, TaskRun> = { ...execution.runs };
  for (const id of tasks) {
    planning = moveTask(planning, id, "PENDING", "reviewer");
    const found = new Set(named.filter(({ task }) => task === id).map(({ finding }) => finding));
    context.emit({ type: "task-state", task: id, state: "PENDING", reason: "reopened by the reviewer" }, id);
    runs[id] = answeredAgain(runs[id] ?? NEW_RUN, [...found].join("; "));
  }
  if (tasks.length === 0) return {};
  return { states: { planning, execution: { ...execution, runs } }, reopened: true };
}

/** Only the reviewer lens names tasks that are reopened. */
function reopeningsOf(findings: readonly Finding[]): readonly Reopening[] {
  return findings
    .filter(({ lens }) => lens === "reviewer")
    .flatMap(({ tasks, text }) => tasks.map((task) => ({ task, finding: text })));
}

/** Answers again what rests on an answer that is given again. */
function withDependents(plan: Plan, named: readonly Reopening[]): readonly Reopening[] {
  const resting = named
    .filter(({ task }) => taskOf(plan, task)?.state === "COMPLETE")
    .flatMap(({ task }) => tasksAfter(plan, task))
    .map((task) => ({ task, finding: "what it rests on is answered again" }));
  return [...named, ...resting];
}

/** The last answer goes back with the finding, to be answered again. */
function answeredAgain({ exchange, draft }: TaskRun, finding: string): TaskRun {
  return {
    ...NEW_RUN,
    sentBack: draft ? { answer: draft, finding } : null,
    exchange: [
      ...exchange,
      ...(draft ? [{ role: "assistant" as const, content: draft }] : []),
      { role: "user", content: `A review of this answer found: ${finding}. Answer again with that in mind.` },
    ],
  };
}
