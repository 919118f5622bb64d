/** Defaults of the engine where no feature took a slot; a slot without a line here does not compile. */

import type { Slots } from "../extensions/extension-points.ts";
import { namesCriterion } from "../layers/reviewer/lenses.ts";
import { newestSlice } from "../memory/memory-policy.ts";
import { lexicalConstraints } from "../output/lexical-constraints.ts";

export const ENGINE_DEFAULTS: Slots = {
  memory: newestSlice,
  /** Offers no summary, so the clip applies. */
  compactor: { compact: async () => ({ value: null, fired: null }) },
  /** Every message sent while the turn runs waits in line and becomes a turn of its own. */
  steering: {
    absorb: async (_scope, messages) => ({ value: { notes: [], followUps: messages }, fired: null }),
  },
  constraints: lexicalConstraints,
  coverage: {
    covered: async (_scope, criterion, answers) => ({
      value: namesCriterion(criterion, answers),
      fired: null,
    }),
  },
  /** Takes a reply that tools stand behind at its word. */
  grounding: { grounded: async () => ({ value: true, fired: null }) },
  /** Words are not compared. */
  negation: { negates: null },
  /** The request is one task. */
  parts: { partsOf: async () => ({ value: null, fired: null }) },
  /** Lets everything through under the state as it is. */
  actionGate: {
    decide: async ({ states }) => ({
      value: { decision: "PASS", reason: "", control: states["control-state"] },
      fired: null,
    }),
  },
};
