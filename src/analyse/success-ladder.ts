/** The rungs of a flag that aims at success, judged on a real model (STATISTICS 11, 11.2). */

import type { Cap, Reason } from "../core/reason.ts";
import type { Evidence } from "./evidence.ts";
import { isAtMost } from "./paired-tests.ts";
import { isConflictProven } from "./qualifiers.ts";
import type { Draft } from "./ruling.ts";
import { supportsGeneralClaim } from "./scenarios.ts";

/** True where the pairs differ more than chance allows; the p of a sequential design was looked at too often to say so. */
function isBeyondChance({ figures, alpha, design, eTwo, eNeeded, decidingP }: Evidence): boolean {
  if (figures.lead === 0 || !isAtMost(figures.floorP, alpha)) return false;
  return design === "sequential" ? eTwo >= eNeeded * (1 - 1e-12) : isAtMost(decidingP, alpha);
}

/** Obstacle to any proof, whatever the p: an unqualified judge or an unstable denominator. */
function capsOf({ judged, missingSensitive }: Evidence): readonly Cap[] {
  const caps: readonly (Cap | false)[] = [judged && "judged", missingSensitive && "missing-sensitive"];
  return caps.filter((cap) => cap !== false);
}

/** True where the evidence proves a difference of success at the level of the family, in either direction. */
export function isProven(evidence: Evidence): boolean {
  return capsOf(evidence).length === 0 && isBeyondChance(evidence);
}

/** A proof, in whichever direction it points. */
export function provenDraft(evidence: Evidence): Draft {
  const { figures, deltaMin, replicated, alpha, general } = evidence;
  const isGeneral =
    general !== null &&
    // The p over scenario means holds for one look alone.
    evidence.design === "fixed" &&
    supportsGeneralClaim(general.scenarios, general.p, alpha) &&
    // A general claim whose own interval holds 0 would contradict itself.
    (general.interval === null || general.interval[0] > 0 || general.interval[1] < 0);
  const small = Math.abs(figures.lead) < deltaMin * figures.n - 1e-9;
  const by: Reason = { code: evidence.design === "sequential" ? "e-value" : "exact-p" };
  const confirmed = replicated && figures.lead > 0;
  return {
    label: figures.lead < 0 ? "harmful" : replicated ? "verified" : "demonstrated",
    basis: "statistical",
    scope: isGeneral ? "general" : "suite",
    add: small ? ["below-minimum-effect"] : [],
    reasons: confirmed ? [by, { code: "replicated" }] : [by],
  };
}

/** Scenarios that disagree in both directions; looked at once, at a planned end. */
function mixedDraft(evidence: Evidence): Draft | null {
  const { conflict, design, stopped } = evidence;
  const atPlannedEnd = design === "fixed" || stopped === "cap";
  if (conflict === null || !atPlannedEnd || capsOf(evidence).length > 0) return null;
  if (!isConflictProven(evidence) || (isProven(evidence) && !conflict.meansOpposed)) return null;
  return { label: "mixed", scope: "suite", reasons: [{ code: "scenarios-disagree", ...conflict }] };
}

/** `mixed`, then a proof: the rungs that come before any aim. */
export function ruleOnHarm(evidence: Evidence): Draft | null {
  const mixed = mixedDraft(evidence);
  if (mixed !== null) return mixed;
  return isProven(evidence) && evidence.figures.lead < 0 ? provenDraft(evidence) : null;
}

/** A stopped sample is labelled by why it stopped: it would look like a lean to whatever ended it. */
function stoppedDraft({ design, stopped, sought }: Evidence): Draft | null {
  if (design !== "sequential" || (stopped !== "futility" && stopped !== "curtailed")) return null;
  return {
    label: stopped === "futility" && sought === "loss" ? "no-harm" : "no-gain",
    reasons: [{ code: "stopped-early", by: stopped }],
  };
}

/** True where the 90 % interval lies inside the smallest effect worth having. */
function boundOf(evidence: Evidence): "holds-0" | "excludes-0" | null {
  const { figures, deltaMin, design } = evidence;
  if (design !== "fixed" || capsOf(evidence).length > 0) return null;
  const [low, high] = figures.interval(0.9);
  if (low <= -deltaMin || high >= deltaMin) return null;
  return low <= 0 && high >= 0 ? "holds-0" : "excludes-0";
}

function strengthOf({ figures }: Evidence): "moderate" | "lean" | null {
  if (figures.lead === 0) return null;
  const p = figures.lead > 0 ? figures.midBetterP : figures.midWorseP;
  return isAtMost(p, 0.1) ? "moderate" : isAtMost(p, 1 / 3) ? "lean" : null;
}

/** Label of evidence that proves nothing. */
export function unprovenDraft(evidence: Evidence): Draft {
  const { figures, deltaMin, alpha } = evidence;
  const bounded = boundOf(evidence);
  if (bounded === "holds-0")
    return {
      label: "no-large-effect",
      add: ["bounded-within-margin"],
      reasons: [{ code: "interval-within-margin" }],
    };
  const strength = strengthOf(evidence);
  if (strength !== null) {
    const caps = capsOf(evidence);
    const reason: Reason =
      caps.length > 0 && isBeyondChance(evidence)
        ? { code: "beyond-chance-but", caps }
        : { code: "mid-p", strength };
    return {
      label: figures.lead > 0 ? "suggestive" : "suggestive-harm",
      strength,
      add: bounded === null ? [] : ["bounded-within-margin"],
      reasons: [reason],
    };
  }
  if (figures.power(deltaMin, alpha) < 0.8)
    return { label: "underpowered", reasons: [{ code: "low-power" }] };
  return { label: "no-effect-shown", reasons: [{ code: "effect-not-seen" }] };
}

/** A proof by intervention: the whole checklist, and every pair agrees. */
export function mechanismDraft({ open, notWon, whole, missingSensitive }: Evidence): Draft | null {
  if (open === null || open.length > 0 || notWon > 0 || whole.n < 3 || missingSensitive) return null;
  return {
    label: "demonstrated",
    basis: "mechanism",
    scope: "scenario",
    add: ["not-a-rate-claim"],
    reasons: [{ code: "checklist-complete" }],
  };
}

/** The label of a flag that aims at success. */
export function ruleOnSuccess(evidence: Evidence): Draft {
  return (
    ruleOnHarm(evidence) ??
    (isProven(evidence) ? provenDraft(evidence) : null) ??
    stoppedDraft(evidence) ??
    mechanismDraft(evidence) ??
    unprovenDraft(evidence)
  );
}
