/** Exercise: a tiny feature that asks for a reply of one sentence. */

import type { Feature } from "../../harnesses/layered/extensions/extension-points.ts";

/** Hangs on the request for a proposal, and fires whenever one is asked for. */
export function oneSentence(): Feature {
  return {
    id: "one-sentence",
    hooks: {
      proposing: {
        async run() {
          return { value: "Answer in one sentence.", fired: "one sentence is asked for" };
        },
      },
    },
  };
}
