/** Points of the contradiction check that other features fill. */

import type { Contribution } from "../../extensions/contribution.ts";
import { hookPoint, slotPoint } from "../../extensions/owned-points.ts";
import type { Belief } from "../../layers/world-model/world-model.ts";

export type Grade = "MEDIUM" | "HIGH";

/** The grades of a conflict and their judge. */
export interface Grading {
  /** The grades that the call may answer. */
  offered(): Contribution<readonly Grade[]>;
  /** The grade of a conflict, given what the call said of it. */
  grade(said: string | null): Contribution<Grade>;
}

/** Every conflict is MEDIUM where nobody grades. */
export const GRADING = slotPoint<Grading>("semantic-contradiction", "grading", {
  offered: () => ({ value: ["MEDIUM"], fired: null }),
  grade: () => ({ value: "MEDIUM", fired: null }),
});

/** Asked whether new beliefs are compared well enough by their words, so that no model is needed. */
export const STRUCTURED = hookPoint<{ readonly beliefs: readonly Belief[] }, boolean>(
  "semantic-contradiction",
  "structured",
);
