/** The state slice of each of the eleven layers, and the summary of it that ends up in the transcript. */

import type { Json } from "../../../core/json.ts";
import type { LayerId } from "../layer-id.ts";
import type { Contradictions } from "../layers/contradiction/contradictions.ts";
import type { ControlState } from "../layers/control-state/control-state.ts";
import type { Diagnostics } from "../layers/diagnostics/dimensions.ts";
import type { EvidenceStore } from "../layers/evidence/evidence-store.ts";
import type { ExecutionState } from "../layers/execution/execution-state.ts";
import { activeOf, type Hypotheses } from "../layers/hypothesis/hypotheses.ts";
import type { Plan } from "../layers/planning/task-graph.ts";
import type { RecoveryState } from "../layers/recovery/recovery-state.ts";
import type { Review } from "../layers/reviewer/findings.ts";
import type { Verification } from "../layers/verification/verification.ts";
import type { WorldModel } from "../layers/world-model/world-model.ts";

export interface LayerStates {
  readonly "world-model": WorldModel;
  readonly evidence: EvidenceStore;
  readonly hypothesis: Hypotheses;
  readonly contradiction: Contradictions;
  readonly diagnostics: Diagnostics;
  readonly "control-state": ControlState;
  readonly planning: Plan;
  readonly execution: ExecutionState;
  readonly verification: Verification;
  readonly recovery: RecoveryState;
  readonly reviewer: Review;
}

/** A short view of a slice for its `layer-end` event. */
export function summaryOf(layer: LayerId, states: LayerStates): Json {
  return SUMMARIES[layer](states);
}

const SUMMARIES: { readonly [K in LayerId]: (states: LayerStates) => Json } = {
  "world-model": ({ "world-model": { beliefs, generation } }) => ({ beliefs: beliefs.length, generation }),
  evidence: ({ evidence }) => ({ items: evidence.items.length }),
  hypothesis: ({ hypothesis }) => ({ active: activeOf(hypothesis).length, passes: hypothesis.passes }),
  contradiction: ({ contradiction }) => ({
    recorded: contradiction.all.length,
    frontier: contradiction.frontier.length,
  }),
  diagnostics: ({ diagnostics }) => ({ ...diagnostics.values }),
  "control-state": ({ "control-state": { mode, permission, escalation, tags } }) => ({
    mode,
    permission,
    escalation,
    tags: [...tags],
  }),
  planning: ({ planning }) => ({
    tasks: Object.fromEntries(planning.tasks.map(({ id, state }) => [id, state])),
    selected: [...planning.selected],
  }),
  execution: ({ execution }) => ({
    gates: { ...execution.gates },
    failures: execution.failures.length,
  }),
  verification: ({ verification }) => ({
    ...Object.fromEntries(
      Object.entries(verification.byTask).map(([task, results]) => [
        task,
        Object.fromEntries(results.map(({ check, outcome }) => [check, outcome])),
      ]),
    ),
  }),
  recovery: ({ recovery }) => ({ strategies: { ...recovery.strategies }, switches: recovery.switches }),
  reviewer: ({ reviewer }) => ({
    pass: reviewer.pass,
    findings: reviewer.findings.map(({ lens, severity, text }) => `${severity} ${lens}: ${text}`),
  }),
};
