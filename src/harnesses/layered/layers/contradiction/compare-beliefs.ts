/** Has new check-worthy beliefs compared with the record: memory facts first, then the message's own. */

import type { PhaseResult } from "../../extensions/phase-result.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import type { Belief } from "../world-model/world-model.ts";
import { recordConflicts } from "./contradictions.ts";

/** Compares what was added since the last iteration; without a detector every belief is simply on record. */
export async function compareBeliefs(context: TurnScope): Promise<PhaseResult> {
  const { "world-model": model, contradiction, hypothesis } = context.states;
  const record = model.beliefs.slice(0, contradiction.compared).filter(isCheckWorthy);
  const added = model.beliefs.slice(contradiction.compared).filter(isCheckWorthy);
  const remembered = added.filter(({ source }) => source === "memory");
  const stated = added.filter(({ source }) => source !== "memory");
  const answers = [
    ...(remembered.length > 0 ? await context.consult("beliefsAdded", { added: remembered, record }) : []),
    ...(stated.length > 0
      ? await context.consult("beliefsAdded", { added: stated, record: [...record, ...remembered] })
      : []),
  ];
  const outcome = recordConflicts({
    contradictions: { ...contradiction, compared: model.beliefs.length },
    model,
    hypotheses: hypothesis.all,
    found: answers.flatMap(({ value }) => value),
  });
  for (const { severity, texts, description } of outcome.recorded.filter(({ resolved }) => !resolved))
    context.emit({ type: "contradiction", severity, between: texts, description });
  return { states: { contradiction: outcome.contradictions, "world-model": outcome.model } };
}

/** Trail beliefs of finished tasks are never compared. */
function isCheckWorthy({ source }: Belief): boolean {
  return source !== "task-trail";
}
