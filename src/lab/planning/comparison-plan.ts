/** The analysis plan of a stored comparison, and the pairs it is judged on: the same for reports and for stop decisions. */

import { type Goal, type Look, lookAt } from "../../analyse/looked-at.ts";
import { isSpontaneous } from "../../analyse/pair-counts.ts";
import { ruleOn } from "../../analyse/rule-on.ts";
import type { Aim } from "../../core/aim.ts";
import type { ComparisonFacts } from "../../core/comparison-facts.ts";
import type { ComparisonPlan } from "../../core/comparison-plan.ts";
import { armNamed, modelOf } from "../../core/effective-arm.ts";
import {
  type ComparisonSpec,
  type DecisionRule,
  type Experiment,
  FIXED_RULE,
} from "../../core/experiment.ts";
import type { Flag } from "../../core/flag.ts";
import { flagNamed } from "../../core/flag-catalogue.ts";
import type { PairedUnit } from "../../core/pairs.ts";
import type { PairRequest } from "../../record/store-port.ts";

/** Level of every test. */
export const ALPHA = 0.05;

/** The catalogue entry of the flag that a comparison is about; null for a free comparison. */
export function flagOf(spec: Pick<ComparisonSpec, "flag">): Flag | null {
  return spec.flag === null ? null : (flagNamed(spec.flag) ?? null);
}

/** Decisions made before the run about a comparison over some scenarios. */
export function comparisonPlanOf(
  experiment: Experiment,
  spec: ComparisonSpec,
  facts: {
    readonly simulated: boolean;
    readonly scenarios: number;
    /** The scenarios are those on which the flag must make no difference. */
    readonly over?: "controls" | undefined;
  },
): ComparisonPlan {
  const rule = experiment.rule ?? FIXED_RULE;
  return {
    id: spec.id,
    flag: spec.flag,
    control: spec.control,
    treatment: spec.treatment,
    purpose: facts.simulated ? "mechanism" : "benefit",
    design: rule.design,
    alpha: ALPHA,
    deltaMin: rule.deltaMin,
    family: familyOf(experiment, spec),
    ...(spec.exploratory ? { exploratory: true } : {}),
    simulated: facts.simulated,
    ...(isGreedy(experiment, spec) ? { greedy: true } : {}),
    pairing: "seed",
    flagMakesCalls: (flagOf(spec)?.ownPurposes.length ?? 0) > 0,
    planned: facts.scenarios * experiment.seeds.length,
    orderKnown: true,
    ...(rule.until === "harmful" ? { sought: "loss" as const } : {}),
    ...(facts.over ? { over: facts.over } : aimOf(spec, rule)),
  };
}

/** Count of comparisons a p is adjusted for: the primary family, or all of them for one that is not in it. */
export function familyOf({ comparisons }: Pick<Experiment, "comparisons">, spec: ComparisonSpec): number {
  return spec.exploratory ? comparisons.length : comparisons.filter((one) => !one.exploratory).length;
}

/** Both arms are asked at temperature 0; one that samples makes a repeat of the other a draw of its own. */
function isGreedy(experiment: Experiment, { control, treatment }: ComparisonSpec): boolean {
  return [control, treatment].every(
    (name) => modelOf(experiment, armNamed(experiment, name)).temperature === 0,
  );
}

/** The flag's aim, where ON is held against OFF over a fixed number of pairs. */
function aimOf(spec: ComparisonSpec, { design }: DecisionRule): Pick<ComparisonPlan, "aim" | "margin"> {
  const aim = aimAsked(spec);
  if (aim === "success" || spec.kind !== undefined || design === "sequential") return {};
  return { aim, ...(spec.margin === undefined ? {} : { margin: spec.margin }) };
}

/** Aim of a comparison: that of its file, else that of its flag. */
export function aimAsked(spec: Pick<ComparisonSpec, "aim" | "flag">): Aim {
  return spec.aim ?? flagOf(spec)?.aim ?? "success";
}

/** Asks the store for the pairs of a comparison over some scenarios. */
export function requestFor(
  spec: ComparisonSpec,
  scenarios: readonly string[],
  grading: "original" | "latest",
): PairRequest {
  return {
    control: spec.control,
    treatment: spec.treatment,
    flagId: flagOf(spec)?.id ?? null,
    scenarios,
    grading,
  };
}

/** State of a sequential comparison, by its stress scenarios; the verdict aimed at ends it too. */
export function lookAtComparison(
  units: readonly PairedUnit[],
  experiment: Experiment,
  spec: ComparisonSpec,
  judged: { readonly plan: ComparisonPlan; readonly facts: ComparisonFacts },
): Look {
  const order = { seeds: experiment.seeds, scenarios: spec.stress };
  return lookAt(units, order, judged.plan, goalOf(experiment, judged));
}

/** `verified` needs a second run, so `demonstrated` is the most that one run can reach. */
function goalOf(
  { rule }: Experiment,
  { plan, facts }: { readonly plan: ComparisonPlan; readonly facts: ComparisonFacts },
): Goal | null {
  const until = rule?.until ?? null;
  if (until === null) return null;
  return {
    reached(units) {
      const { label, basis } = ruleOn(units, plan, facts).ruling;
      return label === until
        ? `the verdict ${label}${basis === "mechanism" ? " (mechanism)" : ""} stands`
        : null;
    },
    lost: (units) =>
      plan.simulated && units.some(isScoredOtherwise)
        ? "some pair does not show the failure without the flag and the pass with it, so the checklist cannot be completed"
        : null,
    // What a simulated model demonstrates is a mechanism, by its checklist and not by counting.
    instead: plan.simulated,
    sought: until === "harmful" ? "loss" : "gain",
  };
}

/** A pair with two results that is not a win; what the model did by itself shows nothing of the flag. */
function isScoredOtherwise(unit: PairedUnit): boolean {
  if (isSpontaneous(unit)) return false;
  const { control, treatment } = unit;
  const scored = [control, treatment].every(({ outcome }) => outcome === "pass" || outcome === "fail");
  return scored && !(control.outcome === "fail" && treatment.outcome === "pass");
}
