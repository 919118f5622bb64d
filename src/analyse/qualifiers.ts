/** The qualifiers of a verdict that follow from its evidence, in their fixed order. */

import type { Qualifier } from "../core/verdict.ts";
import type { Evidence } from "./evidence.ts";
import { smallestP } from "./multiplicity.ts";
import { isAtMost } from "./paired-tests.ts";

const ORDER: readonly Qualifier[] = [
  "simulated",
  "exploratory",
  "pseudo-replicated",
  "cannot-reach-significance",
  "no-discordant-pairs",
  "headroom-too-small",
  "engagement-unknown",
  "low-engagement",
  "missing-sensitive",
  "judge-scored",
  "scenario-conflict",
  "order-confounded",
  "hangs-on-one",
  "backend-changed",
  "cut-by-budget",
  "bounded-within-margin",
  "below-minimum-effect",
  "not-a-rate-claim",
];

/** Qualifiers in their fixed order, each once. */
export function inOrder(qualifiers: Iterable<Qualifier>): readonly Qualifier[] {
  const set = new Set(qualifiers);
  return ORDER.filter((qualifier) => set.has(qualifier));
}

/** Limits of a test of success; a simulated run and a saving rest on no such test. */
function limitsOfTest({ figures, alpha, controlFailures }: Evidence): readonly Qualifier[] {
  const short = !isAtMost(figures.floorP, alpha);
  const found: readonly (Qualifier | false)[] = [
    short && "cannot-reach-significance",
    figures.discordant === 0 && "no-discordant-pairs",
    !short &&
      controlFailures !== null &&
      !isAtMost(smallestP(controlFailures), alpha) &&
      "headroom-too-small",
  ];
  return found.filter((qualifier) => qualifier !== false);
}

/** True where the scenarios differ beyond one common effect. */
export function isConflictProven({ conflict, alpha }: Evidence): boolean {
  return conflict !== null && isAtMost(conflict.p, alpha);
}

/** The qualifiers, whatever the label. */
export function qualifiersOf(evidence: Evidence): readonly Qualifier[] {
  const { whole, fired, conflict } = evidence;
  const testsSuccess = !evidence.simulated && evidence.aimed === null && !evidence.onControls;
  const found: readonly (Qualifier | false)[] = [
    evidence.simulated && "simulated",
    evidence.repeated && "pseudo-replicated",
    fired !== null && fired < 0.6 * whole.n && !evidence.onControls && "low-engagement",
    evidence.missingSensitive && "missing-sensitive",
    evidence.judged && "judge-scored",
    (isConflictProven(evidence) || conflict?.meansOpposed === true) && "scenario-conflict",
  ];
  return inOrder([
    ...evidence.alsoTrue,
    ...(testsSuccess ? limitsOfTest(evidence) : []),
    ...found.filter((qualifier) => qualifier !== false),
  ]);
}
