/** The engine's own way with messages sent while a turn runs: they wait in line. */

import type { Steering } from "../extensions/extension-points.ts";

/** Every message becomes a turn of its own, in arrival order. */
export const allFollowUps: Steering = {
  absorb: async (_context, messages) => ({ value: { notes: [], followUps: messages }, fired: null }),
};
