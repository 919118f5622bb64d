/** The places of a turn in the document's order: every phase stands in one, the engine's and a feature's alike (A-005..A-010). */

/** `before` runs once per turn, `think`, `act` and `check` once per iteration, `after` when the loop has ended. */
export type Part = "before" | "think" | "act" | "check" | "after";

/** From top to bottom as the engine walks them; a place stays here when the phase in it belongs to a feature. */
export const PLACES = {
  "form-beliefs": "before",
  "build-plan": "before",
  "initial-control-state": "before",

  "poll-updates": "think",
  "compare-beliefs": "think",
  "update-hypotheses": "think",
  "update-diagnostics": "think",
  "resolve-control-state": "think",
  "select-tasks": "think",

  "pass-gates": "act",
  "run-action": "act",
  "gather-evidence": "act",
  "record-trail": "act",

  "re-score-diagnostics": "check",
  "re-score-control-state": "check",
  "verify-drafts": "check",
  "settle-tasks": "check",
  recover: "check",

  "review-run": "after",
  "reopen-tasks": "after",
} as const satisfies Readonly<Record<string, Part>>;
export type Place = keyof typeof PLACES;
