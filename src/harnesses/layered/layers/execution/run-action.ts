/** The one real action of an iteration: one model step of each task that passed its gates (A-007, A-141). */

import type { Message, ModelReply } from "../../../../core/model.ts";
import type { PhaseResult } from "../../extensions/phase-result.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import type { Prompt } from "../../prompts/prompt.ts";
import { moveTask, type Plan } from "../planning/task-graph.ts";
import {
  type ExecutionState,
  type FailureKind,
  NEW_RUN,
  type StepOutcome,
  type TaskFailure,
  type TaskRun,
  type ToolOutage,
} from "./execution-state.ts";
import { classOfError } from "./failure-class.ts";
import { nothingButOutages, outagesIn } from "./outages.ts";
import { proposalFor } from "./proposal.ts";
import { runCalls } from "./run-calls.ts";

/**
 * Asks for all tasks' next steps at once and then carries them out in task order, so that neither ids nor the world
 * depend on which reply comes first.
 */
export async function runAction(context: TurnScope): Promise<PhaseResult> {
  let { execution, planning } = context.states;
  const acting = planning.selected.filter((id) => execution.gates[id] === "PASS");
  if (acting.length === 0) return {};
  execution = takeNotes(execution, acting);
  for (const id of acting) planning = start(context, planning, id);
  const ready = context.seeing({ ...context.states, execution, planning });
  const prompts: Prompt[] = [];
  const runs: Record<string, TaskRun> = { ...execution.runs };
  for (const task of acting) {
    const { prompt, blocks } = await proposalFor(ready, task);
    prompts.push(prompt);
    runs[task] = { ...(runs[task] ?? NEW_RUN), blocks };
  }
  execution = { ...execution, runs };
  const replies = await Promise.all(
    prompts.map((prompt, index) => ready.ask(prompt, { feature: null, task: acting[index] ?? "" })),
  );
  for (const [index, task] of acting.entries()) {
    const reply = replies[index];
    if (!reply) continue;
    const done = await carryOut(ready, task, execution.runs[task] ?? NEW_RUN, reply);
    const failures = done.steps.flatMap((step) => (step.kind === "failed" ? [step.failure] : []));
    execution = {
      ...execution,
      runs: { ...execution.runs, [task]: done.run },
      steps: [...execution.steps, ...done.steps],
      failures: [...execution.failures, ...failures],
      outages: [...execution.outages, ...done.outages],
    };
    if (failures.length > 0) planning = moveTask(planning, task, "FAILED", "execution");
  }
  return { states: { execution, planning } };
}

interface Done {
  readonly run: TaskRun;
  readonly steps: readonly StepOutcome[];
  readonly outages: readonly ToolOutage[];
}

async function carryOut(context: TurnScope, task: string, run: TaskRun, reply: ModelReply): Promise<Done> {
  const steps = run.steps + 1;
  if (reply.kind === "failed") {
    const { class: kind, status, message } = reply.failure;
    const text = `the model call failed (${kind}${status === null ? "" : `, HTTP ${status}`}): ${message}`;
    return fail(context, task, { ...run, steps: 0 }, "system-error", text);
  }
  if (reply.toolCalls.length === 0) {
    const text = reply.finish === "length" ? cutOff(context, task, reply.text) : reply.text.trim();
    return { run: { ...run, steps, draft: text }, steps: [{ kind: "answer", task, text }], outages: [] };
  }
  try {
    const { messages, results } = await runCalls(context, task, reply);
    const next: TaskRun = { ...run, steps, exchange: [...run.exchange, ...messages] };
    const outcome: StepOutcome = { kind: "tools", task, results };
    const outages = outagesIn(results, { task, iteration: context.iteration });
    const budget = context.settings.loop.taskSteps;
    if (steps < budget) return { run: next, steps: [outcome], outages };
    // A-109: what ran out of steps because its tools are down has not had its budget.
    const before = context.states.execution.outages.filter((one) => one.task === task);
    const calls = next.exchange.filter(({ role }) => role === "tool").length;
    const down = nothingButOutages(calls, [...before, ...outages]);
    const spent = fail(
      context,
      task,
      { ...next, steps: 0 },
      down === null ? "exhausted" : "system-error",
      `no answer within ${budget} steps${down === null ? "" : `, and ${down}`}`,
    );
    return { run: spent.run, steps: [outcome, ...spent.steps], outages };
  } catch (error) {
    const message = `a tool call broke: ${error instanceof Error ? error.message : String(error)}`;
    return fail(context, task, { ...run, steps: 0 }, "system-error", message);
  }
}

/** A-109: what broke is a system error; what ran out of its own budget is exhausted. */
function fail(context: TurnScope, task: string, run: TaskRun, kind: FailureKind, message: string): Done {
  const failure: TaskFailure = {
    task,
    kind,
    message,
    class: classOfError(message, kind),
    iteration: context.iteration,
  };
  context.emit({ type: "task-failed", task, kind, message }, task);
  context.emit({ type: "task-state", task, state: "FAILED", reason: kind }, task);
  return { run, steps: [{ kind: "failed", task, failure }], outages: [] };
}

/** An answer that was cut at its length limit says so, so that nobody takes it for whole. */
function cutOff(context: TurnScope, task: string, text: string): string {
  context.emit({ type: "warning", about: "reply", message: "cut at its length limit" }, task);
  return text.trim() === "" ? "" : `${text.trim()}\n[This answer was cut at its length limit.]`;
}

function start(context: TurnScope, plan: Plan, id: string): Plan {
  const moved = moveTask(plan, id, "RUNNING", "execution");
  if (moved.tasks.some((task, index) => task.state !== plan.tasks[index]?.state))
    context.emit({ type: "task-state", task: id, state: "RUNNING", reason: "passed the gates" }, id);
  return moved;
}

/** Puts waiting steering notes, as user messages, into the next proposal of every acting task (A-215). */
function takeNotes(execution: ExecutionState, acting: readonly string[]): ExecutionState {
  if (execution.notes.length === 0) return execution;
  const notes = execution.notes.map((content): Message => ({ role: "user", content }));
  const runs = Object.fromEntries(
    acting.map((id) => {
      const run = execution.runs[id] ?? NEW_RUN;
      return [id, { ...run, exchange: [...run.exchange, ...notes] }];
    }),
  );
  return { ...execution, runs: { ...execution.runs, ...runs }, notes: [] };
}
