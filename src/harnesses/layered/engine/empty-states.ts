/** The slices of all layers before a turn has begun. */

import { NO_CONTRADICTIONS } from "../layers/contradiction/contradictions.ts";
import { resolveFrom } from "../layers/control-state/control-now.ts";
import { HEALTHY } from "../layers/diagnostics/update-diagnostics.ts";
import { EMPTY_EVIDENCE } from "../layers/evidence/evidence-store.ts";
import { IDLE } from "../layers/execution/execution-state.ts";
import { NO_HYPOTHESES } from "../layers/hypothesis/hypotheses.ts";
import { EMPTY_PLAN } from "../layers/planning/build-plan.ts";
import { NO_RECOVERY } from "../layers/recovery/recovery-state.ts";
import { NOT_REVIEWED } from "../layers/reviewer/findings.ts";
import { UNVERIFIED } from "../layers/verification/verification.ts";
import { EMPTY_WORLD_MODEL } from "../layers/world-model/world-model.ts";
import type { LayerStates } from "./layer-states.ts";

/** Empty slices, with the control state that they resolve to. */
export function emptyStates(): LayerStates {
  const rest = {
    "world-model": EMPTY_WORLD_MODEL,
    evidence: EMPTY_EVIDENCE,
    hypothesis: NO_HYPOTHESES,
    contradiction: NO_CONTRADICTIONS,
    diagnostics: HEALTHY,
    planning: EMPTY_PLAN,
    execution: IDLE,
    verification: UNVERIFIED,
    recovery: NO_RECOVERY,
    reviewer: NOT_REVIEWED,
  };
  return { ...rest, "control-state": resolveFrom(rest) };
}
