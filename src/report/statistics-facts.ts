/** Every figure of a comparison beside the ones the verdict names, as terms and plain values. */

import { SAVED_WORD } from "../core/aim.ts";
import type { Comparison, GradedEffect, ScenarioRow } from "../core/comparison.ts";
import {
  count,
  countText,
  eValueText,
  percent,
  points,
  pointsRange,
  pValue,
  ratio,
  ratioWithInterval,
  UNKNOWN,
} from "../core/format.ts";
import type { ReportSection } from "../core/report-document.ts";
import type { Fact } from "./basis-facts.ts";
import { typicalFacts } from "./typical-facts.ts";
import { armWords } from "./words.ts";

/** The run stopped by what it saw, which these figures do not allow for. */
const LOOKED_AT = "; it and the intervals hold for one look alone, so the e-value decides";

/** Test and interval of graded scores answer different questions, so one may hold 0 where the other is small. */
const GRADED_INTERVAL: Readonly<Record<GradedEffect["method"], string>> = {
  "t-over-scenarios":
    "the p is about these pairs, the interval goes over scenario means and is about scenarios like these",
  "betting-sequence": "the interval holds at any number of pairs and is wider than the p alone would ask for",
};

function planFact({ plan }: Comparison): Fact {
  const { design, purpose, alpha, deltaMin, aim } = plan;
  if (plan.simulated) return ["Plan", `${design} design for ${purpose}`];
  const sought = aim === undefined || aim === "success" ? "" : `, aim ${aim}`;
  return [
    "Plan",
    `${design} design for ${purpose}${sought}, alpha ${alpha}, smallest effect worth having ${points(deltaMin).slice(1)} points`,
  ];
}

function testFacts({ effect, plan }: Comparison, words: { treatment: string }): readonly Fact[] {
  if (effect.exactP === null) return [];
  const paired = effect.test === "exact-mcnemar";
  const kind = paired ? "exact" : "approximate (Newcombe, independent runs)";
  return [
    [
      "Test",
      `${paired ? "exact McNemar, two-sided" : "exact stratified test, two-sided"}: p ${pValue(effect.exactP)}${plan.design === "sequential" ? LOOKED_AT : ""}`,
    ],
    ["Adjusted", adjustedText(effect, plan)],
    ["One-sided", `${words.treatment} better p ${pValue(effect.betterP)}, worse p ${pValue(effect.worseP)}`],
    [
      "Mid-p, never decides",
      `two-sided ${pValue(effect.midP)}, better ${pValue(effect.midBetterP)}, worse ${pValue(effect.midWorseP)}`,
    ],
    [`95 % interval, ${kind}`, `${pointsRange(effect.interval95)} points`],
    [`90 % interval, ${kind}`, `${pointsRange(effect.interval90)} points`],
    ...(effect.tango95 === null
      ? []
      : [["95 % interval, approximate", `${pointsRange(effect.tango95)} points (Tango)`] as const]),
  ];
}

function adjustedText(effect: Comparison["effect"], plan: Comparison["plan"]): string {
  if (effect.adjustedP === null) return `not adjusted (${countText(plan.family, "flag")})`;
  const screened =
    effect.neededInFamily === null
      ? ""
      : `; it cannot be significant in this family: needs ${countText(effect.neededInFamily, "discordant pair")}`;
  return `p ${pValue(effect.adjustedP)} over ${countText(plan.family, "flag")} (Holm)${screened}`;
}

function generalFact({ scenarioLevel }: Comparison): readonly Fact[] {
  const { scenarios, meanDelta, signFlipP, adjustedP, interval95, reason } = scenarioLevel;
  if (signFlipP === null) return [];
  const interval =
    interval95 === null
      ? `no interval: ${reason ?? "unknown"}`
      : `t interval ${pointsRange(interval95)} points; a claim about them needs both`;
  const adjusted = adjustedP === null ? "" : ` (${pValue(adjustedP)} adjusted)`;
  return [
    [
      "Scenarios like these",
      `mean difference ${points(meanDelta)} points over ${countText(scenarios, "scenario")}, sign-flip p ${pValue(signFlipP)}${adjusted}, ${interval}`,
    ],
  ];
}

/** The metric that the flag wants to use less of, and whether success pays for it. */
function savingFacts({ saving }: Comparison): readonly Fact[] {
  if (saving === null) return [];
  const { aim, evidence, notWorse, margin } = saving;
  const { ratio, interval95, suite, general, known } = evidence;
  const estimate = ratio === null ? "unknown" : ratioWithInterval({ ratio, interval95 });
  const tests =
    suite.p === null
      ? ""
      : `; sign-flip p ${pValue(suite.p)} over pairs, ${pValue(general.p)} over scenarios; worse by ${points(margin).slice(1)} points p ${pValue(notWorse.p)}`;
  return [
    [
      `Saving of ${SAVED_WORD[aim]}`,
      `${estimate} in ${countText(known, "pair")}: less in ${count(evidence.saving)}${tests}`,
    ],
  ];
}

/** The facts; what a comparison does not have (a sequential design, graded scores) is left out. */
export function statisticsFacts(section: ReportSection): readonly Fact[] {
  const { comparison } = section;
  const { sequential, graded, posterior, reliability } = comparison;
  const words = armWords(section);
  const everySeed = (arm: "treatment" | "control") => {
    const { scenarios, allSeedsPass } = reliability[arm];
    const share = allSeedsPass === null ? UNKNOWN : count(Math.round(allSeedsPass * scenarios));
    return `${words[arm]} ${share} of ${count(scenarios)}`;
  };
  return [
    ...testFacts(comparison, words),
    planFact(comparison),
    ...generalFact(comparison),
    ...savingFacts(comparison),
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
export function scenarioHead({ plan }: Pick<Comparison, "plan">): readonly string[] {
  return ["scenario", "pairs", "better", "worse", "equal", ...(plan.simulated ? [] : ["points"]), "cost"];
}

/** One scenario in cells, unescaped. */
export function scenarioRow(row: ScenarioRow, { plan }: Pick<Comparison, "plan">): readonly string[] {
  const split = (value: number) => (plan.pairing === "none" ? "-" : count(value));
  return [
    row.conflict ? `${row.scenario} (against another scenario)` : row.scenario,
    count(row.n),
    split(row.b),
    split(row.c),
    split(row.both + row.neither),
    ...(plan.simulated ? [] : [row.n === 0 ? "no pairs" : points(row.delta)]),
    ratio(row.costRatio),
  ];
}
