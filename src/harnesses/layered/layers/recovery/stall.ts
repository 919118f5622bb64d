/** cannot_make_progress: the four signs of a stalled run, looked at in this order (A-113, A-223, REFERENCE 1.7). */

import type { ExecutionState } from "../execution/execution-state.ts";
import type { RecoveryState } from "./recovery-state.ts";

const SAME_COMPLETIONS = 5;
const SWITCHES = 3;
const SAME_FAILURES = 3;
const MODES_LOOKED_AT = 6;
const CROSSINGS = 2;

/** Names the first sign of a stall, null when there is none. */
export function stallReason(run: {
  readonly execution: Pick<ExecutionState, "history" | "failures">;
  readonly recovery: Pick<RecoveryState, "switches">;
}): string | null {
  const { history, failures } = run.execution;
  const completions = history.map(({ completed }) => completed);
  const recent = completions.slice(-SAME_COMPLETIONS);
  if (recent.length === SAME_COMPLETIONS && new Set(recent).size === 1) return "stalled completion";
  if (run.recovery.switches > SWITCHES && completions.at(-1) === completions[0]) return "strategy loop";
  const classes = failures.slice(-SAME_FAILURES).map((failure) => failure.class);
  if (classes.length === SAME_FAILURES && new Set(classes).size === 1) return "recurring failure";
  const modes = history.slice(-MODES_LOOKED_AT).map(({ normal }) => normal);
  const crossings = modes.filter((normal, index) => index > 0 && normal !== modes[index - 1]).length;
  return crossings >= CROSSINGS ? "risk oscillation" : null;
}
