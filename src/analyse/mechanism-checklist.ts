/** The mechanism checklist: seven facts that together prove, by intervention, that a mechanism works (STATISTICS 11). */
import type { Calibration } from "../core/calibration.ts";
import type { ComparisonPlan } from "../core/comparison-plan.ts";
import type { PairedUnit } from "../core/pairs.ts";
import type { MechanismItem } from "../core/verdict.ts";
import { countPairs } from "./pair-counts.ts";

type Finding = Pick<MechanismItem, "answer" | "reason">;

function finding(answer: MechanismItem["answer"], reason: string): Finding {
  return { answer, reason };
}

/** Counts units as "3 of 10". */
function share(units: readonly PairedUnit[], holds: (unit: PairedUnit) => boolean): string {
  return `${units.filter(holds).length} of ${units.length}`;
}

function declared(valid: readonly PairedUnit[], plan: ComparisonPlan): Finding {
  if (plan.purpose !== "mechanism") return finding("no", "the run was planned to measure a benefit");
  const bare = [
    ...new Set(valid.filter((unit) => unit.control.signatureSeen === null).map((unit) => unit.scenario)),
  ];
  if (bare.length > 0) return finding("no", `no failure signature was looked for in ${bare.join(", ")}`);
  return finding("yes", "purpose and failure signature were declared before the run");
}

/** M2: over at least one valid pair. */
export function firedOnlyOn(valid: readonly PairedUnit[]): Finding {
  const firedOff = (unit: PairedUnit) => unit.control.fired === true;
  const idleOn = (unit: PairedUnit) => unit.treatment.fired === false;
  const failedCheck = (unit: PairedUnit) =>
    unit.treatment.mechanismOk === false || unit.control.mechanismOk === false;
  if (valid.some(firedOff)) return finding("no", `it fired in ${share(valid, firedOff)} control trials`);
  if (valid.some(idleOn)) return finding("no", `it did not fire in ${share(valid, idleOn)} treatment trials`);
  if (valid.some(failedCheck))
    return finding("no", `a mechanism check failed in ${share(valid, failedCheck)} pairs`);
  const unknown = (unit: PairedUnit) => unit.control.fired === null || unit.treatment.fired === null;
  if (valid.some(unknown))
    return finding("not-checked", `firing is unknown in ${share(valid, unknown)} pairs`);
  return finding("yes", `it fired in all ${valid.length} treatment trials and in no control trial`);
}

/** M3: over at least one valid pair. */
export function samePrefix(valid: readonly PairedUnit[]): Finding {
  const differs = (unit: PairedUnit) => unit.prefixIdentical === false;
  if (valid.some(differs))
    return finding("no", `requests differ before the first firing in ${share(valid, differs)} pairs`);
  const unknown = (unit: PairedUnit) => unit.prefixIdentical === null;
  if (valid.some(unknown))
    return finding("not-checked", `requests were not compared in ${share(valid, unknown)} pairs`);
  return finding("yes", "requests are byte-identical up to the first firing");
}

function reproduces(aa: Calibration | null): Finding {
  if (aa === null) return finding("not-checked", "not calibrated: the control was not repeated");
  if (aa.controlReproduces === null)
    return finding("not-checked", "the calibration does not say whether the failure recurs");
  if (!aa.controlReproduces)
    return finding("no", "repeating the control did not reproduce its failure every time");
  if (aa.fewestPairs < 3)
    return finding("no", `the control was repeated ${aa.fewestPairs} times on a scenario, 3 are needed`);
  return finding("yes", `repeating the control reproduced its failure in all ${aa.pairs} repeats`);
}

function signature(valid: readonly PairedUnit[]): Finding {
  const otherFailure = (unit: PairedUnit) => unit.control.signatureSeen === false;
  const alsoOn = (unit: PairedUnit) => unit.treatment.signatureSeen === true;
  if (valid.some(otherFailure))
    return finding("no", `the declared failure is absent in ${share(valid, otherFailure)} control trials`);
  if (valid.some(alsoOn))
    return finding("no", `the declared failure is present in ${share(valid, alsoOn)} treatment trials`);
  const unknown = (unit: PairedUnit) =>
    unit.control.signatureSeen === null || unit.treatment.signatureSeen === null;
  if (valid.some(unknown))
    return finding("not-checked", `the failure signature is unknown in ${share(valid, unknown)} pairs`);
  return finding("yes", "every control trial shows the declared failure and no treatment trial does");
}

function deterministicGrader(valid: readonly PairedUnit[]): Finding {
  const judged = (unit: PairedUnit) => unit.control.judged === true || unit.treatment.judged === true;
  if (valid.some(judged)) return finding("no", `a judge decided in ${share(valid, judged)} pairs`);
  const unknown = (unit: PairedUnit) => unit.control.judged === null || unit.treatment.judged === null;
  if (valid.some(unknown))
    return finding("not-checked", `who decided is unknown in ${share(valid, unknown)} pairs`);
  return finding("yes", "no judge decided an outcome");
}

function everyPairAgrees(valid: readonly PairedUnit[]): Finding {
  const { n, b, c } = countPairs(valid);
  if (n < 3) return finding("no", `${n} valid pairs, 3 are needed`);
  if (b !== n) return finding("no", `${b} better, ${c} worse, ${n - b - c} equal of ${n} pairs`);
  return finding("yes", `all ${n} pairs: the control fails and the treatment passes`);
}

/** Answers the seven items over the valid pairs; what was not looked at is "not-checked", never yes. */
export function mechanismChecklist(
  valid: readonly PairedUnit[],
  plan: ComparisonPlan,
  calibration: Calibration | null,
): readonly MechanismItem[] {
  const over = (check: (pairs: readonly PairedUnit[]) => Finding) =>
    valid.length === 0 ? finding("not-checked", "no valid pair") : check(valid);
  return [
    {
      id: "M1",
      claim: "purpose and failure signature declared before the run",
      ...over((pairs) => declared(pairs, plan)),
    },
    { id: "M2", claim: "the flag fired in every ON run and in no OFF run", ...over(firedOnlyOn) },
    { id: "M3", claim: "requests are byte-identical up to the first firing", ...over(samePrefix) },
    { id: "M4", claim: "repeating OFF reproduces the failure every time", ...reproduces(calibration) },
    { id: "M5", claim: "the OFF failure is the declared one, and absent in ON", ...over(signature) },
    { id: "M6", claim: "the grader is deterministic", ...over(deterministicGrader) },
    { id: "M7", claim: "every pair agrees, at least three of them", ...everyPairAgrees(valid) },
  ];
}

/** Says whether every item holds. */
export function isComplete(checklist: readonly MechanismItem[]): boolean {
  return checklist.every((item) => item.answer === "yes");
}
