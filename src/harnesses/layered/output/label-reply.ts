/** Labels a reply verified or unverified, beside it and never in it. */

import type { TurnScope } from "../extensions/scope.ts";

/** Verified is a reply that rests on what tools gave, that some check has passed, and that is grounded. */
export async function labelReply(scope: TurnScope, reply: string): Promise<void> {
  const tools = toolTextsOf(scope);
  const checked = Object.values(scope.states.verification.byTask).flat();
  const passed = checked.some(({ outcome }) => outcome === "PASS");
  const grounded =
    tools.length > 0 && (await scope.use("grounding", (judge) => judge.grounded(scope, { reply, tools })));
  scope.emit({
    type: "reply-label",
    feature: "output",
    label: grounded && passed ? "verified" : "unverified",
  });
}

/** Tool output behind the answers, as the model saw it. */
function toolTextsOf({ states: { planning, execution } }: TurnScope): readonly string[] {
  return planning.tasks
    .filter(({ answers }) => answers)
    .flatMap(({ id }) => execution.runs[id]?.exchange ?? [])
    .filter(({ role }) => role === "tool")
    .map(({ content }) => content);
}
