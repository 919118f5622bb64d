/** The result of one check on one trial; unscored is a state of its own and never counts as fail. */

/** `outcome` decides pass or fail; `mechanism` says the flag worked; `signature` recognises the declared failure. */
export type ScoreRole = "outcome" | "mechanism" | "signature";

export interface Score {
  /** Role and position in the scenario, e.g. `outcome-1`. */
  readonly check: string;
  readonly role: ScoreRole;
  readonly kind: "reply" | "world" | "event" | "call" | "cost" | "judge" | "module";
  readonly result: "pass" | "fail" | "unscored";
  /** Reason for a reader: the wanted thing and the finding. */
  readonly detail: string;
  /** True when an LLM decided. */
  readonly judged: boolean;
}

/** Id of a check: its role and its place in the scenario's list, 0-based here and counted from 1 in the id. */
export function checkId(role: ScoreRole, index: number): string {
  return `${role}-${index + 1}`;
}

/** Joins outcome scores: fail when any fails, else unscored when any is, else pass; no score at all is unscored. */
export function outcomeOf(scores: readonly Score[]): "pass" | "fail" | "unscored" {
  const outcome = scores.filter((score) => score.role === "outcome");
  if (outcome.some((score) => score.result === "fail")) return "fail";
  if (outcome.length === 0 || outcome.some((score) => score.result === "unscored")) return "unscored";
  return "pass";
}
