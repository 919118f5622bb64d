/** The verdict ladder: one label for one body of evidence, by machine rules evaluated top down (STATISTICS 11, 11.2). */

import type { Reason } from "../core/reason.ts";
import type { Qualifier } from "../core/verdict.ts";
import { aimDraft } from "./aim-verdict.ts";
import { ruleOnControls } from "./control-ladder.ts";
import type { Evidence } from "./evidence.ts";
import { lowerExploratory } from "./exploratory.ts";
import { inOrder, qualifiersOf } from "./qualifiers.ts";
import type { Draft, Ruling } from "./ruling.ts";
import { ruleOnSimulation } from "./simulated-ladder.ts";
import { ruleOnHarm, ruleOnSuccess } from "./success-ladder.ts";

/** The rungs below `invalid` and `inert`. */
function draftOf(evidence: Evidence): Draft {
  const { simulated, aimed, onControls } = evidence;
  if (onControls) return ruleOnControls(evidence);
  if (simulated) return aimed === null ? ruleOnSimulation(evidence) : aimDraft(evidence, aimed);
  if (aimed === null) return ruleOnSuccess(evidence);
  return ruleOnHarm(evidence) ?? aimDraft(evidence, aimed);
}

/** The label with its basis, strength, scope and qualifiers; `invalid` and `inert` stand alone. */
export function rule(evidence: Evidence): Ruling {
  const { figures, whole, fired } = evidence;
  const bare = { basis: null, strength: null, scope: null };
  const always: readonly Qualifier[] = inOrder([
    ...(evidence.simulated ? (["simulated"] as const) : []),
    ...evidence.alsoTrue.filter((qualifier) => qualifier === "cut-by-budget"),
  ]);
  const invalid: readonly Reason[] =
    figures.n === 0 ? [...evidence.invalid, { code: "no-valid-pair" }] : evidence.invalid;
  if (invalid.length > 0) return { label: "invalid", ...bare, qualifiers: always, reasons: invalid };
  if (fired === 0 && !evidence.onControls) {
    const reasons: readonly Reason[] = [{ code: "never-fired", pairs: whole.n }];
    return { label: "inert", ...bare, qualifiers: always, reasons };
  }
  const {
    label,
    basis = null,
    strength = null,
    scope = null,
    add = [],
    reasons,
  } = lowerExploratory(draftOf(evidence), evidence);
  const qualifiers = inOrder([...qualifiersOf(evidence), ...add]);
  return { label, basis, strength, scope, qualifiers, reasons };
}
