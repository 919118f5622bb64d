/** The reservations of a verdict, one tagged sentence each. */

import { SAVED_WORD } from "../../core/aim.ts";
import { armNames } from "../../core/arm-names.ts";
import type { Omission } from "../../core/comparison.ts";
import { capitalise, count, countText, points, pValue, ratio as ratioText } from "../../core/format.ts";
import { LABELS } from "../../core/label-table.ts";
import type { Clause, Qualifier } from "../../core/verdict.ts";
import { isAimed } from "./aim-clause.ts";
import { clause, type Unworded } from "./unworded.ts";

/** Everything that limits the label; an invalid or inert run has only what it lost and what it rests on. */
export function reservationClauses(draft: Unworded): readonly Clause[] {
  const { ruling, plan } = draft;
  const silent = ruling.label === "invalid" || ruling.label === "inert";
  return [
    ...(silent ? [] : clause("conflict", conflictText(draft))),
    ...(silent || plan.simulated
      ? []
      : [
          ...clause("family", familyText(draft)),
          ...clause("significance", shortText(draft)),
          ...clause("headroom", headroomText(draft)),
        ]),
    ...(silent ? [] : clause("hangs-on-one", hangsText(draft))),
    ...clause("set-aside", setAsideText(draft)),
    ...clause("missing", missingText(draft)),
    ...clause("budget", budgetText(draft)),
    ...(silent ? [] : clause("scope", scopeText(draft))),
    ...footing(draft),
  ];
}

/** Pairs and scenarios that point in different directions are named right after the label. */
function conflictText(draft: Unworded): string | null {
  const { ruling, scenarioLevel, conflict, plan } = draft;
  if (!ruling.qualifiers.includes("scenario-conflict") || ruling.label === "mixed") return null;
  if (plan.simulated) return "Scenarios point in both directions.";
  if (conflict?.meansOpposed)
    return `The mean over scenarios points the other way (${points(scenarioLevel.meanDelta)} points): a few scenarios with many pairs decide the pooled figures.`;
  const { p = null } = conflict ?? {};
  if (p === null) return "Scenarios point in both directions.";
  return p <= plan.alpha
    ? `Scenarios differ beyond one common effect (p ${pValue(p)}).`
    : `Scenarios point in both directions, which chance could do (p ${pValue(p)}).`;
}

function familyText(draft: Unworded): string | null {
  const { effect, plan, ruling } = draft;
  if (effect.neededInFamily === null || isAimed(draft) || ruling.basis === "mechanism") return null;
  return `Cannot be significant in a family of ${plan.family}: needs ${countText(effect.neededInFamily, "discordant pair")}.`;
}

function shortText({ headroom, counts, ruling, effect }: Unworded): string | null {
  if (!ruling.qualifiers.includes("cannot-reach-significance")) return null;
  if (effect.test === "stratified-fisher")
    return `${countText(counts.n, "run")} per arm can never reach significance.`;
  return `${countText(counts.n, "pair")} can never reach significance (${headroom.winsNeeded} needed).`;
}

function headroomText({ headroom, counts, ruling, plan }: Unworded): string | null {
  if (!ruling.qualifiers.includes("headroom-too-small") || counts.b < counts.c) return null;
  const { controlFailures, winsNeeded } = headroom;
  return `${armNames(plan).control} failed ${controlFailures} of ${counts.n}, so no outcome of this run could have proven a gain (${winsNeeded} needed).`;
}

/** Distance by which an omission moves the result, in the largest of effect, log cost and log of what the flag saves. */
function shift(omission: Omission, { counts, ratios, cost, saving }: Unworded): number {
  const effect = Math.abs((omission.b - omission.c) / omission.n - (counts.b - counts.c) / counts.n);
  const whole = ratios[cost.basis === "billed" ? "costUsd" : "uncachedCostUsd"].ofTotals;
  const price =
    omission.cost === null || whole === null ? 0 : Math.abs(Math.log(omission.cost.ratio / whole.ratio));
  const saved = saving?.evidence.ratio ?? null;
  const aim = omission.aimed && saved !== null ? Math.abs(Math.log(omission.aimed.ratio / saved)) : 0;
  return Math.max(
    omission.changes.includes("label") ? effect : 0,
    omission.changes.includes("cost") ? price : 0,
    omission.changes.includes("aim") ? aim : 0,
  );
}

function hangsText(draft: Unworded): string | null {
  const { omissions, ruling } = draft;
  const carrying = omissions.filter(({ changes }) => changes.length > 0);
  const [first] = [...carrying].sort((left, right) => shift(right, draft) - shift(left, draft));
  if (!ruling.qualifiers.includes("hangs-on-one") || first === undefined) return null;
  const others = carrying.length > 1 ? ` (the largest of ${carrying.length} such omissions)` : "";
  const label = `${first.b} better, ${first.c} worse, ${LABELS[first.label].title}`;
  const cost = first.cost === null ? "" : `cost ${ratioText(first.cost.ratio)}`;
  const aim =
    first.aimed && draft.saving ? `${SAVED_WORD[draft.saving.aim]} ${ratioText(first.aimed.ratio)}` : "";
  const what = [
    first.changes.includes("label") && label,
    first.changes.includes("cost") && cost,
    first.changes.includes("aim") && aim,
  ]
    .filter(Boolean)
    .join(", ");
  return `Hangs on one: without ${first.kind} ${first.omitted} it is ${what}${others}.`;
}

function setAsideText(draft: Unworded): string | null {
  const { spontaneousPairs, counts } = draft;
  if (spontaneousPairs === 0 || isAimed(draft)) return null;
  return `${countText(spontaneousPairs, "pair")} of ${counts.n} set aside: the simulated model succeeded there by its declared chance.`;
}

function missingText({ worstCase, ruling, denominators, plan }: Unworded): string | null {
  const { errors, unscored, missing } = denominators;
  const trials = [errors, unscored, missing].reduce(
    (sum, { control, treatment }) => sum + control + treatment,
    0,
  );
  const lost = plan.pairing === "none" ? trials : denominators.units - denominators.pairs;
  if (lost === 0) return null;
  const of =
    plan.pairing === "none" ? countText(lost, "run") : `${countText(lost, "pair")} of ${denominators.units}`;
  const said = `${of} lost to errors, missing or unscored trials.`;
  if (!ruling.qualifiers.includes("missing-sensitive") || worstCase === null) return said;
  return `${said} Counted against the leader they would make it ${LABELS[worstCase.label].title}.`;
}

function budgetText({ ruling, denominators }: Unworded): string | null {
  if (!ruling.qualifiers.includes("cut-by-budget")) return null;
  const { control, treatment } = denominators.budget;
  return `The budget ended the run: ${countText(Math.max(control, treatment), "pair")} set aside, neither failed nor lost.`;
}

function scopeText({ scenarioLevel }: Unworded): string | null {
  return scenarioLevel.scenarios > 3 ? null : `${capitalise(scenarioLevel.reason ?? "")}.`;
}

function halvesText({ position }: Unworded): string {
  const { disagreeing } = position;
  return disagreeing.length > 0
    ? `${disagreeing.join(" and ")} ${disagreeing.length > 1 ? "depend" : "depends"} on which arm ran first`
    : "one arm always ran first";
}

function repeatsText({ nEff, denominators, plan }: Unworded): string | null {
  if (plan.simulated || nEff.value === denominators.pairs) return null;
  return `${nEff.value} of ${countText(denominators.pairs, "pair")} are distinct; repeats count once.`;
}

function simulatedText({ plan, nEff }: Unworded): string | null {
  if (!plan.simulated) return null;
  const pairs = nEff.distinct === null ? "" : `, ${countText(nEff.distinct, "distinct pair")}`;
  return `Simulated${pairs}: no rate, no p-value.`;
}

function engagementText({ ruling, engagement, counts, plan }: Unworded): string | null {
  if (ruling.qualifiers.includes("engagement-unknown")) return "Whether the flag fired is unknown.";
  if (!ruling.qualifiers.includes("low-engagement") || plan.aim === "none") return null;
  return `The flag fired in ${count(engagement.fired.treatment.yes)} of ${countText(counts.n, "pair")} alone.`;
}

function footing(draft: Unworded): readonly Clause[] {
  const { facts, ruling, position, plan } = draft;
  const where = (name: Qualifier, text: string) => (ruling.qualifiers.includes(name) ? text : null);
  return [
    ...clause("order", where("order-confounded", `Order-confounded: ${halvesText(draft)}.`)),
    ...clause(
      "judge",
      where(
        "judge-scored",
        "An LLM judge that labels have not qualified decided outcomes, so nothing here is proven.",
      ),
    ),
    ...clause("backend", where("backend-changed", "The model that answered changed within the run.")),
    ...clause("engagement", engagementText(draft)),
    ...clause("repeats", repeatsText(draft)),
    ...clause("order", position.state === "unknown" && !plan.simulated ? "Order unknown." : null),
    ...clause("simulated", simulatedText(draft)),
    ...clause(
      "calibration",
      facts.calibration === null && !plan.simulated ? "The noise floor is not calibrated." : null,
    ),
  ];
}
