/** ASSISTANT_LEXICAL_MODE: keyword detectors beside the checks that a model makes (A-037, A-042..A-046). */

import type { Feature } from "../../extensions/extension-points.ts";
import { fillHook } from "../../extensions/fill.ts";
import { STRUCTURED } from "../semantic-contradiction/points.ts";
import { detectConflicts } from "./detect-conflicts.ts";
import { isStructured, negates } from "./negation.ts";

/**
 * Compares new beliefs by their words, lets the review gate compare an action with what is held, and spares the model's
 * check where every new belief has a word that the detector goes by.
 */
export function compareByWords(): Feature {
  return {
    id: "lexical-mode",
    hooks: {
      beliefsAdded: {
        async run({ states }, { added, record }) {
          const found = detectConflicts(added, record, states["world-model"].changes);
          return { value: found, fired: found.length === 0 ? null : `${found.length} conflicts by words` };
        },
      },
    },
    slots: { negation: () => ({ negates: (a, b) => ({ value: negates(a, b), fired: null }) }) },
    fills: [
      fillHook(
        STRUCTURED,
        {
          async run(_scope, { beliefs }) {
            const all = beliefs.every(({ text }) => isStructured(text));
            return { value: all, fired: all ? "every new belief is compared by its words alone" : null };
          },
        },
        { optional: true },
      ),
    ],
  };
}
