/** The rungs of the ladder for flags that aim at something else than success; after invalid, inert and harmful (STATISTICS 11.1). */
import type { Reason } from "../core/reason.ts";
import type { Aimed, Evidence } from "./evidence.ts";
import { smallestP } from "./multiplicity.ts";
import type { FullNoWorse } from "./no-worse.ts";
import { isAtMost } from "./paired-tests.ts";
import type { Draft } from "./ruling.ts";
import type { FullSaving } from "./saving.ts";
import { supportsGeneralClaim } from "./scenarios.ts";

/** Distance from 1 within which a ratio has to be certain to lie for "no saving". */
const NEAR_ONE = [0.95, 1.05] as const;
const FIRES_FROM = 0.6;

/** Judges by the aim. */
export function aimDraft(evidence: Evidence, { saving, noWorse, doubt }: Aimed): Draft {
  if (noWorse !== null) return noWorseDraft(evidence, noWorse);
  if (saving === null) return firesDraft(evidence);
  return evidence.simulated ? mechanismDraft(evidence) : savingDraft(evidence, saving, doubt);
}

/** A claim about a rate: it has no mechanism, and a simulated model has no rate. */
function noWorseDraft({ simulated, judged, alpha }: Evidence, { adjustedP }: FullNoWorse): Draft {
  if (simulated) return { label: "mechanism-not-demonstrated", reasons: [{ code: "rate-on-simulated" }] };
  if (judged) return { label: "underpowered", reasons: [{ code: "judge-decides-success" }] };
  return isAtMost(adjustedP, alpha)
    ? { label: "no-worse", basis: "statistical", scope: "suite", reasons: [{ code: "not-worse" }] }
    : { label: "underpowered", reasons: [{ code: "harm-not-excluded" }] };
}

function firesDraft({ fired, whole, simulated }: Evidence): Draft {
  if (fired !== null && fired >= FIRES_FROM * whole.n - 1e-9)
    return { label: "fires", reasons: [{ code: "fired-often" }] };
  return {
    label: simulated ? "mechanism-not-demonstrated" : "underpowered",
    reasons: [{ code: fired === null ? "firing-unknown" : "fired-rarely" }],
  };
}

function mechanismDraft({ open, missingSensitive }: Evidence): Draft {
  const items = missingSensitive
    ? [...(open ?? []), { finding: "lost results could change the label", items: [] }]
    : (open ?? []);
  if (items.length > 0)
    return { label: "mechanism-not-demonstrated", reasons: [{ code: "checklist-open", items }] };
  return {
    label: "saves",
    basis: "mechanism",
    scope: "scenario",
    add: ["not-a-rate-claim"],
    reasons: [{ code: "checklist-complete" }],
  };
}

function savingDraft(evidence: Evidence, saving: FullSaving, doubt: Aimed["doubt"]): Draft {
  const { interval95, interval90, suite, oneZero, known } = saving.evidence;
  const { alpha } = evidence;
  if (known === 0) return { label: "underpowered", reasons: [{ code: "aim-unknown" }] };
  if (doubt === "known-rarely") return { label: "underpowered", reasons: [{ code: "aim-known-rarely" }] };
  const isShown = isAtMost(saving.adjusted.saving, alpha);
  const below = isShown && interval95 !== null && interval95[1] < 1 && suite.direction === "saves";
  if (below && doubt === "order")
    return { label: "underpowered", reasons: [{ code: "aim-order-confounded" }] };
  if (below && oneZero.length === 0) return savesDraft(evidence, saving);
  const above = isShown && interval95 !== null && interval95[0] > 1 && suite.direction === "costs";
  if (above)
    return { label: "costs-more", basis: "statistical", scope: "suite", reasons: [{ code: "costs-shown" }] };
  if (interval90 !== null && isNearOne(interval90, known, alpha))
    return { label: "no-saving", reasons: [{ code: "ratio-near-one" }] };
  const why: Reason = below ? { code: "one-zero", pairs: oneZero.length } : { code: "saving-not-shown" };
  const short = !isAtMost(smallestP(known), alpha);
  return { label: "underpowered", add: short ? ["cannot-reach-significance"] : [], reasons: [why] };
}

function savesDraft({ judged, alpha }: Evidence, { evidence, adjusted }: FullSaving): Draft {
  const by: Reason = { code: "saving-shown" };
  if (judged || !isAtMost(adjusted.saves, alpha)) {
    const open: Reason = { code: judged ? "judge-decides-success" : "harm-not-excluded" };
    return { label: "saves-harm-not-excluded", basis: "statistical", scope: "suite", reasons: [by, open] };
  }
  const general = supportsGeneralClaim(evidence.general.scenarios, adjusted.general, alpha);
  return {
    label: "saves",
    basis: "statistical",
    scope: general ? "general" : "suite",
    reasons: [by, { code: "not-worse" }],
  };
}

function isNearOne([low, high]: readonly [number, number], known: number, alpha: number): boolean {
  // Equal ratios leave no interval to speak of, so that only enough of them say anything.
  if (low === high && !isAtMost(smallestP(known), alpha)) return false;
  return low > NEAR_ONE[0] && high < NEAR_ONE[1] && low <= 1 && high >= 1;
}
