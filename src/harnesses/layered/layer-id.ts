/** The eleven layers by id. */

/** The eleven layers of document 000 by id, in the numbering of the document. */
export const LAYERS = [
  "world-model",
  "evidence",
  "hypothesis",
  "contradiction",
  "diagnostics",
  "control-state",
  "planning",
  "execution",
  "verification",
  "recovery",
  "reviewer",
] as const;
export type LayerId = (typeof LAYERS)[number];
