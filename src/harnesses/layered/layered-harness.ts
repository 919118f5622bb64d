/** The layered harness of document 000 behind the Harness port. */

import { defineHarness } from "../contract/define-harness.ts";
import { PHASES } from "./engine/phase-table.ts";
import { EVENTS } from "./events.ts";
import { installFeatures } from "./features/install.ts";
import { openSession } from "./session.ts";
import { Settings } from "./settings.ts";

/** Eleven layers walked in a fixed order around one tool-calling proposer. */
export const layeredHarness = defineHarness({
  id: "layered",
  settings: Settings,
  events: EVENTS,
  open: async (ports) => openSession(ports, { phases: PHASES, features: installFeatures(ports) }),
});
