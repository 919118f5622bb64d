/** Every figure of a comparison beside the ones the verdict names, as terms and plain values. */

import type { Comparison, GradedEffect, ScenarioRow } from "../core/comparison.ts";
import { count, counted, eValueText, percent, points, pointsRange, pValue, ratio } from "../core/format.ts";
import type { ReportSection } from "../core/report-document.ts";
import type { Fact } from "./basis-facts.ts";
import { typicalFacts } from "./typical-facts.ts";
import { armWords } from "./words.ts";

/** The run stopped by what it saw, which these figures do not allow for. */
const LOOKED_AT = "; it and the intervals hold for one look alone, so the e-value decides";

/** The test of uncoupled arms compares the arms' totals, so the two may disagree. */
const BY_RUN_NUMBER =
  "; over pairs by run number, which the test does not use: it can hold 0 where p is small";

/** Test and interval of graded scores answer different questions, so one may hold 0 where the other is small. */
const GRADED_INTERVAL: Readonly<Record<GradedEffect["method"], string>> = {
  "t-over-scenarios":
    "the p is about these pairs, the interval goes over scenario means and is about scenarios like these",
  "betting-sequence": "the interval holds at any number of pairs and is wider than the p alone would ask for",
};

function testFacts({ effect, plan }: Comparison, words: { treatment: string }): readonly Fact[] {
  const test =
    effect.test === "exact-mcnemar" ? "exact McNemar, two-sided" : "exact stratified test, two-sided";
  return [
    ["Test", `${test}: p ${pValue(effect.testP)}${plan.design === "sequential" ? LOOKED_AT : ""}`],
    [
      "Adjusted",
      effect.adjustedP === null
        ? `not adjusted (${counted(plan.family, "flag")})`
        : `p ${pValue(effect.adjustedP)} over ${counted(plan.family, "flag")} (Holm)`,
    ],
    ["One-sided", `${words.treatment} better p ${pValue(effect.betterP)}, worse p ${pValue(effect.worseP)}`],
    [
      "Mid-p, never decides",
      `two-sided ${pValue(effect.midP)}, better ${pValue(effect.midBetterP)}, worse ${pValue(effect.midWorseP)}`,
    ],
    [
      "95 % interval, exact",
      `${pointsRange(effect.interval95)} points${effect.test === "exact-mcnemar" ? "" : BY_RUN_NUMBER}`,
    ],
    ["90 % interval, exact", `${pointsRange(effect.interval90)} points`],
    ["95 % interval, approximate", `${pointsRange(effect.tango95)} points (Tango)`],
    [
      "Plan",
      `${plan.design} design for ${plan.purpose}, alpha ${plan.alpha}, smallest effect worth having ${points(plan.deltaMin).slice(1)} points`,
    ],
  ];
}

function generalFact({ scenarioLevel }: Comparison): Fact {
  const { scenarios, meanDelta, signFlipP, interval95, reason } = scenarioLevel;
  const interval =
    interval95 === null
      ? `no interval: ${reason ?? "unknown"}`
      : `t interval ${pointsRange(interval95)} points; a claim about them rests on the p`;
  return [
    "Scenarios like these",
    `mean difference ${points(meanDelta)} points over ${counted(scenarios, "scenario")}, sign-flip p ${pValue(signFlipP)}, ${interval}`,
  ];
}

/** The facts; what a comparison does not have (a sequential design, graded scores) is left out. */
export function statisticsFacts(section: ReportSection): readonly Fact[] {
  const { comparison } = section;
  const { sequential, graded, posterior, reliability } = comparison;
  const words = armWords(section);
  const everySeed = (arm: "treatment" | "control") =>
    `${words[arm]} ${percent(reliability[arm].allSeedsPass)}`;
  return [
    ...testFacts(comparison, words),
    generalFact(comparison),
    ...(sequential === null
      ? []
      : [
          [
            "Sequential evidence",
            `e ${eValueText(sequential.eTwo)} of ${count(sequential.threshold)} needed, ${pointsRange(sequential.interval95)} points at any stop`,
          ] as const,
        ]),
    ...(graded === null
      ? []
      : [
          [
            "Graded score",
            `${points(graded.meanDelta)} points (${pointsRange(graded.interval95)}), sign-flip p ${pValue(graded.signFlipP)}; ${GRADED_INTERVAL[graded.method]}`,
          ] as const,
        ]),
    ...(posterior === null
      ? []
      : [["Probability of better, descriptive", percent(posterior.better)] as const]),
    ...typicalFacts(section),
    ["Scenarios passed on every seed", `${everySeed("treatment")}, ${everySeed("control")}`],
  ];
}

/** Headings of the table of scenarios. */
export function scenarioHead(): readonly string[] {
  return ["scenario", "pairs", "better", "worse", "equal", "points", "cost"];
}

/** One scenario in cells, unescaped. */
export function scenarioRow(row: ScenarioRow): readonly string[] {
  return [
    row.conflict ? `${row.scenario} (against another scenario)` : row.scenario,
    count(row.n),
    count(row.b),
    count(row.c),
    count(row.both + row.neither),
    row.n === 0 ? "no pairs" : points(row.delta),
    ratio(row.costRatio),
  ];
}
