/** The engine's own way to fold an older transcript: it offers no summary, so the clip applies. */

import type { Compactor } from "../extensions/extension-points.ts";

/** Always leaves it to the clip. */
export const clipOnly: Compactor = { compact: async () => ({ value: null, fired: null }) };
