/** Points of the contradiction check that other features fill. */

import type { Contribution } from "../../extensions/contribution.ts";
import { slotPoint } from "../../extensions/owned-points.ts";

export type Grade = "MEDIUM" | "HIGH";

/** How grave a conflict may be found. */
export interface Grading {
  /** What the call may answer. */
  offered(): Contribution<readonly Grade[]>;
  /** The grade of a conflict, given what the call said of it. */
  grade(said: string | null): Contribution<Grade>;
}

/** Every conflict is MEDIUM where nobody grades. */
export const GRADING = slotPoint<Grading>("semantic-contradiction", "grading", {
  offered: () => ({ value: ["MEDIUM"], fired: null }),
  grade: () => ({ value: "MEDIUM", fired: null }),
});
