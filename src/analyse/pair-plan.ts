/** Plans a comparison before anything is spent: pairs needed, smallest visible effect, headroom, reachable verdicts. */

import { type Aim, isSavingAim } from "../core/aim.ts";
import type { Obstacle, PairPlan, Reachability } from "../core/experiment-plan.ts";
import { roundTo } from "../core/format.ts";
import { winsToProve } from "./multiplicity.ts";
import { pairsToCertify } from "./non-inferiority.ts";
import { minimumDetectable, pairsNeeded, powerExact } from "./power.ts";
import { SUCCESS_MARGIN } from "./saving.ts";

const ASSUMED_PSI = 0.3;
const POWER = 0.8;

export interface PairPlanInput {
  /** Pairs that are planned. */
  readonly pairs: number;
  readonly scenarios: number;
  readonly alpha: number;
  /** Smallest effect worth having, as a difference of pass rates. */
  readonly deltaMin: number;
  /** Flags in the campaign. */
  readonly family: number;
  readonly design: "fixed" | "sequential";
  readonly purpose: "mechanism" | "benefit";
  readonly simulated: boolean;
  /** An LLM judge decides outcomes. */
  readonly judged: boolean;
  /** Measured discordance of the control with itself or of a pilot; null = unknown. */
  readonly psi: number | null;
  /** Pass rate of the control in stored runs; null = unknown. */
  readonly controlPassRate: number | null;
  /** Arms share replies, so that noise does not make pairs discordant; without it psi is that of independent arms. */
  readonly coupled: boolean;
  /** Margin of a gate; null when there is none. */
  readonly margin: number | null;
  /** Aim of the flag; absent = success. */
  readonly aim?: Aim;
  /** By how much success may not be worse where something is saved; absent = the usual margin. */
  readonly successMargin?: number;
}

interface InTheWay {
  readonly obstacle: Obstacle;
  readonly reason: string;
}

type Expected = "control failures expected" | "control passes expected";

function discordance({
  psi,
  controlPassRate,
  coupled,
  deltaMin,
}: PairPlanInput): Pick<PairPlan, "psi" | "psiSource"> {
  if (!coupled && controlPassRate !== null) {
    const treatment = Math.min(1, controlPassRate + deltaMin);
    const apart = treatment * (1 - controlPassRate) + controlPassRate * (1 - treatment);
    return { psi: Math.min(1, Math.max(deltaMin, apart)), psiSource: "uncoupled" };
  }
  if (psi !== null) return { psi: Math.min(1, Math.max(deltaMin, psi)), psiSource: "measured" };
  return { psi: Math.max(deltaMin, ASSUMED_PSI), psiSource: "assumed" };
}

function capOf({ simulated, judged }: PairPlanInput): InTheWay | null {
  if (simulated) return { obstacle: "simulated", reason: "a simulated model shows mechanisms, not rates" };
  return judged ? { obstacle: "judged", reason: "an LLM judge caps the label at suggestive" } : null;
}

function claimOf(claim: Reachability["claim"], way: InTheWay | null, fine: string): Reachability {
  return { claim, reachable: way === null, obstacle: way?.obstacle ?? null, reason: way?.reason ?? fine };
}

function lacks(
  have: number,
  needed: number,
  what: "pairs planned" | "scenarios" | Expected,
): InTheWay | null {
  if (have >= needed - 1e-9) return null;
  const obstacle = what === "pairs planned" ? "pairs" : what === "scenarios" ? "scenarios" : "pass-rate";
  return { obstacle, reason: `${Math.floor(have * 10 + 1e-6) / 10} ${what}, ${needed} needed` };
}

function reachableOf(input: PairPlanInput, expectedFailures: number | null): readonly Reachability[] {
  const { pairs, scenarios, purpose, controlPassRate, deltaMin, margin, alpha } = input;
  const wins = winsToProve(input);
  const proof = capOf(input) ?? lacks(pairs, wins, "pairs planned");
  const failures =
    expectedFailures === null ? null : lacks(expectedFailures, wins, "control failures expected");
  const passes =
    controlPassRate === null ? null : lacks(pairs * controlPassRate, wins, "control passes expected");
  const bound =
    pairsToCertify({ b: 0, c: 0 }, { margin: deltaMin, alpha: 0.05 }).exact ?? Number.POSITIVE_INFINITY;
  const judge: InTheWay | null = input.judged
    ? { obstacle: "judged", reason: "an LLM judge that labels have not qualified decides outcomes" }
    : null;
  const mechanism: InTheWay | null =
    purpose === "mechanism"
      ? (judge ?? lacks(pairs, 3, "pairs planned"))
      : { obstacle: "purpose", reason: "the purpose is to measure a benefit" };
  const gate =
    margin === null
      ? null
      : (pairsToCertify({ b: 0, c: 0 }, { margin, alpha }).exact ?? Number.POSITIVE_INFINITY);
  const pass =
    gate === null
      ? []
      : [
          claimOf(
            "gate pass",
            judge ?? lacks(pairs, gate, "pairs planned"),
            `needs ${gate} pairs without a difference`,
          ),
        ];
  if (input.aim === "no-worse")
    return [...pass, claimOf("harmful", proof ?? passes, `needs ${wins} losses and no win at the least`)];
  if (input.aim !== undefined && input.aim !== "success")
    return [
      ...aimedClaims(input, judge),
      claimOf("harmful", proof ?? passes, `needs ${wins} losses and no win at the least`),
    ];
  return [
    claimOf("demonstrated", proof ?? failures, `needs ${wins} wins and no loss at the least`),
    claimOf("demonstrated (mechanism)", mechanism, "needs the whole checklist and every pair"),
    claimOf("general", proof ?? failures ?? lacks(scenarios, 6, "scenarios"), "needs the scenarios to agree"),
    claimOf("harmful", proof ?? passes, `needs ${wins} losses and no win at the least`),
    claimOf(
      "no effect within the margin",
      judge ?? lacks(pairs, bound, "pairs planned"),
      `needs ${bound} pairs without a difference`,
    ),
    ...pass,
  ];
}

/** Labels within reach of a flag with another aim than success (STATISTICS 11.1). */
function aimedClaims(input: PairPlanInput, judge: InTheWay | null): readonly Reachability[] {
  const { aim, pairs, simulated, purpose, alpha, family, successMargin = SUCCESS_MARGIN } = input;
  if (!isSavingAim(aim))
    return [claimOf("fires", lacks(pairs, 1, "pairs planned"), "needs it to fire in 60 % of the pairs")];
  const rates: InTheWay | null = simulated
    ? { obstacle: "simulated", reason: "a simulated model shows mechanisms, not rates" }
    : null;
  const known = pairsToCertify({ b: 0, c: 0 }, { margin: successMargin, alpha: alpha / family }).exact;
  const equal = known ?? Number.POSITIVE_INFINITY;
  const all = winsToProve({ ...input, design: "fixed" });
  const built: InTheWay | null =
    purpose === "mechanism"
      ? lacks(pairs, 3, "pairs planned")
      : { obstacle: "purpose", reason: "the purpose is to measure a benefit" };
  return [
    claimOf(
      "saves",
      rates ?? judge ?? lacks(pairs, equal, "pairs planned"),
      `needs ${equal} pairs without a difference in success, so that a loss of ${roundTo(successMargin * 100, 6)} points is excluded`,
    ),
    claimOf(
      "saves, harm not excluded",
      rates ?? lacks(pairs, all, "pairs planned"),
      `needs ${all} pairs that all save at the least`,
    ),
    claimOf("mechanism demonstrated (saves)", built, "needs the flag to fire and to save in every pair"),
  ];
}

/** Works out what the planned pairs can show; psi is never taken from the effect that is being looked for. */
export function planPairs(input: PairPlanInput): PairPlan {
  const { pairs, deltaMin, controlPassRate } = input;
  const alpha = input.alpha / input.family;
  const { psi, psiSource } = discordance(input);
  const chances = { p10: (psi + deltaMin) / 2, p01: Math.max(0, (psi - deltaMin) / 2) };
  const atPsi = pairsNeeded(chances, alpha, POWER);
  const expectedFailures = controlPassRate === null ? null : pairs * (1 - controlPassRate);
  const winsNeeded = winsToProve(input);
  return {
    pairs,
    psi,
    psiSource,
    power: powerExact(pairs, chances, alpha),
    minimumDetectable: minimumDetectable(pairs, psi, [alpha, POWER]),
    needed: {
      neverHurts: pairsNeeded({ p10: deltaMin, p01: 0 }, alpha, POWER),
      hurtsHalfAsOften:
        3 * deltaMin > 1 ? null : pairsNeeded({ p10: 2 * deltaMin, p01: deltaMin }, alpha, POWER),
      atPsi,
    },
    cap: atPsi === null ? null : Math.ceil(1.5 * atPsi),
    headroom: {
      expectedFailures,
      winsNeeded,
      enough: expectedFailures === null ? null : expectedFailures >= winsNeeded - 1e-9,
    },
    reachable: reachableOf(input, expectedFailures),
  };
}
