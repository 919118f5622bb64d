/** Result of one check, before it becomes a score. */

import type { Score } from "../core/score.ts";

export interface Finding {
  readonly result: Score["result"];
  /** Wanted thing and finding. */
  readonly detail: string;
}

/** The check holds. */
export function holds(detail: string): Finding {
  return { result: "pass", detail };
}

/** The check does not hold. */
export function misses(detail: string): Finding {
  return { result: "fail", detail };
}

/** The check could not be decided, which is neither pass nor fail. */
export function leaveOpen(detail: string): Finding {
  return { result: "unscored", detail };
}

/** Joins findings that must all hold: a miss decides, then an undecided one. */
export function allOf(findings: readonly Finding[]): Finding {
  const decisive =
    findings.find(({ result }) => result === "fail") ?? findings.find(({ result }) => result === "unscored");
  return decisive ?? holds(findings.map(({ detail }) => detail).join("; "));
}

/** Shortens a text to be quoted in a detail. */
export function quote(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return JSON.stringify(line.length <= 160 ? line : `${line.slice(0, 157)}...`);
}
