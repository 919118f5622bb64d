/** The loop as data: one row per phase in the document's order; the engine walks it from top to bottom (A-005..A-010). */

import { compareBeliefs } from "../layers/contradiction/compare-beliefs.ts";
import { updateControlState } from "../layers/control-state/update-control-state.ts";
import { updateDiagnostics } from "../layers/diagnostics/update-diagnostics.ts";
import { gatherEvidence } from "../layers/evidence/gather-evidence.ts";
import { passGates } from "../layers/execution/pass-gates.ts";
import { runAction } from "../layers/execution/run-action.ts";
import { settleTasks } from "../layers/execution/settle-tasks.ts";
import { updateHypotheses } from "../layers/hypothesis/seed-hypotheses.ts";
import { buildPlan } from "../layers/planning/build-plan.ts";
import { selectTasks } from "../layers/planning/select-tasks.ts";
import { recover } from "../layers/recovery/recover.ts";
import { reopenTasks, reviewRun } from "../layers/reviewer/review-run.ts";
import { verifyDrafts } from "../layers/verification/verify-drafts.ts";
import { formBeliefs, recordTrail } from "../layers/world-model/form-beliefs.ts";
import type { Phase } from "./phase.ts";
import { pollUpdates } from "./poll-updates.ts";

// biome-ignore format: one row per line reads as the document's chart
export const PHASES: readonly Phase[] = [
  { part: "before", phase: "form-beliefs",          layer: "world-model",   writes: ["world-model"], run: formBeliefs },
  { part: "before", phase: "build-plan",            layer: "planning",      writes: ["planning"], run: buildPlan },
  { part: "before", phase: "initial-control-state", layer: "control-state", writes: ["control-state"], run: updateControlState },

  { part: "think",  phase: "poll-updates",          layer: null,            writes: ["execution"], run: pollUpdates },
  { part: "think",  phase: "compare-beliefs",       layer: "contradiction", writes: ["contradiction", "world-model"], run: compareBeliefs },
  { part: "think",  phase: "update-hypotheses",     layer: "hypothesis",    writes: ["hypothesis"], run: updateHypotheses },
  { part: "think",  phase: "update-diagnostics",    layer: "diagnostics",   writes: ["diagnostics"], run: updateDiagnostics },
  { part: "think",  phase: "resolve-control-state", layer: "control-state", writes: ["control-state"], run: updateControlState },
  { part: "think",  phase: "select-tasks",          layer: "planning",      writes: ["planning"], run: selectTasks },

  { part: "act",    phase: "pass-gates",            layer: "execution",     writes: ["execution", "planning", "control-state"], run: passGates },
  { part: "act",    phase: "run-action",            layer: "execution",     writes: ["execution", "planning"], run: runAction },
  { part: "act",    phase: "gather-evidence",       layer: "evidence",      writes: ["evidence", "hypothesis"], run: gatherEvidence },
  { part: "act",    phase: "record-trail",          layer: "world-model",   writes: ["world-model"], run: recordTrail },

  { part: "check",  phase: "re-score-diagnostics",  layer: "diagnostics",   writes: ["diagnostics"], run: updateDiagnostics },
  { part: "check",  phase: "re-score-control-state", layer: "control-state", writes: ["control-state"], run: updateControlState },
  { part: "check",  phase: "verify-drafts",         layer: "verification",  writes: ["verification"], run: verifyDrafts },
  { part: "check",  phase: "settle-tasks",          layer: null,            writes: ["execution", "planning"], run: settleTasks },
  { part: "check",  phase: "recover",               layer: "recovery",      writes: ["recovery", "planning"], run: recover },

  { part: "after",  phase: "review-run",            layer: "reviewer",      writes: ["reviewer", "contradiction", "world-model"], run: reviewRun },
  { part: "after",  phase: "reopen-tasks",          layer: null,            writes: ["planning", "execution"], run: reopenTasks },
];
