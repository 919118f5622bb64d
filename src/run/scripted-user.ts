/** The user of a scenario: walks its steps, answers staged actions and speaks up during a turn when scripted. */

import type { PendingAction } from "../core/event.ts";
import type { Step } from "../core/scenario.ts";

type UserStep = Extract<Step, { user: string }>;

/** Answer of the user to one staged action; null leaves it undecided. */
export function decisionOn(
  step: Pick<UserStep, "approve">,
  action: PendingAction,
): "approve" | "reject" | null {
  if (step.approve === "none") return null;
  if (step.approve === "all") return "approve";
  if (step.approve === "reject") return "reject";
  return step.approve[action.call.tool] ?? null;
}

/** Hands out each steered message once, when the iteration it is scripted for (or a later one) polls. */
export function steering(step: Pick<UserStep, "steer">): (iteration: number) => readonly string[] {
  const waiting = [...step.steer];
  return (iteration) => {
    const due = waiting.filter((message) => message.when.iteration <= iteration);
    for (const message of due) waiting.splice(waiting.indexOf(message), 1);
    return due.map((message) => message.say);
  };
}
