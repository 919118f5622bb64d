/** The verdict ladder: one label for one body of evidence, by machine rules evaluated top down (STATISTICS 11). */
import type { Cap, Reason } from "../core/reason.ts";
import type { Label, Qualifier, Verdict } from "../core/verdict.ts";
import { type Aimed, aimDraft, keepForAim } from "./aim-verdict.ts";
import { eValue } from "./e-process.ts";
import { fayLumbardInterval } from "./fay-lumbard.ts";
import { smallestP } from "./multiplicity.ts";
import { isAtMost, mcnemar } from "./paired-tests.ts";
import { powerExact } from "./power.ts";
import { supportsGeneralClaim } from "./scenarios.ts";

/** Everything the ladder looks at. */
export interface Evidence {
  readonly n: number;
  readonly b: number;
  readonly c: number;
  readonly alpha: number;
  readonly deltaMin: number;
  readonly design: "fixed" | "sequential";
  /** Flags in the campaign; raises the bar of a sequential design. */
  readonly family: number;
  /** The p that decides a fixed design, adjusted for the family where there is one. */
  readonly decidingP: number;
  /** Distinct pairs of transcripts where that limits the claim, else n. */
  readonly nEff: number;
  /** Why the comparison is invalid; empty when it is valid. */
  readonly invalid: readonly Reason[];
  /** Pairs in which the flag fired; null when unknown. */
  readonly fired: number | null;
  /** The mechanism checklist is complete. */
  readonly mechanism: boolean;
  /** A second run on disjoint seeds confirmed it. */
  readonly replicated: boolean;
  /** Pairs the control passes; null when unknown. */
  readonly controlPasses: number | null;
  readonly scenarios: number | null;
  readonly scenarioSignFlipP: number | null;
  readonly simulated: boolean;
  readonly judged: boolean;
  readonly missingSensitive: boolean;
  /** Qualifiers that were established elsewhere and change no label. */
  readonly alsoTrue: readonly Qualifier[];
  /** Where the flag aims at something else than success; absent = it aims at success. */
  readonly aimed?: Aimed | null;
}

/** A verdict before it is put into words. */
export type Ruling = Omit<Verdict, "clauses" | "sentence" | "next">;

const ORDER: readonly Qualifier[] = [
  "simulated",
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
  "bounded-within-margin",
  "below-minimum-effect",
  "not-a-rate-claim",
];

/** Puts qualifiers in their fixed order, each once. */
function inOrder(qualifiers: Iterable<Qualifier>): readonly Qualifier[] {
  const set = new Set(qualifiers);
  return ORDER.filter((qualifier) => set.has(qualifier));
}

/** Says whether the pairs differ more than chance allows; the p of a sequential design was looked at too often to say so. */
function isBeyondChance({ b, c, alpha, design, family, decidingP }: Evidence): boolean {
  return design === "sequential"
    ? eValue(b, c).eTwo >= (family / alpha) * (1 - 1e-12)
    : isAtMost(decidingP, alpha);
}

/** Says whether the evidence proves a difference at the level of the family, in either direction. */
function isProven(evidence: Evidence): boolean {
  const { n, b, c, alpha, nEff } = evidence;
  // A scripted model, an unqualified judge or an unstable denominator caps the label, whatever the p-value.
  if (evidence.simulated || evidence.judged || evidence.missingSensitive) return false;
  if (nEff < n || !isAtMost(smallestP(n), alpha) || b === c) return false;
  return isBeyondChance(evidence);
}

/** Why pairs that differ beyond chance prove no rate all the same; null where they do not differ so. */
function heldBack(evidence: Evidence): Reason | null {
  if (!isBeyondChance(evidence)) return null;
  const { simulated, judged, missingSensitive, nEff, n } = evidence;
  const caps: readonly (Cap | false)[] = [
    simulated && "simulated",
    judged && "judged",
    missingSensitive && "missing-sensitive",
    nEff < n && "repeats",
  ];
  const found = caps.filter((cap) => cap !== false);
  return found.length === 0 ? null : { code: "beyond-chance-but", caps: found };
}

/** Says whether the 90 % interval lies inside the smallest effect worth having; what may prove no effect may exclude none. */
function isBounded({ n, b, c, deltaMin, nEff, judged, missingSensitive }: Evidence): boolean {
  if (nEff < n || judged || missingSensitive) return false;
  const [low, high] = fayLumbardInterval({ b, c, n }, 0.9);
  return low > -deltaMin && high < deltaMin;
}

/** Gives the power to see the smallest effect worth having, at the discordance the run suggests. */
function powerToSee({
  n,
  b,
  c,
  deltaMin,
  alpha,
}: Pick<Evidence, "n" | "b" | "c" | "deltaMin" | "alpha">): number {
  const psi = Math.min(1, Math.max(deltaMin, (b + c + 1) / (n + 2)));
  return powerExact(n, { p10: (psi + deltaMin) / 2, p01: (psi - deltaMin) / 2 }, alpha);
}

function strengthOf(b: number, c: number): "moderate" | "lean" | null {
  const { midPGreater, midPLess } = mcnemar(b, c);
  const p = b > c ? midPGreater : midPLess;
  return isAtMost(p, 0.1) ? "moderate" : isAtMost(p, 1 / 3) ? "lean" : null;
}

/** Collects the qualifiers that follow from the counts alone. */
function standing(evidence: Evidence): Set<Qualifier> {
  const { n, b, c, alpha, nEff, fired, controlPasses } = evidence;
  const found = new Set<Qualifier>(evidence.alsoTrue);
  if (evidence.simulated) found.add("simulated");
  if (nEff < n) found.add("pseudo-replicated");
  const short = !isAtMost(smallestP(nEff), alpha);
  if (short) found.add("cannot-reach-significance");
  if (b + c === 0) found.add("no-discordant-pairs");
  if (!short && controlPasses !== null && !isAtMost(smallestP(n - controlPasses), alpha))
    found.add("headroom-too-small");
  if (fired !== null && fired < 0.6 * n) found.add("low-engagement");
  if (evidence.missingSensitive) found.add("missing-sensitive");
  if (evidence.judged) found.add("judge-scored");
  return found;
}

/** A label with what follows from it, before the qualifiers of the run are added. */
export interface Draft {
  readonly label: Label;
  readonly basis?: Verdict["basis"];
  readonly strength?: Verdict["strength"];
  readonly scope?: Verdict["scope"];
  readonly add?: readonly Qualifier[];
  readonly reasons: readonly Reason[];
}

function provenDraft(evidence: Evidence): Draft {
  const { n, b, c, deltaMin, alpha, scenarios, scenarioSignFlipP } = evidence;
  const general =
    scenarios !== null &&
    scenarioSignFlipP !== null &&
    supportsGeneralClaim(scenarios, scenarioSignFlipP, alpha);
  const small = Math.abs(b - c) < deltaMin * n - 1e-9;
  const by: Reason = { code: evidence.design === "sequential" ? "e-value" : "exact-p" };
  return {
    label: b < c ? "harmful" : evidence.replicated ? "verified" : "demonstrated",
    basis: "statistical",
    scope: general ? "general" : "suite",
    add: small ? ["below-minimum-effect"] : [],
    reasons: evidence.replicated && b > c ? [by, { code: "replicated" }] : [by],
  };
}

function draft(evidence: Evidence): Draft {
  const { n, b, c } = evidence;
  const isHarm = b < c;
  const aimed = evidence.aimed ?? null;
  if (isProven(evidence) && (aimed === null || isHarm)) return provenDraft(evidence);
  if (aimed !== null) return aimDraft(evidence, aimed);
  if (evidence.mechanism && !evidence.missingSensitive && n >= 3 && b === n) {
    return {
      label: "demonstrated",
      basis: "mechanism",
      scope: "scenario",
      add: ["not-a-rate-claim"],
      reasons: [{ code: "checklist-complete" }],
    };
  }
  if (isBounded(evidence)) {
    return {
      label: "fires-no-effect-measured",
      add: ["bounded-within-margin"],
      reasons: [{ code: "interval-within-margin" }],
    };
  }
  const strength = b === c ? null : strengthOf(b, c);
  if (strength !== null) {
    const reasons: readonly Reason[] = [heldBack(evidence) ?? { code: "mid-p", strength }];
    return { label: b > c ? "suggestive" : "suggestive-harm", strength, reasons };
  }
  if (evidence.nEff < n) return { label: "underpowered", reasons: [{ code: "repeats" }] };
  if (powerToSee(evidence) < 0.8) return { label: "underpowered", reasons: [{ code: "low-power" }] };
  return { label: "fires-no-effect-measured", reasons: [{ code: "effect-not-seen" }] };
}

/** Gives the label, its basis, strength, scope and qualifiers; `invalid` and `inert` stand alone. */
export function rule(evidence: Evidence): Ruling {
  const { n, fired } = evidence;
  const bare = { basis: null, strength: null, scope: null };
  const always: readonly Qualifier[] = evidence.simulated ? ["simulated"] : [];
  const invalid: readonly Reason[] =
    n === 0 ? [...evidence.invalid, { code: "no-valid-pair" }] : evidence.invalid;
  if (invalid.length > 0) return { label: "invalid", ...bare, qualifiers: always, reasons: invalid };
  if (fired === 0) {
    const reasons: readonly Reason[] = [{ code: "never-fired", pairs: n }];
    return { label: "inert", ...bare, qualifiers: always, reasons };
  }
  const aims = (evidence.aimed ?? null) !== null;
  const found = aims ? keepForAim(standing(evidence)) : standing(evidence);
  const { label, basis = null, strength = null, scope = null, add = [], reasons } = draft(evidence);
  for (const qualifier of add) found.add(qualifier);
  return { label, basis, strength, scope, qualifiers: inOrder(found), reasons };
}
