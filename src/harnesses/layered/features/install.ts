/** The one map from a flag's value to what it installs; nobody else ever asks whether a flag is on. */

import type { Flag, FlagValue, FlagValues } from "../../../core/flag.ts";
import { flagsOf } from "../../../core/flag-catalogue.ts";
import type { Feature } from "../extensions/extension-points.ts";
import { gradeConflicts } from "./contradiction-severity/contradiction-severity.ts";
import { controlStateGate } from "./control-state-gate/control-state-gate.ts";
import { judgeCoverage } from "./criterion-coverage/criterion-coverage.ts";
import { decompose } from "./decomposition/decomposition.ts";
import { experienceLearning } from "./experience-learning/experience-learning.ts";
import { compareByWords } from "./lexical-mode/lexical-mode.ts";
import { memoryBudgetedRender } from "./memory-budgeted-render/memory-budgeted-render.ts";
import { holdToChecks } from "./nine-checks/nine-checks.ts";
import { retryFailedTask } from "./retry-failed-task/retry-failed-task.ts";
import { retrySystemErrors } from "./retry-system-errors/retry-system-errors.ts";
import { reviewRuns } from "./reviewer-pass/reviewer-pass.ts";
import { reviseOnce } from "./reviewer-revision/reviewer-revision.ts";
import { semanticCompaction } from "./semantic-compaction/semantic-compaction.ts";
import { semanticContradiction } from "./semantic-contradiction/semantic-contradiction.ts";
import { checkGrounding } from "./semantic-grounding/semantic-grounding.ts";
import { semanticHypotheses } from "./semantic-hypotheses/semantic-hypotheses.ts";

type Installer = (value: FlagValue) => Feature | null;

/** Installs on `true` and leaves the engine's own behaviour on anything else. */
export function whenOn(feature: () => Feature): Installer {
  return (value) => (value === true ? feature() : null);
}

/** Installs on `enabled`. */
function whenEnabled(feature: () => Feature): Installer {
  return (value) => (value === "enabled" ? feature() : null);
}

export const INSTALLERS: Readonly<Record<string, Installer>> = {
  AUDIT_SEMANTIC_HYPOTHESES: whenOn(semanticHypotheses),
  ASSISTANT_LEXICAL_MODE: whenEnabled(compareByWords),
  AUDIT_SEMANTIC_CONTRADICTION: whenOn(semanticContradiction),
  AUDIT_SEMANTIC_CONTRADICTION_SEVERITY: whenOn(gradeConflicts),
  AUDIT_REVIEWER_REVISION: whenOn(reviseOnce),
  AUDIT_SEMANTIC_CRITERION_COVERAGE: whenOn(judgeCoverage),
  AUDIT_REVIEWER_PASS: whenOn(reviewRuns),
  AUDIT_SEMANTIC_GROUNDING: whenOn(checkGrounding),
  AUDIT_CONTROL_STATE_GATE: whenOn(controlStateGate),
  AUDIT_VERIFICATION: whenOn(holdToChecks),
  AUDIT_EXPERIENCE_LEARNING: whenOn(experienceLearning),
  AUDIT_RETRY_SYSTEM_ERRORS: whenOn(retrySystemErrors),
  AUDIT_RETRY_FAILED_TASK: whenOn(retryFailedTask),
  AUDIT_DECOMPOSITION: whenOn(decompose),
  AUDIT_SEMANTIC_COMPACTION: whenOn(semanticCompaction),
  AUDIT_MEMORY_BUDGETED_RENDER: whenOn(memoryBudgetedRender),
};

interface Catalogue {
  readonly rows?: readonly Pick<Flag, "name">[];
  readonly installers?: Readonly<Record<string, Installer>>;
}

/** Fresh features for one session, in catalogue order. */
export function installFeatures(
  { flags }: { readonly flags: FlagValues },
  { rows = flagsOf("layered"), installers = INSTALLERS }: Catalogue = {},
): readonly Feature[] {
  return rows.flatMap(({ name }) => {
    const value = flags[name];
    const feature = value === undefined ? null : (installers[name]?.(value) ?? null);
    return feature ? [feature] : [];
  });
}
