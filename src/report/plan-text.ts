/** A plan as text for the terminal. */

import { isSavingAim, SAVED_WORD } from "../core/aim.ts";
import {
  type BudgetPlan,
  type Effort,
  type ExperimentPlan,
  MOST_PAIRS,
  type PlannedComparison,
} from "../core/experiment-plan.ts";
import { countText, decimals, percent, points, roughDuration, usd } from "../core/format.ts";

const UNKNOWN_PRICE = "unknown: no price for this model (--price-like <catalogue model> prices it as if)";

/** Everything the plan says; `store` is where a run would be kept, and a plan to be frozen is the one thing stored. */
export function planText(plan: ExperimentPlan, store: string, freezes = false): string {
  const sequential = plan.stopping === "sequential";
  const atMost = sequential ? "at most " : "";
  const aim = plan.until === null ? "" : `, until ${plan.until}`;
  return [
    `Plan of ${plan.name} (experiment ${plan.experiment}), nothing was run${freezes ? "" : " or stored"}`,
    `  model      ${(plan.models ?? [plan.model]).join(", ")}`,
    `  arms       ${plan.arms.join("\n             ")}`,
    ...(plan.design === null ? [] : [`  design     ${plan.design}`]),
    `  blocks     ${atMost}${plan.total.blocks} (${plan.scenarios} scenarios x ${plan.seeds} seeds), ${plan.total.trials} trials`,
    ...(sequential
      ? [
          `  stopping   sequential${aim}: looks at every round end (one seed over all scenarios), stops when decided`,
        ]
      : []),
    "",
    ...plan.comparisons.flatMap((one) => [...comparisonLines(one, plan, sequential), ""]),
    ...(plan.design === "plackett-burman"
      ? ["A screen has no verdict to reach: its winners are run again as matched pairs.", ""]
      : []),
    `In all (arms that comparisons share run once)${sequential ? ", at most" : ""}`,
    ...effortLines(plan.total, plan),
    ...(plan.judge
      ? [`  judge      ${plan.judge.model}: at most ${plan.judge.verdicts} verdicts beside these figures`]
      : []),
    ...budgetLines(plan.budget, plan),
    `  store      ${store}`,
    ...plan.unreachable.map(({ text }) => `\nout of reach: ${text}`),
  ].join("\n");
}

function comparisonLines(
  one: PlannedComparison,
  { seeds, ...plan }: ExperimentPlan,
  sequential: boolean,
): readonly string[] {
  if (one.stress === 0) return controlLines(one, { seeds, ...plan });
  return [
    `${one.id}: ${one.treatment} against ${one.control}${one.exploratory ? " (exploratory: stops at suggestive)" : ""}`,
    `  pairs      ${sequential ? "at most " : ""}${one.plan.pairs} (${one.stress} stress scenarios x ${seeds} seeds${one.controls === 0 ? "" : `; ${countText(one.controls, "control scenario")} beside`})`,
    ...(one.aim === "success" ? [] : [`  aim        ${aimWords(one)}`]),
    // The simulated model has no rate, so nothing about one can be planned for it.
    ...(plan.simulated ? [] : rateLines(one, sequential)),
    ...one.plan.reachable.map(
      ({ claim, reachable, reason }, place) =>
        `  ${place === 0 ? "reachable " : "          "} ${reachable ? "yes" : "no "}  ${claim}: ${reason}`,
    ),
    ...effortLines(one.effort, plan),
  ];
}

/** Pairs, power, discordance and headroom: what a claim about a rate needs. */
function rateLines(one: PlannedComparison, sequential: boolean): readonly string[] {
  const { needed, power, minimumDetectable, cap, headroom, psi, psiSource } = one.plan;
  const smallest = pointsOf(one.deltaMin);
  const pairs = (value: number | null) => (value === null ? "more than 5000" : String(value));
  const needs = [
    `${pairs(needed.neverHurts)} if it never hurts`,
    ...(needed.hurtsHalfAsOften === null ? [] : [`${needed.hurtsHalfAsOften} if it hurts half as often`]),
    `${pairs(needed.atPsi)} at this discordance`,
  ];
  return [
    `  needed     for 80 % power to see ${smallest}: ${needs.join(", ")}${sequential && cap !== null ? `; sequential at most ${cap}` : ""}`,
    `  power      ${percent(power)} to see ${smallest}; smallest difference seen in 8 of 10 such runs: ${minimumDetectable === null ? "none" : pointsOf(minimumDetectable)}`,
    `  discordant ${percent(psi)} of pairs, ${psiWords(one, psiSource)}`,
    `  headroom   ${headroomWords(one, headroom.winsNeeded, headroom.expectedFailures, headroom.enough)}`,
  ];
}

/** Control scenarios alone: nothing to prove, and so no power to plan for. */
function controlLines(one: PlannedComparison, { seeds, ...plan }: ExperimentPlan): readonly string[] {
  return [
    `${one.id}: ${one.treatment} against ${one.control}`,
    `  pairs      ${one.plan.pairs} (${countText(one.controls, "control scenario")} x ${seeds} seeds, and none that stresses the flag)`,
    "  shows      whether the flag makes a difference where it must make none, and what it costs there; no benefit",
    ...effortLines(one.effort, plan),
  ];
}

/** Purchase of a budget: pairs, the smallest gain they show, and the drop that they exclude. */
function budgetLines(
  budget: BudgetPlan | null,
  { simulated, priceLike }: Pick<ExperimentPlan, "priceLike" | "simulated">,
): readonly string[] {
  if (budget === null) return [];
  const amount = `  budget     ${usd(budget.usd)}${simulated ? `, held as if priced like ${priceLike}, although nothing is paid,` : ""}`;
  if (budget.state === "unknown") return [`${amount}: what it buys is ${UNKNOWN_PRICE}`];
  if (budget.state === "free") return [`${amount}: these calls cost nothing, so it sets no limit`];
  return [
    `${amount} buys about`,
    ...budget.comparisons.flatMap(({ id, pairs, planned, minimumDetectable, excludedDrop }) => [
      `             ${countText(pairs, "pair")}${pairs === MOST_PAIRS ? " or more" : ""} of ${id} (${planned} planned)`,
      ...(simulated ? [] : boughtLines({ minimumDetectable, excludedDrop })),
    ]),
  ];
}

/** Reach of the affordable pairs about a rate. */
function boughtLines({
  minimumDetectable,
  excludedDrop,
}: Pick<BudgetPlan["comparisons"][number], "minimumDetectable" | "excludedDrop">): readonly string[] {
  return [
    `               smallest gain they show in 8 of 10 runs: ${minimumDetectable === null ? "none" : pointsOf(minimumDetectable)}`,
    `               drop they exclude: ${excludedDrop === null ? "none" : `${pointsOf(excludedDrop)}, if no pair differs`}`,
  ];
}

function psiWords({ pilot, calibrationPairs }: PlannedComparison, source: string): string {
  if (source === "uncoupled")
    return pilot.sharedReplies === null
      ? "as of arms that share no replies"
      : `as of arms that nothing ties together: stored runs share only ${percent(pilot.sharedReplies)} of their replies`;
  if (source === "assumed") return "assumed: nothing stored says it";
  return pilot.psi === null
    ? `from a calibration of ${calibrationPairs} pairs`
    : `from ${pilot.pairs} stored pairs (experiment ${pilot.experiments.join(", ")})`;
}

function headroomWords(
  { pilot }: PlannedComparison,
  winsNeeded: number,
  expected: number | null,
  enough: boolean | null,
): string {
  if (expected === null || pilot.controlPassRate === null)
    return `unknown: no stored run of this control; a proof needs ${winsNeeded} wins, so at least as many control failures`;
  return `control passes ${percent(pilot.controlPassRate)} of ${pilot.controlTrials} stored trials: ${decimals(expected, 1)} failures expected, ${winsNeeded} wins needed, ${enough ? "enough" : "not enough"}`;
}

function aimWords({ aim, margin }: PlannedComparison): string {
  if (aim === "none") return "none: the flag claims no outcome";
  const kept = `success not worse by ${pointsOf(margin)}`;
  return isSavingAim(aim) ? `less ${SAVED_WORD[aim]}; ${kept}` : kept;
}

function effortLines(
  effort: Effort,
  { priceLike, simulated }: Pick<ExperimentPlan, "priceLike" | "simulated">,
): readonly string[] {
  const asIf = priceLike === null ? "" : `, as if priced like ${priceLike}`;
  const { calls, inputTokens, outputTokens, costUsd, durationMs } = effort;
  if (calls === null)
    return [
      "  effort     unknown: a scenario has no stored trials for this model and no simulate rules to estimate from",
    ];
  return [
    `  calls      about ${calls} in ${effort.trials} trials, shared replies counted once (${basisOf(effort)})`,
    `  tokens     about ${inputTokens} in, ${outputTokens} out`,
    `  cost       ${simulated ? "none: a simulated model is not paid" : costUsd === null ? UNKNOWN_PRICE : `about ${usd(costUsd)}${asIf}`}`,
    `  time       ${durationMs === null ? "unknown: no stored run of this model says how long a call takes" : `about ${roughDuration(durationMs)}, at the pace of stored runs`}`,
  ];
}

function basisOf({ scenarios: { stored, walked } }: Effort): string {
  if (stored === 0) return "walked on the simulated model; a real one may take more steps";
  const before = "as stored trials of this model asked on average";
  return walked === 0 ? before : `${stored} scenarios ${before}, ${walked} walked on the simulated model`;
}

function pointsOf(delta: number): string {
  return `${points(delta).slice(1)} points`;
}
