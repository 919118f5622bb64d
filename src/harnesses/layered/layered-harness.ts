/** The layered harness of document 000 behind the Harness port. */

import type { Harness } from "../contract/harness.ts";
import type { Phase } from "./engine/phase.ts";
import { PHASES } from "./engine/phase-table.ts";
import { installFeatures } from "./features/install.ts";
import { openSession } from "./session.ts";

/** The harness over a phase table; the document's own is the default everywhere but in tests that disturb a row. */
export function harnessOn(phases: readonly Phase[]): Harness {
  return {
    id: "layered",
    open: async (ports) => openSession(ports, { phases, features: installFeatures(ports.flags) }),
  };
}

/** Eleven layers walked in a fixed order around one tool-calling proposer. */
export const layeredHarness: Harness = harnessOn(PHASES);
