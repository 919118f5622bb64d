/** Rules on paired outcomes: everything that the label of a comparison rests on, without its words. */

import type { Saving } from "../core/aim.ts";
import type { ScenarioLevel } from "../core/comparison.ts";
import type { ComparisonFacts } from "../core/comparison-facts.ts";
import type { ComparisonPlan } from "../core/comparison-plan.ts";
import { inOrder } from "../core/pair-order.ts";
import type { PairedUnit } from "../core/pairs.ts";
import type { LostTrials, Reason } from "../core/reason.ts";
import type { MechanismItem, Qualifier } from "../core/verdict.ts";
import { excludesOne } from "./calibration.ts";
import { askedOf } from "./campaign-tests.ts";
import { type ChecklistInput, openItems } from "./checklist-findings.ts";
import { evidenceOf, type RunFacts } from "./comparison-evidence.ts";
import { countOutcomes } from "./count-outcomes.ts";
import { effectOf, type FullEffect, scenarioLevelOf, scenarioRows } from "./effect.ts";
import { backendChanged, engagementOf } from "./engagement.ts";
import type { Aimed, ConflictEvidence, GeneralEvidence } from "./evidence.ts";
import { adjustIn, adjustPlainly, outcomesBeside, outcomeTest } from "./family.ts";
import { mechanismChecklist } from "./mechanism-checklist.ts";
import { costBasis, metricRatios } from "./metric-ratios.ts";
import { noWorseOf } from "./no-worse.ts";
import { tallyOutcomes } from "./outcome-tally.ts";
import { denominatorsOf, pairsWithinBudget, validPairs } from "./pair-counts.ts";
import { positionCheck } from "./position-check.ts";
import { savingOf } from "./saving.ts";
import { savingChecklist } from "./saving-checklist.ts";
import { conflictOf } from "./scenario-splits.ts";
import { rule } from "./verdict-ladder.ts";
import { worstCaseOf } from "./worst-case.ts";

/** The reasons why no label above `invalid` may stand. */
function invalidReasons(
  units: readonly PairedUnit[],
  plan: ComparisonPlan,
  { calibration }: ComparisonFacts,
): readonly Reason[] {
  const { lostShare, lopsidedP, notRun, units: given, pairs, ...counts } = denominatorsOf(units, plan);
  const due = given + (plan.design === "fixed" ? (notRun ?? 0) : 0);
  const lost: LostTrials = {
    errors: counts.errors,
    unscored: counts.unscored,
    missing: counts.missing,
    notRun: plan.design === "fixed" ? (notRun ?? 0) : 0,
    planned: plan.planned,
  };
  const biasP = calibration?.biasP ?? null;
  const found: readonly (Reason | false)[] = [
    lostShare !== null &&
      lostShare > 0.1 && {
        code: "pairs-lost",
        pairs: plan.pairing === "none" ? null : [due - pairs, due],
        lost,
      },
    given > 0 && lopsidedP < 0.05 && { code: "one-arm-lost", lost },
    biasP !== null && biasP <= 0.01 && { code: "calibration-bias" },
    excludesOne(calibration?.latency99 ?? null) && { code: "calibration-latency" },
  ];
  return found.filter((reason) => reason !== false);
}

/** Pairs and scenario means may point in opposite directions where scenarios have unequal numbers of pairs. */
function generalOf(
  level: ScenarioLevel & { readonly signFlipP: number },
  { delta }: FullEffect,
): GeneralEvidence | null {
  const { scenarios, meanDelta, signFlipP, adjustedP, interval95 } = level;
  if (Math.sign(meanDelta ?? 0) !== Math.sign(delta ?? 0)) return null;
  return { scenarios, p: adjustedP ?? signFlipP, interval: interval95 };
}

function conflictIn(
  units: readonly PairedUnit[],
  plan: ComparisonPlan,
  { campaign }: ComparisonFacts,
): ConflictEvidence | null {
  const found = conflictOf(units, plan);
  if (found === null) return null;
  const p = adjustPlainly(
    found.p,
    campaign.map(({ conflict }) => conflict),
  );
  return { ...found, p };
}

/** The checklist that fits the aim; a flag that claims no outcome has none. */
function checklistOf(input: ChecklistInput, saving: Saving | null): readonly MechanismItem[] {
  const { aim, over } = input.plan;
  if (askedOf(input.plan) === "nothing" || over === "controls" || aim === "no-worse") return [];
  return saving === null ? mechanismChecklist(input) : savingChecklist(input, saving);
}

/** Criterion of the flag where that is not success; a run that was looked at as it went is judged by success alone. */
function ruleOnAim(
  plan: ComparisonPlan,
  { saving, noWorse }: Pick<Aimed, "saving" | "noWorse">,
  confounded: boolean,
): Aimed | null {
  const { aim = "success" } = plan;
  if (aim === "success" || askedOf(plan) === "success") return null;
  const rarely = saving !== null && saving.evidence.known < 0.9 * saving.evidence.of;
  return { aim, saving, noWorse, doubt: rarely ? "known-rarely" : confounded ? "order" : null };
}

/** Rules on units in any order; whether one unit carries the result is looked at elsewhere. */
export function ruleOn(unordered: readonly PairedUnit[], plan: ComparisonPlan, known: ComparisonFacts) {
  const units = inOrder(pairsWithinBudget(unordered));
  const valid = validPairs(units);
  const ratios = metricRatios(units);
  const costMetric = plan.aim === "cost-as-billed" ? "costUsd" : costBasis(ratios);
  const scenarios = scenarioRows(units, plan, costMetric);
  const { campaign } = known;
  const scenarioLevel = scenarioLevelOf(scenarios, (p) =>
    campaign.length === 0
      ? null
      : adjustPlainly(
          p,
          campaign.flatMap(({ general }) => general ?? []),
        ),
  );
  const counted = countOutcomes(units, plan);
  const others = outcomesBeside(campaign, askedOf(plan));
  const adjusted = adjustIn(outcomeTest(counted.figures), others, plan.alpha);
  const effect = effectOf(counted, plan, {
    adjustedP: campaign.length === 0 ? null : adjusted.shown,
    neededInFamily: adjusted.needed,
  });
  const engagement = engagementOf(valid);
  const position = positionCheck(valid, plan, costMetric);
  const saving = savingOf(units, plan, campaign);
  const noWorse = noWorseOf(units, plan, campaign);
  const mechanism = checklistOf({ valid, plan, calibration: known.calibration }, saving);
  const denominators = denominatorsOf(unordered, plan);
  const alsoTrue: readonly (Qualifier | false)[] = [
    plan.flag !== null && engagement.fired.treatment.unknown > 0 && "engagement-unknown",
    scenarios.some(({ conflict }) => conflict) && "scenario-conflict",
    position.confounded && "order-confounded",
    backendChanged(valid, plan) && "backend-changed",
    denominators.budget.control + denominators.budget.treatment > 0 && "cut-by-budget",
  ];
  const base: RunFacts = {
    plan,
    known,
    invalid: invalidReasons(unordered, plan, known),
    open: mechanism.length === 0 ? null : openItems(mechanism),
    missingSensitive: false,
    general: generalOf(scenarioLevel, effect),
    conflict: conflictIn(units, plan, known),
    aimed: ruleOnAim(plan, { saving, noWorse }, position.confounded),
    alsoTrue: alsoTrue.filter((qualifier) => qualifier !== false),
  };
  const tally = tallyOutcomes(units, plan);
  const worstCase = worstCaseOf(units, base, rule(evidenceOf(tally, base)).label);
  const facts: RunFacts = { ...base, missingSensitive: worstCase?.changesLabel ?? false };
  return {
    units,
    valid,
    denominators,
    ratios,
    costMetric,
    scenarios,
    scenarioLevel,
    counted,
    tally,
    effect,
    saving,
    noWorse,
    engagement,
    position,
    mechanism,
    facts,
    worstCase,
    ruling: rule(evidenceOf(tally, facts)),
  };
}
