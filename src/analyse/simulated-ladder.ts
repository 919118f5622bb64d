/** The rungs of a simulated run of a flag that aims at success: it speaks of the mechanism, and nothing in it has a p (STATISTICS 11.2). */

import type { OpenItem } from "../core/reason.ts";
import type { Evidence } from "./evidence.ts";
import type { Draft } from "./ruling.ts";
import { mechanismDraft } from "./success-ladder.ts";

/** Demonstrated by the whole checklist, or not, with what is open. */
export function ruleOnSimulation(evidence: Evidence): Draft {
  const { open, missingSensitive } = evidence;
  const lost: readonly OpenItem[] = missingSensitive
    ? [{ finding: "lost results could change the label", items: [] }]
    : [];
  return (
    mechanismDraft(evidence) ?? {
      label: "mechanism-not-demonstrated",
      reasons: [{ code: "checklist-open", items: [...(open ?? []), ...lost] }],
    }
  );
}
