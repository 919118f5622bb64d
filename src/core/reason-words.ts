/** The words of every reason, for sentences and lists alike. */

import { percent, pValue } from "./format.ts";
import type { ByArm } from "./pairs.ts";
import type { Cap, LostTrials, Reason } from "./reason.ts";

const CAPS: Readonly<Record<Cap, string>> = {
  simulated: "a simulated model shows mechanisms, not rates",
  judged: "an LLM judge that is not qualified decided outcomes",
  "missing-sensitive": "lost results could change the label",
  repeats: "repeats of one transcript count once",
};

function lostWords({ errors, unscored, missing, notRun, planned }: LostTrials): string {
  const each = ({ control, treatment }: ByArm<number>) => `${control} + ${treatment}`;
  const trials = `errors ${each(errors)}, unscored ${each(unscored)}, missing ${each(missing)} in control + treatment`;
  return notRun === 0 ? trials : `${trials}, ${notRun} of ${planned} planned pairs not run`;
}

/** What the pairs would prove but for the caps. */
export function capWords(caps: readonly Cap[]): string {
  return `the pairs differ beyond chance, but ${caps.map((cap) => CAPS[cap]).join(", and ")}`;
}

/** One reason in words, to stand after "because" or on a line of its own. */
export function reasonWords(reason: Reason): string {
  switch (reason.code) {
    case "no-valid-pair":
      return "no valid pair";
    case "pairs-lost":
      return `${percent(reason.share)} of the pairs are lost (${lostWords(reason.lost)})`;
    case "one-arm-lost":
      return `one arm loses far more trials than the other (Fisher p ${pValue(reason.p)}: ${lostWords(reason.lost)})`;
    case "calibration-bias":
      return `the calibration of the control against itself shows a difference (p ${pValue(reason.p)})`;
    case "calibration-latency":
      return "the calibration shows a latency that differs between the control and itself";
    case "never-fired":
      return `the flag fired in none of ${reason.pairs} pairs`;
    case "exact-p":
      return "the exact p is at or below alpha";
    case "e-value":
      return "the e-value reached its threshold";
    case "replicated":
      return "a second run on other seeds confirmed it";
    case "checklist-complete":
      return "every item of the mechanism checklist holds and every pair agrees";
    case "interval-within-margin":
      return "the 90 % interval lies inside the smallest effect worth having";
    case "beyond-chance-but":
      return capWords(reason.caps);
    case "mid-p":
      return `the one-sided mid-p is at most ${reason.strength === "moderate" ? ".10" : "1/3"}; that proves nothing`;
    case "repeats":
      return "repeats of one transcript add no evidence";
    case "low-power":
      return "fewer than 8 in 10 such runs would see the smallest effect worth having";
    case "effect-not-seen":
      return "the run could have seen the smallest effect worth having, and did not";
  }
}
