/** The evidence of a run without one scenario or seed, by taking counts away instead of counting the rest again. */

import type { PairedUnit } from "../core/pairs.ts";
import { effectiveSize, evidenceOf, type RunFacts } from "./comparison-evidence.ts";
import { adjustIn } from "./family.ts";
import { smallestP } from "./multiplicity.ts";
import { countPairs, groupBy } from "./pair-counts.ts";
import { mcnemar } from "./paired-tests.ts";
import type { Evidence } from "./verdict-ladder.ts";

type Kind = "scenario" | "seed";

function isJudged({ control, treatment }: PairedUnit): boolean {
  return control.judged === true || treatment.judged === true;
}

function tally(units: readonly PairedUnit[], is: (unit: PairedUnit) => boolean): number {
  let count = 0;
  for (const unit of units) if (is(unit)) count += 1;
  return count;
}

/** Gives a function from the name of what is left out to the evidence of the other valid pairs. */
export function evidenceWithout(
  valid: readonly PairedUnit[],
  facts: RunFacts,
  kind: Kind,
): (name: string) => Evidence {
  const { plan, known } = facts;
  // Repeats of transcripts and tests by strata are no sums over pairs.
  if (plan.pairing !== "seed" || effectiveSize(valid, plan).applied)
    return (name) =>
      evidenceOf(
        valid.filter((unit) => unit[kind] !== name),
        facts,
      );
  const whole = evidenceOf(valid, facts);
  const groups = groupBy(valid, (unit) => unit[kind]);
  const ofScenario = new Map(
    [...groupBy(valid, ({ scenario }) => scenario)].map(([name, { length }]) => [name, length]),
  );
  const judged = known.judgeQualified ? 0 : tally(valid, isJudged);
  const unknown = tally(valid, ({ treatment }) => treatment.fired === null);
  const fired = tally(valid, ({ treatment }) => treatment.fired === true);
  return (name) => {
    const own = groups.get(name) ?? [];
    const counts = countPairs(own);
    const { b, c } = { b: whole.b - counts.b, c: whole.c - counts.c };
    const n = whole.n - counts.n;
    const test = { p: mcnemar(b, c).exactTwoSided, smallestP: smallestP(b + c) };
    const gone = [...groupBy(own, ({ scenario }) => scenario)].filter(
      ([scenario, { length }]) => length === ofScenario.get(scenario),
    );
    const stillUnknown = unknown - tally(own, ({ treatment }) => treatment.fired === null);
    return {
      ...whole,
      n,
      b,
      c,
      decidingP: adjustIn(test, known.campaign, plan.alpha).decides,
      nEff: n,
      fired:
        plan.flag === null || stillUnknown > 0
          ? null
          : fired - tally(own, ({ treatment }) => treatment.fired === true),
      controlPasses: (whole.controlPasses ?? 0) - tally(own, ({ control }) => control.outcome === "pass"),
      scenarios: (whole.scenarios ?? 0) - gone.length,
      judged: !known.judgeQualified && judged > tally(own, isJudged),
    };
  };
}
