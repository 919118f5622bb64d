/** Compares two arms: from paired outcomes and a plan to everything a reader needs, verdict included. */
import type { Comparison, Headroom, Placebo } from "../core/comparison.ts";
import { type ComparisonFacts, NO_FACTS } from "../core/comparison-facts.ts";
import type { ComparisonPlan } from "../core/comparison-plan.ts";
import type { PairedUnit } from "../core/pairs.ts";
import { reliabilityOf } from "./arm-reliability.ts";
import { effectiveSize, evidenceOf } from "./comparison-evidence.ts";
import { costVerdict } from "./cost-verdict.ts";
import { gradedOf, posteriorOf, sequentialOf } from "./effect.ts";
import { callsByPurposeOf, ownCallCheck } from "./engagement.ts";
import { refuseDuplicates } from "./join.ts";
import { waitingOf } from "./metric-ratios.ts";
import { winsToProve } from "./multiplicity.ts";
import { placeboFrequency, reckonedPsi } from "./noise.ts";
import { omissionsOf } from "./omissions.ts";
import { byArm, countPairs, denominatorsOf, ratesOf } from "./pair-counts.ts";
import { recommend } from "./recommend.ts";
import { ruleOn } from "./rule-on.ts";
import { rule } from "./verdict-ladder.ts";
import { sayVerdict } from "./words/say-verdict.ts";

/** What a placebo may be assumed to do where no calibration says so. */
const ASSUMED_PSI = 0.3;

function placeboOf(valid: readonly PairedUnit[], { calibration }: ComparisonFacts): Placebo {
  const { n, b, c } = countPairs(valid);
  const net = Math.abs(b - c);
  if (calibration === null || calibration.pairs === 0) {
    return { net, frequency: placeboFrequency(n, ASSUMED_PSI, net), psi: ASSUMED_PSI, source: "assumed" };
  }
  const discordant = calibration.b + calibration.c;
  const psi = reckonedPsi(discordant, calibration.pairs);
  return {
    net,
    frequency: placeboFrequency(n, psi, net),
    psi,
    source: discordant === 0 ? "calibration-bound" : "calibration",
  };
}

function headroomOf(valid: readonly PairedUnit[], plan: ComparisonPlan): Headroom {
  const controlFailures = valid.filter((unit) => unit.control.outcome === "fail").length;
  // Holm holds one flag of a family, the last, to alpha itself; the bar of a sequential family is the same for all.
  const winsNeeded = winsToProve(plan.design === "fixed" ? { ...plan, family: 1 } : plan);
  return { controlFailures, winsNeeded, enough: controlFailures >= winsNeeded };
}

/**
 * Analyses paired outcomes. Contract: pure; never throws on any mix of outcomes, none included, and throws a
 * LabError only where one scenario and seed is named twice.
 */
export function compare(
  unordered: readonly PairedUnit[],
  plan: ComparisonPlan,
  given: Partial<ComparisonFacts> = {},
): Comparison {
  const known: ComparisonFacts = { ...NO_FACTS, ...given };
  refuseDuplicates(unordered);
  const {
    units,
    valid,
    ratios,
    saving,
    costMetric,
    scenarios,
    scenarioLevel,
    effect,
    engagement,
    position,
    mechanism,
    ...ruled
  } = ruleOn(unordered, plan, known);
  const { facts, worstCase, ruling: first } = ruled;
  const { b, c } = countPairs(valid);
  const whole = { facts, b, c, ruling: first, cost: ratios[costMetric].ofTotals, costMetric };
  const omissions = omissionsOf(units, whole);
  const hanging = omissions.some(({ changes }) => changes.length > 0);
  const ruling = hanging
    ? rule(evidenceOf(valid, { ...facts, alsoTrue: [...facts.alsoTrue, "hangs-on-one"] }))
    : first;
  const sequential = sequentialOf(valid, plan);
  const draft = {
    plan,
    facts: known,
    units,
    denominators: denominatorsOf(unordered, plan),
    counts: countPairs(valid),
    rates: ratesOf(valid),
    effect,
    sequential,
    scenarios,
    scenarioLevel,
    graded: gradedOf(units),
    ratios,
    latency: waitingOf(units),
    // What the pairs of a sequential run show has to hold at every look, so its own interval says whether a gain is there.
    cost: costVerdict(
      ratios[costMetric],
      { ...effect, interval95: sequential?.interval95 ?? effect.interval95 },
      {
        orderConfounded: position.confounded,
        hangsOnOne: omissions.some(({ changes }) => changes.includes("cost")),
      },
    ),
    saving,
    callsByPurpose: callsByPurposeOf(units),
    engagement,
    placebo: placeboOf(valid, known),
    headroom: headroomOf(valid, plan),
    omissions,
    position,
    worstCase,
    nEff: effectiveSize(valid, plan),
    reliability: byArm((arm) => reliabilityOf(units, arm)),
    posterior: posteriorOf(valid, plan.deltaMin),
    mechanism,
    ownCallOnlyInTreatment: ownCallCheck(units, plan),
  };
  const unworded = { ...draft, ruling };
  return { ...draft, recommendation: recommend(unworded), verdict: sayVerdict(unworded) };
}
