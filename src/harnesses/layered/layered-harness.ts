/** The layered harness of document 000 behind the Harness port. */

import type { Harness } from "../contract/harness.ts";
import { PHASES } from "./engine/phase-table.ts";
import { installFeatures } from "./features/install.ts";
import { openSession } from "./session.ts";

/** Eleven layers walked in a fixed order around one tool-calling proposer. */
export const layeredHarness: Harness = {
  id: "layered",
  open: async (ports) => openSession(ports, { phases: PHASES, features: installFeatures(ports) }),
};
