/** The words of a verdict on whether success is not worse by a margin. */

import type { NoWorse } from "../../core/aim.ts";
import { countText, points, pointsRange, pValue } from "../../core/format.ts";
import { reasonOf } from "../../core/reason.ts";
import { reasonWords } from "../../core/reason-words.ts";
import { isAtMost } from "../paired-tests.ts";
import type { Unworded } from "./unworded.ts";

function marginText({ margin }: NoWorse): string {
  return `${points(margin).slice(1)} points`;
}

/** "not worse by 10 points (p 0.03), 95 % CI -9 to +9 points". */
export function noWorseFigure({ plan, effect }: Unworded, claim: NoWorse): string | null {
  const { p, lost } = claim.test;
  if (p === null || claim.adjustedP === null) return null;
  const against = lost === 0 ? "" : `, ${countText(lost, "lost pair")} held against ${plan.treatment}`;
  const adjusted =
    plan.family === 1 || claim.adjustedP === p
      ? ""
      : `, ${pValue(claim.adjustedP)} adjusted for ${countText(plan.family, "comparison")}`;
  const shown = isAtMost(p, plan.alpha)
    ? `not worse by ${marginText(claim)}`
    : `a loss of ${marginText(claim)} not excluded`;
  return `${shown} (p ${pValue(p)}${against}${adjusted}); 95 % CI ${pointsRange(effect.interval95)} points`;
}

/** The sentence that opens with the label. */
export function noWorseText({ ruling, scenarioLevel, plan, counts }: Unworded, claim: NoWorse): string {
  const where = scenarioLevel.scenarios === 1 ? "on this scenario" : "on this suite";
  if (ruling.label === "no-worse")
    return `No worse ${where}: ${plan.treatment} does not lose ${marginText(claim)} or more against ${plan.control}.`;
  const why = ruling.reasons.map(reasonWords).join("; ");
  if (plan.simulated) return `Not judged: ${why}.`;
  if (reasonOf(ruling.reasons, "judge-decides-success")) return `Underpowered: ${why}.`;
  return `Underpowered: a loss of ${marginText(claim)} is not excluded; ${moreText(claim, counts.n)}.`;
}

function moreText(claim: NoWorse, n: number): string {
  if (claim.pairsToExcludeHarm === null) return "no number of pairs up to 5,000 would exclude it";
  const more = claim.pairsToExcludeHarm - n;
  return more <= 0
    ? "it is excluded only before the adjustment for the other comparisons"
    : `${countText(more, "more pair")} without a difference would exclude it`;
}

/** Next step. */
export function noWorseNext({ ruling, plan, counts }: Unworded): string {
  if (ruling.label === "no-worse")
    return `As far as success goes, ${plan.treatment} may take the place of ${plan.control}: weigh cost, tokens and time.`;
  if (plan.simulated) return "Run it on a real model: a rate is a property of the model that answers.";
  return counts.c > counts.b
    ? `Read the transcripts of the pairs that ${plan.treatment} lost, then add pairs.`
    : "Add seeds until the margin is excluded, or a loss shows.";
}
