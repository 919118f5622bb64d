/** The engine's own phases, one row each in the order of their places (A-005..A-010). */

import { compareBeliefs } from "../layers/contradiction/compare-beliefs.ts";
import { updateDiagnostics } from "../layers/diagnostics/update-diagnostics.ts";
import { gatherEvidence } from "../layers/evidence/gather-evidence.ts";
import { passGates } from "../layers/execution/pass-gates.ts";
import { runAction } from "../layers/execution/run-action.ts";
import { settleTasks } from "../layers/execution/settle-tasks.ts";
import { updateHypotheses } from "../layers/hypothesis/seed-hypotheses.ts";
import { buildPlan } from "../layers/planning/build-plan.ts";
import { selectTasks } from "../layers/planning/select-tasks.ts";
import { recover } from "../layers/recovery/recover.ts";
import { formBeliefs, recordTrail } from "../layers/world-model/form-beliefs.ts";
import type { BasePhase } from "./phase.ts";
import { pollUpdates } from "./poll-updates.ts";

// biome-ignore format: one row per line reads as the document's chart
export const PHASES: readonly BasePhase[] = [
  { phase: "form-beliefs",          layer: "world-model",   writes: ["world-model"], run: formBeliefs },
  { phase: "build-plan",            layer: "planning",      writes: ["planning"], run: buildPlan },

  { phase: "poll-updates",          layer: null,            writes: ["execution"], run: pollUpdates },
  { phase: "compare-beliefs",       layer: "contradiction", writes: ["contradiction", "world-model"], run: compareBeliefs },
  { phase: "update-hypotheses",     layer: "hypothesis",    writes: ["hypothesis"], run: updateHypotheses },
  { phase: "update-diagnostics",    layer: "diagnostics",   writes: ["diagnostics"], run: updateDiagnostics },
  { phase: "select-tasks",          layer: "planning",      writes: ["planning"], run: selectTasks },

  { phase: "pass-gates",            layer: "execution",     writes: ["execution", "planning", "control-state", "evidence", "world-model", "hypothesis", "diagnostics"], run: passGates },
  { phase: "run-action",            layer: "execution",     writes: ["execution", "planning"], run: runAction },
  { phase: "gather-evidence",       layer: "evidence",      writes: ["evidence", "hypothesis"], run: gatherEvidence },
  { phase: "record-trail",          layer: "world-model",   writes: ["world-model"], run: recordTrail },

  { phase: "re-score-diagnostics",  layer: "diagnostics",   writes: ["diagnostics"], run: updateDiagnostics },
  { phase: "settle-tasks",          layer: null,            writes: ["execution", "planning"], run: settleTasks },
  { phase: "recover",               layer: "recovery",      writes: ["recovery", "planning", "evidence", "world-model"], run: recover },
];
