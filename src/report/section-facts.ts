/** Facts of one comparison, as terms and plain values; every format prints the same facts. */

import { flagValueText } from "../core/arm.ts";
import type { Comparison, Omission, PositionCheck } from "../core/comparison.ts";
import { modelsOf } from "../core/effective-arm.ts";
import type { FlagValues } from "../core/flag.ts";
import {
  count,
  countText,
  pEquation,
  percent,
  points,
  pValue,
  ratioWithInterval,
  UNKNOWN,
  usd,
} from "../core/format.ts";
import { LABELS } from "../core/label-table.ts";
import { reasonWords } from "../core/reason-words.ts";
import type { ReportDocument, ReportSection } from "../core/report-document.ts";
import type { MechanismItem } from "../core/verdict.ts";
import type { Fact } from "./basis-facts.ts";
import { controlOutcome } from "./control-outcome.ts";
import { rate, tally } from "./number.ts";
import { stoppingSentence } from "./process-facts.ts";
import { armWords, borrowedPrice, calibrationSentence, modelName } from "./words.ts";

/** A number of both arms, treatment first. */
export type ArmRow = readonly [name: string, treatment: string, control: string];

/** Flags with their values as users write them: "AUDIT_X=1, AUDIT_Y=0". */
function flagList(values: FlagValues, names: readonly string[]): string {
  return names
    .map((name) => `${name}=${values[name] === undefined ? "unset" : flagValueText(values[name])}`)
    .join(", ");
}

/** Differences of an arm from the other one: flags, then everything else by its path. */
export function armList(section: ReportSection, arm: "control" | "treatment"): string {
  const flags = flagList(section[`${arm}Flags`], section.differs);
  const others = (section.otherDifferences ?? []).map((one) => `${one.path}=${one[arm]}`);
  return [...(flags === "" ? [] : [flags]), ...others].join(", ");
}

function foundation(document: ReportDocument): string {
  if (document.basis === "simulated") return "Rests on a simulated model.";
  return document.origin === "rows"
    ? "Rests on rows that somebody else recorded, taken as they stand."
    : `Rests on ${modelsOf(document.experiment).length > 1 ? "the real models" : "the real model"} ${modelName(document)}.`;
}

/** Basis of the verdict, one sentence each. */
export function restsOn(document: ReportDocument, section: ReportSection): readonly string[] {
  const { verdict, scenarios, plan } = section.comparison;
  const tested = `Tested on ${countText(scenarios.length, plan.over === "controls" ? "control scenario" : "stress scenario")}`;
  const held = Object.keys(section.context);
  return [
    foundation(document),
    ...(section.stopping ? [stoppingSentence(section.stopping, section.comparison.plan)] : []),
    calibrationSentence(section.comparison),
    verdict.scope === "general"
      ? `${tested}; the claim reaches scenarios like these.`
      : `${tested}; it says nothing about others.`,
    ...(held.length === 0 ? [] : [`Held fixed in both arms: ${flagList(section.context, held)}.`]),
    ...verdict.reasons.map((reason) => `Why: ${reasonWords(reason)}.`),
  ];
}

/** Pairs planned, valid and lost: every number a rate is divided by. */
export function denominatorFacts(section: ReportSection): readonly Fact[] {
  const { denominators } = section.comparison;
  const words = armWords(section);
  const unmatched = denominators.unmatched.map(
    ({ scenario, seed, absent }) => `${scenario} seed ${seed}: no trial that counts for ${words[absent]}`,
  );
  return [
    ["Pairs planned", count(denominators.planned)],
    ["Pairs with two results", count(denominators.pairs)],
    ["Never run", count(denominators.notRun)],
    ["Lost to the analysis", lostText(section.comparison)],
    ...(unmatched.length === 0 ? [] : [["In one arm only", unmatched] as const]),
  ];
}

function lostText({ denominators, plan }: Comparison): string {
  const { lostShare, units, pairs, errors, unscored, missing, notRun } = denominators;
  if (lostShare === null) return UNKNOWN;
  if (plan.pairing === "none") {
    const runs = [errors, unscored, missing].reduce((sum, of) => sum + of.control + of.treatment, 0);
    return countText(runs, "run");
  }
  // A sequential design stops early by right.
  const whole = units + (plan.design === "fixed" ? (notRun ?? 0) : 0);
  return `${count(whole - pairs)} of ${countText(whole, "pair")}`;
}

/** Trials without a pass or fail, by arm. */
export function lostRows({ comparison }: ReportSection): readonly ArmRow[] {
  const { errors, unscored, missing, budget } = comparison.denominators;
  return [
    ["errors", count(errors.treatment), count(errors.control)],
    ["unscored", count(unscored.treatment), count(unscored.control)],
    ["missing", count(missing.treatment), count(missing.control)],
    ...(budget.treatment + budget.control > 0
      ? [["set aside by the budget", count(budget.treatment), count(budget.control)] as const]
      : []),
  ];
}

/** Reached and fired by arm, either of which may be unknown. */
export function engagementRows({ comparison }: ReportSection): readonly ArmRow[] {
  const { reached, fired } = comparison.engagement;
  return [
    ["was reached", tally(reached.treatment), tally(reached.control)],
    ["fired", tally(fired.treatment), tally(fired.control)],
  ];
}

/** Divergence, effect where it fired, and how much of the path both arms shared. */
export function engagementFacts(section: ReportSection): readonly Fact[] {
  const { diverged, effectWhenFired, divergesBelow, sharedReplies } = section.comparison.engagement;
  const words = armWords(section);
  // A simulated model makes no claim about rates.
  if (section.comparison.plan.simulated) return [["Pairs whose requests differ", tally(diverged)]];
  return [
    ["Pairs whose requests differ", tally(diverged)],
    ["Effect where it fired", effectWhenFired === null ? "unknown" : `${points(effectWhenFired)} points`],
    ...(divergesBelow === null
      ? []
      : [["Differs in fewer than", `${percent(divergesBelow)} of runs (95 % confidence)`] as const]),
    [
      "Replies shared",
      `${words.treatment} ${percent(sharedReplies.treatment)}, ${words.control} ${percent(sharedReplies.control)}`,
    ],
  ];
}

/** Reason for an item's answer; empty where it would only repeat the claim. */
export function reasonText({ claim, findings }: MechanismItem): string {
  return findings.filter((finding) => finding !== claim).join("; ");
}

/** An item's answer with its sign: "✓ yes", "✗ no", "– not checked". */
export function answerText(item: MechanismItem): string {
  return { yes: "✓ yes", no: "✗ no", "not-checked": "– not checked" }[item.answer];
}

function positionText(position: PositionCheck): string {
  if (position.state === "unknown") return "order unknown";
  if (position.state === "one-sided") return "one arm always ran first";
  return position.confounded
    ? `depends on which arm ran first: ${position.disagreeing.join(", ")}`
    : "the same whichever arm ran first";
}

function omissionText(omission: Omission): string {
  const { kind, omitted, label, b, c, n, exactP, cost, aimed, changes } = omission;
  const saved = aimed === undefined ? "" : `, what it aims at ${ratioWithInterval(aimed)}`;
  const named = changes.map((what) => (what === "aim" ? "saving" : what));
  return `without ${kind} ${omitted}: ${LABELS[label].title} (${count(b)} better, ${count(c)} worse of ${count(n)}${exactP === null ? "" : `, p ${pValue(exactP)}`}), cost ${ratioWithInterval(cost)}${saved}; changes the ${named.join(" and the ")}`;
}

function chanceFacts({ frequency, net, psi, source }: NonNullable<Comparison["placebo"]>): readonly Fact[] {
  return [
    [
      "A flag that does nothing looks as good",
      `in ${percent(frequency)} of runs (net ${count(net)}; ${percent(psi)} of pairs differ, ${source.replaceAll("-", " ")})`,
    ],
  ];
}

/** Sensitivity of the verdict: chance, headroom, order, missing results, any single scenario or seed. */
export function sensitivityFacts(section: ReportSection): readonly Fact[] {
  const { omissions, position, worstCase, placebo, headroom, nEff, counts } = section.comparison;
  const words = armWords(section);
  const hanging = omissions.filter(({ changes }) => changes.length > 0);
  const facts: Fact[] = [
    ...(placebo === null ? [] : chanceFacts(placebo)),
    ...(placebo === null
      ? []
      : [
          [
            "Headroom",
            `${words.control} failed ${count(headroom.controlFailures)} of ${count(counts.n)}; proof needs ${countText(headroom.winsNeeded, "win")}: ${headroom.enough ? "enough" : "not enough"}`,
          ] as const,
        ]),
    [
      "Distinct transcript pairs",
      `${count(nEff.distinct)}${nEff.applied ? `; the verdict counts ${count(nEff.value)}` : ""}`,
    ],
    ["Position in the block", positionText(position)],
  ];
  if (worstCase !== null)
    facts.push([
      "Missing results at worst",
      `${count(worstCase.counts.b)} better, ${count(worstCase.counts.c)} worse of ${count(worstCase.counts.n)}${worstCase.exactP === null ? "" : `, ${pEquation(worstCase.exactP)}`}: ${LABELS[worstCase.label].title}${worstCase.changesLabel ? ", another label" : ""}`,
    ]);
  const none = `none of ${countText(omissions.length, "omission")} changes anything`;
  if (omissions.length > 0)
    facts.push(["Leave one out", hanging.length === 0 ? none : hanging.map(omissionText)]);
  return facts;
}

/** Sources of difference, with those that were held equal. */
export function matchingFacts({ matching }: ReportSection): readonly Fact[] {
  return [
    ["World", matching.world],
    ["User", matching.user],
    ["Faults", matching.faults],
    ["Replies", matching.replies],
    ["Sampling", matching.sampling],
    ["Order", matching.order],
    ...(matching.model === undefined ? [] : [["Model", matching.model] as const]),
    ...(matching.harness === undefined ? [] : [["Harness", matching.harness] as const]),
  ];
}

const OWN_CALLS = {
  yes: "Calls of the flag's own occur in the treatment alone.",
  no: "Calls of the flag's own also occur in the control: the arms are not what they say.",
  "not-applicable": "The flag makes no calls of its own.",
  "not-checked": "Whether the flag's own calls occur in the treatment alone was not checked.",
} as const;

/** Cost of the treatment, the prices it rests on, and the place of the flag's own calls. */
export function costSentences(document: ReportDocument, { comparison }: ReportSection): string {
  const { cost, plan } = comparison;
  const basis = cost.basis === null ? "" : ` at the ${cost.basis} price`;
  const strength = cost.strength === null ? "" : ` (${cost.strength})`;
  const reason = cost.perSuccessReason === null ? "" : `, because ${cost.perSuccessReason}`;
  const perSuccess = cost.perSuccessUsd === null ? `not stated${reason}` : usd(cost.perSuccessUsd);
  const borrowed = borrowedPrice(document);
  return [
    `Cost${basis}: ${cost.word.replaceAll("-", " ")}${strength}.`,
    plan.simulated
      ? "Nobody was paid for simulated replies, so costs stand as ratios."
      : `Extra cost per extra success: ${perSuccess}.`,
    ...(borrowed === null ? [] : [`Prices are ${borrowed}.`]),
    ...(plan.flag === null ? [] : [OWN_CALLS[comparison.ownCallOnlyInTreatment]]),
  ].join(" ");
}

/** Heading of the column of ratios. */
export function ratioHead({ plan }: Pick<Comparison, "plan">): string {
  return plan.simulated ? "ratio of totals, with its interval" : "ratio of totals (95 % CI)";
}

/** Result of the control scenarios, or that none were run. */
export function controlSentences(section: ReportSection): string {
  const { controls } = section;
  if (section.comparison.plan.over === "controls")
    return "They are all that was run, so the verdict above is about them: the flag must make no difference here.";
  if (controls === null)
    return "None were run: whether the flag leaves other conversations alone is not known.";
  const words = armWords(section);
  const { counts, rates, effect, engagement } = controls;
  return [
    "Here the flag must make no difference.",
    `${words.treatment} ${rate(rates.treatment)}, ${words.control} ${rate(rates.control)}: ${count(counts.b)} better, ${count(counts.c)} worse${effect.exactP === null ? "" : `, ${pEquation(effect.exactP)}`}.`,
    `Pairs whose requests differ: ${tally(engagement.diverged)}; ${words.treatment} trials in which it fired: ${tally(engagement.fired.treatment)}.`,
    `Label on its own: ${controlOutcome(controls).title}.`,
  ].join(" ");
}
