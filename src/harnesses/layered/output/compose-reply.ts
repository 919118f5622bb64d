/** Puts a turn's reply together: the answers in task order, and an honest line for what could not be done. */

import type { TurnStatus } from "../../../core/event.ts";
import { questionText } from "../../../core/question.ts";
import type { RunOutcome } from "../engine/run-loop.ts";
import type { Task } from "../layers/planning/task-graph.ts";

export interface ComposedReply {
  readonly reply: string;
  readonly status: TurnStatus;
}

/** A reply is never empty: what is missing is named with its reason, and an answer that was sent back in vain stands with the finding. */
export function composeReply({ states, halt }: RunOutcome, request: string): ComposedReply {
  const { planning, execution } = states;
  const tasks = planning.tasks.filter((task) => task.answers);
  const answers = tasks
    .map(({ id, state }) =>
      state === "COMPLETE" ? execution.runs[id]?.draft : execution.runs[id]?.sentBack?.answer,
    )
    .filter((answer): answer is string => Boolean(answer));
  const open = [...tasks, ...planning.dropped.filter((task) => task.answers)].filter(
    ({ state }) => state !== "COMPLETE",
  );
  if (halt?.question)
    return { reply: [...answers, questionText(halt.question)].join("\n\n"), status: halt.status };
  if (open.length === 0 && answers.length > 0) return { reply: answers.join("\n\n"), status: "ok" };
  const reasonOf = ({ id, state }: Task): string => {
    if (halt?.overall) return halt.reason;
    const failure = execution.failures.filter(({ task }) => task === id).at(-1);
    if (state === "FAILED" && failure) return failure.message;
    return halt?.reason ?? "what it depends on was not completed";
  };
  const missing = open.map((task) => {
    const name = task.description === request.trim() ? "this" : `"${task.description}"`;
    const sentBack = execution.runs[task.id]?.sentBack;
    if (sentBack)
      return `A review of my answer to ${name} found: ${sentBack.finding}. I could not answer again: ${reasonOf(task)}.`;
    return `I could not complete ${name}: ${reasonOf(task)}.`;
  });
  const status = halt?.status ?? "could-not-complete";
  const lines = missing.length > 0 ? missing : ["I could not complete this: no answer was produced."];
  return { reply: [...answers, ...lines].join("\n\n"), status };
}
