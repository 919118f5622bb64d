/** The rungs of control scenarios, where the flag must make no difference: nothing here claims a benefit. */

import type { Evidence } from "./evidence.ts";
import type { Draft } from "./ruling.ts";
import { isProven, provenDraft, ruleOnHarm, unprovenDraft } from "./success-ladder.ts";

/** On a simulated model any pair that differs is a difference; on a real one only what is beyond chance. */
export function ruleOnControls(evidence: Evidence): Draft {
  const { whole, differing, simulated } = evidence;
  if (simulated && differing > 0)
    return { label: "difference", reasons: [{ code: "controls-differ", pairs: differing, of: whole.n }] };
  if (differing === 0)
    return { label: "no-difference", reasons: [{ code: "controls-equal", pairs: whole.n }] };
  const harm = ruleOnHarm(evidence);
  if (harm !== null) return harm;
  if (isProven(evidence)) return { ...provenDraft(evidence), label: "difference" };
  const draft = unprovenDraft(evidence);
  return draft.label === "suggestive" ? { label: "underpowered", reasons: [{ code: "low-power" }] } : draft;
}
