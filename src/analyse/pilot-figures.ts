/** Figures of stored pairs of the same two arms, for a plan: discordance, headroom, shared replies. */

import type { Pilot } from "../core/experiment-plan.ts";
import type { PairedUnit } from "../core/pairs.ts";
import { mean } from "./kernels/summary.ts";
import { differenceOf, validPairs } from "./pair-counts.ts";

/** The figures of some pairs and of trials of the control, true for one that passed; null where none tells. */
export function measurePilot(
  pairs: readonly PairedUnit[],
  controls: readonly boolean[],
): Omit<Pilot, "experiments"> {
  const valid = validPairs(pairs);
  return {
    pairs: valid.length,
    psi: shareOf(valid.map((unit) => differenceOf(unit) !== 0)),
    controlTrials: controls.length,
    controlPassRate: shareOf(controls),
    sharedReplies: sharedReplies(valid),
  };
}

function shareOf(facts: readonly boolean[]): number | null {
  return facts.length === 0 ? null : facts.filter(Boolean).length / facts.length;
}

/** Mean share of replies that the arm which ran later took from the other. */
function sharedReplies(valid: readonly PairedUnit[]): number | null {
  const shares = valid.flatMap(({ control, treatment }) =>
    control.sharedCalls === null || treatment.sharedCalls === null
      ? []
      : [Math.max(control.sharedCalls, treatment.sharedCalls)],
  );
  return shares.length === 0 ? null : mean(shares);
}
