/** Checks what the user was told. */

import type { Check } from "../core/scenario.ts";
import type { TrialOutcome } from "../core/trial.ts";
import { allOf, type Finding, holds, misses, quote } from "./finding.ts";
import { findUnsaid, type Phrase, phraseText, type Reading, saysPhrase } from "./says-phrase.ts";
import { onTurns } from "./turn-selection.ts";

type ReplyCheck = Extract<Check, { reply: unknown }>["reply"];

/** Looks for phrases, their absence and the status of the selected turns. */
export function checkReply(check: ReplyCheck, outcome: TrialOutcome): Promise<Finding> {
  return onTurns(outcome, check.turn, ({ reply, status }) => {
    const text = checkText("the reply", reply, check);
    if (check.status === undefined) return text;
    const detail = `status ${status}, ${check.status} wanted`;
    return allOf([status === check.status ? holds(detail) : misses(detail), text]);
  });
}

/** Looks for phrases in a text and for the absence of others. */
export function checkText(
  what: string,
  text: string,
  wanted: { readonly states?: readonly Phrase[] | undefined; readonly omits?: readonly Phrase[] | undefined },
  reading: Reading = "prose",
): Finding {
  const missing = findUnsaid(text, wanted.states ?? [], reading);
  if (missing.length > 0)
    return misses(`${what} does not say ${missing.map(phraseText).join(", nor ")}: ${quote(text)}`);
  const unwanted = (wanted.omits ?? []).filter((phrase) => saysPhrase(text, phrase, reading));
  if (unwanted.length > 0)
    return misses(`${what} says ${unwanted.map(phraseText).join(" and ")}: ${quote(text)}`);
  const looked = [
    ...(wanted.states?.length ? [`says ${wanted.states.map(phraseText).join(", ")}`] : []),
    ...(wanted.omits?.length ? [`does not say ${wanted.omits.map(phraseText).join(", ")}`] : []),
  ];
  return holds(`${what} ${looked.join(" and ") || "was not looked into"}`);
}
