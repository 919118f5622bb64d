/** The ids of the harnesses: the one list that scenario and experiment files, arms and the catalogue choose from. */

import { z } from "zod";

export const HARNESS_IDS = ["layered", "thin", "longrun", "external"] as const;
export const HarnessId = z.enum(HARNESS_IDS);
export type HarnessId = z.infer<typeof HarnessId>;
