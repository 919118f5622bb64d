/** AUDIT_SEMANTIC_CONTRADICTION_SEVERITY: the same call may find a conflict HIGH. */

import type { Feature } from "../../extensions/extension-points.ts";
import { fillSlot } from "../../extensions/fill.ts";
import { GRADING } from "../semantic-contradiction/points.ts";

/** Fills the contradiction check's grading; fires where a grade is asked for, and where it is HIGH. */
export function gradeConflicts(): Feature {
  return {
    id: "semantic-contradiction-severity",
    fills: [
      fillSlot(GRADING, () => ({
        offered: () => ({ value: ["MEDIUM", "HIGH"], fired: "a grade is asked for" }),
        grade: (said) =>
          said === "HIGH" ? { value: "HIGH", fired: "graded HIGH" } : { value: "MEDIUM", fired: null },
      })),
    ],
  };
}
