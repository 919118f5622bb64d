/** Rules on paired outcomes: everything that the label of a comparison rests on, without its words. */

import type { Saving } from "../core/aim.ts";
import type { Effect, ScenarioLevel } from "../core/comparison.ts";
import type { ComparisonFacts } from "../core/comparison-facts.ts";
import type { ComparisonPlan } from "../core/comparison-plan.ts";
import type { PairedUnit } from "../core/pairs.ts";
import type { LostTrials, Reason } from "../core/reason.ts";
import type { Qualifier } from "../core/verdict.ts";
import type { Aimed } from "./aim-verdict.ts";
import { excludesOne } from "./calibration.ts";
import { evidenceOf, type RunFacts } from "./comparison-evidence.ts";
import { effectOf, scenarioLevelOf, scenarioRows } from "./effect.ts";
import { backendChanged, engagementOf } from "./engagement.ts";
import { adjustIn, testOf } from "./family.ts";
import { inOrder } from "./join.ts";
import { isComplete, mechanismChecklist } from "./mechanism-checklist.ts";
import { costBasis, metricRatios } from "./metric-ratios.ts";
import { denominatorsOf, pairsWithinBudget, validPairs } from "./pair-counts.ts";
import { positionCheck } from "./position-check.ts";
import { savingOf } from "./saving.ts";
import { savingChecklist } from "./saving-checklist.ts";
import { rule } from "./verdict-ladder.ts";
import { worstCaseOf } from "./worst-case.ts";

/** The reasons why no label above `invalid` may stand. */
function invalidReasons(
  units: readonly PairedUnit[],
  plan: ComparisonPlan,
  { calibration }: ComparisonFacts,
): readonly Reason[] {
  const { lostShare, lopsidedP, notRun, units: given, ...counts } = denominatorsOf(units, plan);
  const lost: LostTrials = {
    errors: counts.errors,
    unscored: counts.unscored,
    missing: counts.missing,
    notRun: plan.design === "fixed" ? (notRun ?? 0) : 0,
    planned: plan.planned,
  };
  const biasP = calibration?.biasP ?? null;
  const found: readonly (Reason | false)[] = [
    lostShare !== null && lostShare > 0.1 && { code: "pairs-lost", share: lostShare, lost },
    given > 0 && lopsidedP < 0.05 && { code: "one-arm-lost", p: lopsidedP, lost },
    biasP !== null && biasP <= 0.01 && { code: "calibration-bias", p: biasP },
    excludesOne(calibration?.latency99 ?? null) && { code: "calibration-latency" },
  ];
  return found.filter((reason) => reason !== false);
}

/** Pairs and scenario means may point in opposite directions where scenarios have unequal numbers of pairs. */
function generalP({ meanDelta, signFlipP }: ScenarioLevel, { delta }: Effect): number | null {
  return Math.sign(meanDelta ?? 0) === Math.sign(delta ?? 0) ? signFlipP : null;
}

/** What the flag is judged by where that is not success; a run that was looked at as it went is judged by success alone. */
function aimedAt({ aim, design }: ComparisonPlan, saving: Saving | null): Aimed | null {
  return aim === undefined || aim === "success" || design === "sequential" ? null : { aim, saving };
}

/** Rules on units in any order; whether one unit carries the result is looked at elsewhere. */
export function ruleOn(unordered: readonly PairedUnit[], plan: ComparisonPlan, known: ComparisonFacts) {
  const units = inOrder(pairsWithinBudget(unordered));
  const valid = validPairs(units);
  const ratios = metricRatios(units);
  const saving = savingOf(units, plan, known.campaign);
  const costMetric = plan.aim === "cost-as-billed" ? "costUsd" : costBasis(ratios);
  const scenarios = scenarioRows(units, costMetric);
  const scenarioLevel = scenarioLevelOf(valid);
  const adjusted = adjustIn(testOf(valid, plan), known.campaign, plan.alpha);
  const effect = effectOf(valid, plan, {
    adjustedP: known.campaign.length === 0 ? null : adjusted.shown,
    neededInFamily: adjusted.needed,
  });
  const engagement = engagementOf(valid);
  const position = positionCheck(valid, plan, costMetric);
  const mechanism =
    saving === null
      ? mechanismChecklist(valid, plan, known.calibration)
      : savingChecklist(valid, plan, saving);
  const alsoTrue: readonly (Qualifier | false)[] = [
    plan.flag !== null && engagement.fired.treatment.unknown > 0 && "engagement-unknown",
    scenarios.some(({ conflict }) => conflict) && "scenario-conflict",
    position.confounded && "order-confounded",
    backendChanged(valid, plan) && "backend-changed",
  ];
  const base: RunFacts = {
    plan,
    known,
    invalid: invalidReasons(unordered, plan, known),
    mechanism: isComplete(mechanism),
    missingSensitive: false,
    scenarioSignFlipP: generalP(scenarioLevel, effect),
    alsoTrue: alsoTrue.filter((qualifier) => qualifier !== false),
    aimed: aimedAt(plan, saving),
  };
  const worstCase = worstCaseOf(units, base, rule(evidenceOf(valid, base)).label);
  const facts: RunFacts = { ...base, missingSensitive: worstCase?.changesLabel ?? false };
  const ruling = rule(evidenceOf(valid, facts));
  return {
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
    facts,
    worstCase,
    ruling,
  };
}
