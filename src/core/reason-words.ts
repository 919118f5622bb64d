/** The words of every reason, for sentences and lists alike. */

import { countText, pValue } from "./format.ts";
import { LABELS } from "./label-table.ts";
import type { ByArm } from "./pairs.ts";
import type { Cap, LostTrials, OpenItem, Reason } from "./reason.ts";

const CAPS: Readonly<Record<Cap, string>> = {
  judged: "an LLM judge that labels have not qualified decided outcomes",
  "missing-sensitive": "lost results could change the label",
};

function lostWords({ errors, unscored, missing, notRun, planned }: LostTrials): string {
  const each = ({ control, treatment }: ByArm<number>) => `${control} + ${treatment}`;
  const trials = `errors ${each(errors)}, unscored ${each(unscored)}, missing ${each(missing)} in control + treatment`;
  return notRun === 0 ? trials : `${trials}, ${notRun} of ${planned} planned pairs not run`;
}

function lostShareWords(pairs: readonly [lost: number, of: number] | null): string {
  return pairs === null
    ? "more than 1 in 10 runs are lost"
    : `${pairs[0]} of ${countText(pairs[1], "pair")} are lost`;
}

/** Claim that the pairs would prove but for the caps. */
export function capWords(caps: readonly Cap[]): string {
  return `the pairs differ beyond chance, but ${caps.map((cap) => CAPS[cap]).join(", and ")}`;
}

/** Open items by what happened: "OFF passed 3 of 30 by itself (M5, M7)". */
export function openWords(items: readonly OpenItem[]): string {
  return items
    .map(({ finding, items: ids }) => (ids.length === 0 ? finding : `${finding} (${ids.join(", ")})`))
    .join("; ");
}

/** One reason in words, to stand after "because" or on a line of its own. */
export function reasonWords(reason: Reason): string {
  switch (reason.code) {
    case "no-valid-pair":
      return "no valid pair";
    case "pairs-lost":
      return `${lostShareWords(reason.pairs)} (${lostWords(reason.lost)})`;
    case "one-arm-lost":
      return `one arm loses far more trials than the other (${lostWords(reason.lost)})`;
    case "calibration-bias":
      return "the calibration of the control against itself shows a difference";
    case "calibration-latency":
      return "the calibration shows a latency that differs between the control and itself";
    case "never-fired":
      return `the flag fired in none of ${countText(reason.pairs, "pair")}`;
    case "controls-equal":
      return `both arms end alike in all of ${countText(reason.pairs, "pair")}`;
    case "controls-differ":
      return `the arms end differently in ${reason.pairs} of ${countText(reason.of, "pair")}`;
    case "exact-p":
      return "the exact p is at or below alpha";
    case "e-value":
      return "the e-value reached its threshold";
    case "replicated":
      return "a second run on other seeds confirmed it";
    case "checklist-complete":
      return "every item of the mechanism checklist holds";
    case "checklist-open":
      return openWords(reason.items);
    case "scenarios-disagree":
      return `scenarios differ beyond one common effect (p ${pValue(reason.p)})`;
    case "stopped-early":
      return reason.by === "futility"
        ? "a true effect of the size asked for would look like this at most once in 10"
        : "no outcome of the pairs left could have decided";
    case "interval-within-margin":
      return "the 90 % interval lies inside the smallest effect worth having and holds 0";
    case "beyond-chance-but":
      return capWords(reason.caps);
    case "mid-p":
      return `the one-sided mid-p is at most ${reason.strength === "moderate" ? ".10" : "1/3"}; that proves nothing`;
    case "low-power":
      return "fewer than 8 in 10 such runs would see the smallest effect worth having";
    case "effect-not-seen":
      return "the run could have seen the smallest effect worth having, and did not";
    case "saving-shown":
      return "the interval of the ratio lies below 1 and the exact sign-flip p is at or below alpha";
    case "not-worse":
      return "the exact p of success being worse by the margin is at or below alpha";
    case "harm-not-excluded":
      return "success may be worse by the margin or more";
    case "exploratory":
      return `the pairs alone would give the label ${LABELS[reason.claim].title}, but the primary family of the plan does not name this comparison`;
    case "rate-on-simulated":
      return "a simulated model shows mechanisms, not rates";
    case "judge-decides-success":
      return "an LLM judge that is not qualified decided outcomes, so nothing excludes harm";
    case "costs-shown":
      return "the interval of the ratio lies above 1 and the exact sign-flip p is at or below alpha";
    case "ratio-near-one":
      return "the 90 % interval of the ratio lies within 5 % of 1";
    case "one-zero":
      return `exactly one arm used nothing in ${countText(reason.pairs, "pair")}, which forbids the word saves`;
    case "saving-not-shown":
      return "neither a saving, nor a cost, nor their absence is shown";
    case "aim-unknown":
      return "no pair tells in both arms what the flag aims at";
    case "aim-known-rarely":
      return "too many pairs do not tell in both arms what the flag aims at";
    case "aim-order-confounded":
      return "the ratio depends on which arm ran first";
    case "fired-often":
      return "it fired in at least 6 of 10 pairs";
    case "fired-rarely":
      return "it fired in fewer than 6 of 10 pairs";
    case "firing-unknown":
      return "whether it fired is unknown";
  }
}
