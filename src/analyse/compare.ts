/** Compares two arms: from paired outcomes and a plan to everything a reader needs, verdict included. */
import type { Comparison, Headroom, Placebo } from "../core/comparison.ts";
import type { ComparisonPlan } from "../core/comparison-plan.ts";
import { percent, pValue } from "../core/format.ts";
import type { PairedUnit } from "../core/pairs.ts";
import type { Qualifier } from "../core/verdict.ts";
import { reliabilityOf } from "./arm-reliability.ts";
import { excludesOne } from "./calibration.ts";
import { effectiveSize, evidenceOf, type RunFacts } from "./comparison-evidence.ts";
import { costVerdict } from "./cost-verdict.ts";
import {
  decidingP,
  effectOf,
  gradedOf,
  posteriorOf,
  scenarioLevelOf,
  scenarioRows,
  sequentialOf,
} from "./effect.ts";
import { backendChanged, callsByPurposeOf, engagementOf, ownCallCheck } from "./engagement.ts";
import { byScenarioAndSeed, refuseDuplicates } from "./join.ts";
import { isComplete, mechanismChecklist } from "./mechanism-checklist.ts";
import { costBasis, metricRatios, waitingOf } from "./metric-ratios.ts";
import { winsToProve } from "./multiplicity.ts";
import { placeboFrequency, reckonedPsi } from "./noise.ts";
import { omissionsOf } from "./omissions.ts";
import { byArm, countPairs, denominatorsOf, pairsWithinBudget, ratesOf, validPairs } from "./pair-counts.ts";
import { positionCheck } from "./position-check.ts";
import { rule } from "./verdict-ladder.ts";
import { nextOf, sentenceOf } from "./verdict-sentence.ts";
import { worstCaseOf } from "./worst-case.ts";

/** What a placebo may be assumed to do where no calibration says so. */
const ASSUMED_PSI = 0.3;

/** Gives the reasons why no label above `invalid` may stand. */
function invalidReasons(units: readonly PairedUnit[], plan: ComparisonPlan): readonly string[] {
  const {
    lostShare,
    lopsidedP,
    errors,
    unscored,
    missing,
    notRun,
    units: given,
  } = denominatorsOf(units, plan);
  const each = (counts: { readonly control: number; readonly treatment: number }) =>
    `${counts.control} + ${counts.treatment}`;
  const lost =
    `errors ${each(errors)}, unscored ${each(unscored)}, missing ${each(missing)} in control + treatment` +
    ((notRun ?? 0) > 0 && plan.design === "fixed"
      ? `, ${notRun} of ${plan.planned} planned pairs not run`
      : "");
  const biasP = plan.aa?.biasP ?? null;
  return [
    lostShare !== null && lostShare > 0.1 && `${percent(lostShare)} of the pairs are lost (${lost})`,
    given > 0 &&
      lopsidedP < 0.05 &&
      `one arm loses far more trials than the other (Fisher p ${pValue(lopsidedP)}: ${lost})`,
    biasP !== null &&
      biasP <= 0.01 &&
      `the calibration of the control against itself shows a difference (p ${pValue(biasP)})`,
    excludesOne(plan.aa?.latency99 ?? null) &&
      "the calibration shows a latency that differs between the control and itself",
  ].filter((reason) => reason !== false);
}

function placeboOf(valid: readonly PairedUnit[], { aa }: ComparisonPlan): Placebo {
  const { n, b, c } = countPairs(valid);
  const net = Math.abs(b - c);
  if (aa === null || aa.pairs === 0) {
    return { net, frequency: placeboFrequency(n, ASSUMED_PSI, net), psi: ASSUMED_PSI, source: "assumed" };
  }
  const discordant = aa.b + aa.c;
  const psi = reckonedPsi(discordant, aa.pairs);
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

/** Options of a comparison that the plan cannot know. */
export interface CompareOptions {
  /** A second run on other seeds confirmed it; set by `replicate` alone. */
  readonly replicated?: boolean;
}

/**
 * Analyses paired outcomes. Contract: pure; never throws on any mix of outcomes, none included, and throws a
 * LabError only where one scenario and seed is named twice.
 */
export function compare(
  unordered: readonly PairedUnit[],
  plan: ComparisonPlan,
  { replicated = false }: CompareOptions = {},
): Comparison {
  refuseDuplicates(unordered);
  const units = [...pairsWithinBudget(unordered)].sort(byScenarioAndSeed);
  const valid = validPairs(units);
  const ratios = metricRatios(units);
  const costMetric = costBasis(ratios);
  const scenarios = scenarioRows(units, costMetric);
  const scenarioLevel = scenarioLevelOf(valid);
  const effect = effectOf(valid, plan);
  const engagement = engagementOf(valid);
  const position = positionCheck(valid, plan, costMetric);
  const mechanism = mechanismChecklist(valid, plan);
  const raw = decidingP(valid, plan.pairing);
  const known: readonly (Qualifier | false)[] = [
    plan.flag !== null && engagement.fired.treatment.unknown > 0 && "engagement-unknown",
    scenarios.some(({ conflict }) => conflict) && "scenario-conflict",
    position.confounded && "order-confounded",
    backendChanged(valid, plan) && "backend-changed",
  ];
  const base: RunFacts = {
    plan,
    invalid: invalidReasons(unordered, plan),
    mechanism: isComplete(mechanism),
    replicated,
    missingSensitive: false,
    // Pairs and scenario means may point in opposite directions where scenarios have unequal numbers of pairs.
    scenarioSignFlipP:
      Math.sign(scenarioLevel.meanDelta ?? 0) === Math.sign(effect.delta ?? 0)
        ? scenarioLevel.signFlipP
        : null,
    alsoTrue: known.filter((qualifier) => qualifier !== false),
    familyFactor: plan.adjustedP === null ? 1 : plan.adjustedP / raw,
  };
  const worstCase = worstCaseOf(units, base, rule(evidenceOf(valid, base)).label);
  const facts: RunFacts = { ...base, missingSensitive: worstCase?.changesLabel ?? false };
  const first = rule(evidenceOf(valid, facts));
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
    callsByPurpose: callsByPurposeOf(units),
    engagement,
    placebo: placeboOf(valid, plan),
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
  const worded = { ...draft, ruling };
  return { ...draft, verdict: { ...ruling, sentence: sentenceOf(worded), next: nextOf(worded) } };
}
