/** AUDIT_DECOMPOSITION: a request of several parts becomes one task for each part, in the order of what waits for what. */

import type { Feature } from "../../extensions/extension-points.ts";

/** Takes the parts that the classifier named; without it the whole request is one task. */
export function decompose(): Feature {
  return {
    id: "decomposition",
    slots: {
      parts: () => ({
        partsOf: async ({ classification: { parts } }) => ({
          value: parts,
          fired: parts === null ? null : `${parts.length} parts`,
        }),
      }),
    },
  };
}
