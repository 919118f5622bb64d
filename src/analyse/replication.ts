/** Confirmation of a first run by a second one on other seeds, with nothing else changed (STATISTICS 11, `verified`). */
import type { Comparison } from "../core/comparison.ts";
import { countText, eValueText, pValue } from "../core/format.ts";
import { reasonWords } from "../core/reason-words.ts";
import type { Qualifier } from "../core/verdict.ts";
import { compare } from "./compare.ts";
import { isAtMost } from "./paired-tests.ts";

/** Obstacle that keeps a run from proving or confirming anything. */
const CAPS: readonly Qualifier[] = ["simulated", "pseudo-replicated", "missing-sensitive", "judge-scored"];

/** Result of the second run alone: null where it confirms, else the figure that falls short. */
function shortfall({ plan, effect, sequential }: Comparison): string | null {
  if (plan.design === "sequential") {
    const e = sequential?.eGreater ?? 0;
    return e >= (1 / plan.alpha) * (1 - 1e-12)
      ? null
      : `the second run alone has an e-value of ${eValueText(e)} for better, ${1 / plan.alpha} needed`;
  }
  return effect.betterP !== null && isAtMost(effect.betterP, plan.alpha)
    ? null
    : `the second run alone has a one-sided exact p of ${pValue(effect.betterP)}, ${plan.alpha} needed`;
}

function sharedSeeds(first: Comparison, second: Comparison): readonly string[] {
  const before = new Set(first.units.map(({ seed }) => seed));
  return [...new Set(second.units.map(({ seed }) => seed))].filter((seed) => before.has(seed));
}

function isSamePlan(first: Comparison, second: Comparison): boolean {
  const essence = ({ plan, units }: Comparison) =>
    JSON.stringify([
      [plan.flag, plan.control, plan.treatment, plan.design, plan.alpha, plan.deltaMin, plan.pairing],
      [...new Set(units.map(({ scenario }) => scenario))].sort(),
    ]);
  return essence(first) === essence(second);
}

/** Reasons why the second run does not verify the first; empty when it does. */
export function replicationObstacles(first: Comparison, second: Comparison): readonly string[] {
  const { label, basis } = first.verdict;
  if (label !== "demonstrated" || basis !== "statistical")
    return ["the first run demonstrates no gain by counting"];
  const shared = sharedSeeds(first, second);
  const capped = CAPS.filter((qualifier) => second.verdict.qualifiers.includes(qualifier));
  return [
    !isSamePlan(first, second) && "arms, plan or scenarios of the second run are others",
    shared.length > 0 && `${countText(shared.length, "seed")} of the second run are in the first as well`,
    second.verdict.label === "invalid" &&
      `the second run is invalid: ${second.verdict.reasons.map(reasonWords).join("; ")}`,
    capped.length > 0 && `the second run is ${capped.join(", ")}`,
    first.facts.calibration === null &&
      second.facts.calibration === null &&
      "no calibration of these scenarios and this model",
    shortfall(second),
  ].filter((reason) => typeof reason === "string");
}

/** The first comparison, verified where the second run confirms it. */
export function replicate(first: Comparison, second: Comparison): Comparison {
  return replicationObstacles(first, second).length === 0
    ? compare(first.units, first.plan, { ...first.facts, replicated: true })
    : first;
}
