/** The reservations of a verdict, one tagged sentence each. */

import type { Omission } from "../../core/comparison.ts";
import { capitalised, counted, ratioDigits } from "../../core/format.ts";
import type { Clause, Qualifier } from "../../core/verdict.ts";
import { clause, type Unworded } from "./unworded.ts";

/** Everything that limits the label; an invalid or inert run has only what it lost and what it rests on. */
export function reservationClauses(draft: Unworded): readonly Clause[] {
  const silent = draft.ruling.label === "invalid" || draft.ruling.label === "inert";
  return [
    ...(silent
      ? []
      : [
          ...clause("significance", shortText(draft)),
          ...clause("headroom", headroomText(draft)),
          ...clause("hangs-on-one", hangsText(draft)),
        ]),
    ...clause("missing", missingText(draft)),
    ...(silent ? [] : clause("scope", scopeText(draft))),
    ...footing(draft),
  ];
}

function shortText({ headroom, counts, ruling }: Unworded): string {
  if (!ruling.qualifiers.includes("cannot-reach-significance")) return "";
  const { qualifiers } = ruling;
  return qualifiers.includes("pseudo-replicated")
    ? "Seeds that leave the transcript unchanged are repeats, not evidence, so no p-value counts here."
    : `${counted(counts.n, "pair")} can never reach significance (${headroom.winsNeeded} needed).`;
}

function headroomText({ headroom, counts, ruling }: Unworded): string {
  if (!ruling.qualifiers.includes("headroom-too-small") || counts.b < counts.c) return "";
  const { controlFailures, winsNeeded } = headroom;
  return `The control failed ${controlFailures} of ${counts.n}, so no outcome of this run could have proven a gain (${winsNeeded} needed).`;
}

/** How far an omission moves the result, in the larger of effect and log cost. */
function shift(omission: Omission, { counts, ratios, cost }: Unworded): number {
  const effect = Math.abs((omission.b - omission.c) / omission.n - (counts.b - counts.c) / counts.n);
  const whole = ratios[cost.basis === "billed" ? "costUsd" : "uncachedCostUsd"].ofTotals;
  const price =
    omission.cost === null || whole === null ? 0 : Math.abs(Math.log(omission.cost.ratio / whole.ratio));
  return Math.max(
    omission.changes.includes("label") ? effect : 0,
    omission.changes.includes("cost") ? price : 0,
  );
}

function hangsText(draft: Unworded): string {
  const { omissions, ruling } = draft;
  const carrying = omissions.filter(({ changes }) => changes.length > 0);
  const [first] = [...carrying].sort((left, right) => shift(right, draft) - shift(left, draft));
  if (!ruling.qualifiers.includes("hangs-on-one") || first === undefined) return "";
  const others = carrying.length > 1 ? ` (the largest of ${carrying.length} such omissions)` : "";
  const label = `${first.b} better, ${first.c} worse, ${first.label}`;
  const cost = first.cost === null ? "" : `cost x${ratioDigits(first.cost.ratio)}`;
  const what = [first.changes.includes("label") && label, first.changes.includes("cost") && cost]
    .filter(Boolean)
    .join(", ");
  return `Hangs on one: without ${first.kind} ${first.omitted} it is ${what}${others}.`;
}

function missingText({ worstCase, ruling, denominators }: Unworded): string {
  const lost = denominators.units - denominators.pairs;
  const missing =
    lost === 0
      ? ""
      : `${counted(lost, "pair")} of ${denominators.units} lost to errors, missing or unscored trials.`;
  if (!ruling.qualifiers.includes("missing-sensitive") || worstCase === null) return missing;
  return `${missing} Counted against the leader they would make it ${worstCase.label}.`;
}

function scopeText({ scenarioLevel }: Unworded): string {
  return scenarioLevel.scenarios > 3 ? "" : `${capitalised(scenarioLevel.reason ?? "")}.`;
}

function halvesText({ position }: Unworded): string {
  const { disagreeing } = position;
  return disagreeing.length > 0
    ? `${disagreeing.join(" and ")} ${disagreeing.length > 1 ? "depend" : "depends"} on which arm ran first`
    : "one arm always ran first";
}

function footing(draft: Unworded): readonly Clause[] {
  const { plan, facts, ruling, position, nEff } = draft;
  const where = (name: Qualifier, text: string) => (ruling.qualifiers.includes(name) ? text : null);
  const distinct =
    nEff.distinct === null ? null : `Only ${nEff.distinct} of the pairs differ from one another.`;
  return [
    ...clause("conflict", where("scenario-conflict", "Scenarios disagree about the direction.")),
    ...clause("order", where("order-confounded", `Order-confounded: ${halvesText(draft)}.`)),
    ...clause("judge", where("judge-scored", "An LLM judge scored it, so nothing here is proven.")),
    ...clause("backend", where("backend-changed", "The model that answered changed within the run.")),
    ...clause("engagement", where("engagement-unknown", "Whether the flag fired is unknown.")),
    ...clause("engagement", where("low-engagement", "The flag fired in under 60 % of pairs.")),
    ...clause("repeats", where("pseudo-replicated", distinct ?? "")),
    ...clause("order", position.state === "unknown" ? "Order unknown." : null),
    ...clause(
      "simulated",
      plan.simulated
        ? "This rests on the simulated model: it shows mechanisms, not rates of a real one."
        : null,
    ),
    ...clause("calibration", facts.calibration === null ? "The noise floor is not calibrated." : null),
  ];
}
