/** The mechanism checklist: seven facts that together prove, by intervention, that a mechanism works (STATISTICS 11, 11.2). */

import { armNames } from "../core/arm-names.ts";
import { countText } from "../core/format.ts";
import type { ByArm, PairedUnit } from "../core/pairs.ts";
import type { MechanismItem } from "../core/verdict.ts";
import {
  answerItems,
  type ChecklistInput,
  FEWEST_PAIRS,
  type Finding,
  fails,
  firedOnlyOn,
  open,
  samePrefix,
  say,
  share,
  yes,
} from "./checklist-findings.ts";
import { groupBy, isSpontaneous } from "./pair-counts.ts";

function declarationItem({ valid, plan }: ChecklistInput): Finding {
  if (plan.purpose !== "mechanism") return fails(["the run was planned to measure a benefit"], () => yes(""));
  const bare = [...new Set(valid.filter(({ control }) => control.signatureSeen === null).map(scenarioOf))];
  return fails([bare.length > 0 && `no failure signature was looked for in ${bare.join(", ")}`], () =>
    yes("purpose and failure signature were declared before the run"),
  );
}

function scenarioOf({ scenario }: PairedUnit): string {
  return scenario;
}

function reproduces({ plan, calibration }: ChecklistInput): Finding {
  const { control } = armNames(plan);
  if (calibration === null) return open(`${control} was not repeated by a calibration`);
  const { controlReproduces, fewestPairs, pairs } = calibration;
  if (controlReproduces === null) return open("the calibration does not say whether the failure recurs");
  return fails(
    [
      !controlReproduces && `repeating ${control} did not reproduce its failure every time`,
      fewestPairs < FEWEST_PAIRS &&
        `on a scenario ${countText(fewestPairs, "repeat")} of ${control} counted, ${FEWEST_PAIRS} are needed`,
    ],
    () => yes(`repeating ${control} reproduced its failure in all ${pairs} repeats`),
  );
}

/** Results of the pairs other than "the control fails, the treatment passes", in the same words everywhere. */
function otherwise(tested: readonly PairedUnit[], { control, treatment }: ByArm<string>) {
  const passes = share(tested, (unit) => unit.control.outcome === "pass");
  const failures = share(tested, (unit) => unit.treatment.outcome === "fail");
  return {
    controlPassed: say(passes, (of) => `${control} passed ${of} by itself`),
    treatmentFailed: say(failures, (of) => `${treatment} failed ${of}`),
  };
}

function signature(tested: readonly PairedUnit[], { plan }: ChecklistInput): Finding {
  const names = armNames(plan);
  const { controlPassed } = otherwise(tested, names);
  const other = (unit: PairedUnit) => unit.control.outcome === "fail" && unit.control.signatureSeen === false;
  const unknown = share(
    tested,
    (unit) => unit.control.signatureSeen === null || unit.treatment.signatureSeen === null,
  );
  return fails(
    [
      controlPassed,
      say(share(tested, other), (of) => `${names.control} failed ${of} in another way than declared`),
      say(
        share(tested, (unit) => unit.treatment.signatureSeen === true),
        (of) => `${names.treatment} shows the declared failure in ${of}`,
      ),
    ],
    () =>
      unknown === false
        ? yes(`every ${names.control} run shows the declared failure and no ${names.treatment} run does`)
        : open(`whether the declared failure was seen is unknown in ${unknown} pairs`),
  );
}

function deterministicGrader({ valid }: ChecklistInput): Finding {
  const unknown = share(valid, (unit) => unit.control.judged === null || unit.treatment.judged === null);
  const judged = share(valid, (unit) => unit.control.judged === true || unit.treatment.judged === true);
  return fails([say(judged, (of) => `a judge decided in ${of} pairs`)], () =>
    unknown === false
      ? yes("no judge decided an outcome")
      : open(`who decided is unknown in ${unknown} pairs`),
  );
}

/** Too few pairs to tell a mechanism from chance, in all or in a scenario from which some were set aside. */
function tooFew({ valid }: ChecklistInput, tested: readonly PairedUnit[]): string | false {
  if (valid.length === tested.length)
    return tested.length < FEWEST_PAIRS && `${tested.length} valid pairs, ${FEWEST_PAIRS} are needed`;
  const left = groupBy(tested, scenarioOf);
  const short = [...new Set(valid.map(scenarioOf))].filter(
    (name) => (left.get(name)?.length ?? 0) < FEWEST_PAIRS,
  );
  return short.length > 0 && `fewer than ${FEWEST_PAIRS} pairs remain in ${short.join(", ")}`;
}

function everyPairAgrees(tested: readonly PairedUnit[], input: ChecklistInput): Finding {
  const { controlPassed, treatmentFailed } = otherwise(tested, armNames(input.plan));
  const { control, treatment } = armNames(input.plan);
  return fails([tooFew(input, tested), controlPassed, treatmentFailed], () =>
    yes(`all ${tested.length} pairs: ${control} fails and ${treatment} passes`),
  );
}

/** The seven items; pairs in which the model succeeded by its declared chance are set aside before M5 and M7. */
export function mechanismChecklist(input: ChecklistInput): readonly MechanismItem[] {
  const tested = input.valid.filter((unit) => !isSpontaneous(unit));
  return answerItems(input, [
    ["M1", "purpose and failure signature declared before the run", () => declarationItem(input)],
    ["M2", "the flag fired in every ON run and in no OFF run", () => firedOnlyOn(input)],
    ["M3", "requests are byte-identical up to the first firing", () => samePrefix(input)],
    ["M4", "repeating OFF reproduces the failure every time", () => reproduces(input)],
    ["M5", "the OFF failure is the declared one, and absent in ON", () => signature(tested, input)],
    ["M6", "the grader is deterministic", () => deterministicGrader(input)],
    ["M7", "every pair agrees, at least three of them", () => everyPairAgrees(tested, input)],
  ]);
}
