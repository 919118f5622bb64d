/** Picks the turns a check looks at. */

import type { TrialOutcome, TurnRecord } from "../core/trial.ts";
import { type Finding, leaveOpen, misses } from "./finding.ts";

export type TurnSelector = number | "last" | "any" | "all";

/** Judges the selected turns one by one; a turn that never came is a miss. */
export async function onTurns(
  outcome: TrialOutcome,
  selector: TurnSelector,
  judgeTurn: (turn: TurnRecord) => Finding | Promise<Finding>,
): Promise<Finding> {
  const turns = selectTurns(outcome.turns, selector);
  if (turns.length === 0)
    return misses(
      typeof selector === "number" ? `turn ${selector} did not take place` : "no turn took place",
    );
  const findings: Finding[] = [];
  for (const turn of turns) findings.push(await judgeTurn(turn));
  const [only] = findings;
  if (only && findings.length === 1) return only;
  return selector === "any" ? anyOf(findings) : everyOne(findings);
}

function selectTurns(turns: readonly TurnRecord[], selector: TurnSelector): readonly TurnRecord[] {
  if (selector === "any" || selector === "all") return turns;
  if (selector === "last") return turns.slice(-1);
  // A message that had to wait for its own turn shares the number of the entry it came with; the last one counts.
  return turns.filter(({ turn }) => turn === selector).slice(-1);
}

function anyOf(findings: readonly Finding[]): Finding {
  const good = findings.find(({ result }) => result === "pass");
  if (good) return good;
  const open = findings.find(({ result }) => result === "unscored");
  return open
    ? leaveOpen(open.detail)
    : misses(`in no turn: ${findings.map(({ detail }) => detail).join("; ")}`);
}

function everyOne(findings: readonly Finding[]): Finding {
  return (
    findings.find(({ result }) => result === "fail") ??
    findings.find(({ result }) => result === "unscored") ?? {
      result: "pass",
      detail: `in all ${findings.length} turns`,
    }
  );
}
