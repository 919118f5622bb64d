/** The words of a report: every label, qualifier, outcome and metric with its meaning in plain language. */

import { armNames } from "../core/arm-names.ts";
import { clausesWith, clauseText } from "../core/clauses.ts";
import type { Comparison } from "../core/comparison.ts";
import { modelsOf } from "../core/effective-arm.ts";
import { answererOf } from "../core/endpoint-address.ts";
import { dateTime, percent } from "../core/format.ts";
import { LABELS, labelTitle } from "../core/label-table.ts";
import type { Metric } from "../core/metric.ts";
import type { ByArm, Outcome } from "../core/pairs.ts";
import type {
  ExperimentReport,
  GridRow,
  ReportDocument,
  ReportSection,
  RowsReport,
} from "../core/report-document.ts";
import type { ClauseTag, Qualifier, Verdict } from "../core/verdict.ts";

/** Meaning of each qualifier for the claim. */
export const QUALIFIER_WORDS: Readonly<Record<Qualifier, string>> = {
  simulated:
    "A simulated model answered: this shows what the mechanism does, not how often real models need it.",
  "pseudo-replicated":
    "Repeated seeds gave the same transcripts, so they count once and not as independent evidence.",
  "cannot-reach-significance": "With so few distinct pairs no outcome at all could have reached p = 0.05.",
  "no-discordant-pairs":
    "The arms agreed on every pair; how large a difference that could hide is in the interval.",
  "headroom-too-small": "OFF failed too rarely for any number of wins to prove a gain.",
  "low-engagement":
    "The flag fired in fewer than 6 of 10 pairs, so the average hides what it does when it fires.",
  "engagement-unknown": "The harness does not tell whether the flag fired.",
  "missing-sensitive":
    "Counting the missing results against the leading arm changes the verdict or the cost.",
  "judge-scored": "A language model decided some outcomes; it has not been checked against people here.",
  "scenario-conflict": "Some scenarios point one way and some the other.",
  "order-confounded": "The result depends on which arm ran first, or one arm always did.",
  "hangs-on-one":
    "Leaving out a single scenario or seed changes the verdict, the cost conclusion or the saving.",
  "cut-by-budget": "The spending limit ended the run before all pairs were done; those were set aside.",
  "backend-changed": "The model or fingerprint that answered changed during the run.",
  exploratory:
    "The plan's primary family does not name this comparison, so no label above suggestive stands.",
  "below-minimum-effect":
    "The difference is real but smaller than the smallest one the plan called worth having.",
  "bounded-within-margin":
    "Whatever the effect is, it is smaller than the smallest one the plan called worth having.",
  "not-a-rate-claim": "It holds in the scenario built for it and says nothing about how often it helps.",
};

/** Oddities of replies, after their number. */
export const REPLY_NOTE_WORDS: Readonly<Record<string, string>> = {
  "other-seed": "repeated another seed than the one sent: there a matched seed is only a label",
  "other-temperature": "repeated another temperature than the one sent",
  "other-token-cap": "repeated another token cap than the one sent",
  "other-tools": "repeated other tools than the ones sent",
  retried: "came only after the request had failed and was sent again",
  "asked-again": "came only after the model was told that it had not written a step",
  "empty-reply": "held nothing",
  "implausible-usage": "told token counts that cannot be true",
  "malformed-arguments": "called a tool with arguments that are not an object",
  "decoded-arguments": "called a tool with arguments that were encoded twice",
  "cut-tool-call": "were cut in the middle of a tool call",
  "written-tool-call": "held a tool call as text, which was not run",
  "lost-tool-call": "announced a tool call that was not there",
  "repaired-json": "held JSON that had to be put right",
  "fenced-json": "held JSON in a fence",
  "text-around-json": "held JSON among other text",
  "decoded-json": "held JSON inside a JSON string",
  "several-json": "held several values that fit what was asked",
  "unfit-json": "held JSON that does not fit what was asked",
};

/** One symbol and one word for every outcome: colour is never the only sign. */
export const OUTCOME_WORDS: Readonly<Record<Outcome, { readonly symbol: string; readonly word: string }>> = {
  pass: { symbol: "●", word: "pass" },
  fail: { symbol: "○", word: "fail" },
  unscored: { symbol: "?", word: "unscored" },
  error: { symbol: "!", word: "error" },
  missing: { symbol: "–", word: "missing" },
  budget: { symbol: "$", word: "budget" },
};

/** Every symbol with its word; that of the budget only where a pair was set aside by it. */
export function outcomeKey(grid: readonly GridRow[]): readonly string[] {
  const isCut = grid.some(({ control, treatment }) =>
    [control, treatment].some(({ outcome }) => outcome === "budget"),
  );
  return Object.entries(OUTCOME_WORDS)
    .filter(([outcome]) => outcome !== "budget" || isCut)
    .map(([, { symbol, word }]) => `${symbol} ${word}`);
}

/** The mark of a cell in which the flag fired. */
export const FIRED_SYMBOL = "▴";

/** Metrics in the order in which tables show them. */
export const METRICS: readonly Metric[] = [
  "uncachedCostUsd",
  "costUsd",
  "totalTokens",
  "inputTokens",
  "cachedInputTokens",
  "outputTokens",
  "calls",
  "latencyMs",
];

/** Name of a section: its flag, or the two arms of a free comparison. */
export function sectionName(section: ReportSection): string {
  return (
    section.title ??
    section.flag ??
    `${section.comparison.plan.treatment} against ${section.comparison.plan.control}`
  );
}

/** ON and OFF for a flag; the arms' own names for a free comparison. */
export function armWords({ comparison }: Pick<ReportSection, "comparison">): ByArm<string> {
  return armNames(comparison.plan);
}

/** The arms' words that fit every section: ON and OFF, or treatment and control; and what is set against what. */
export function directionWords(sections: readonly ReportSection[]): {
  readonly treatment: string;
  readonly control: string;
  readonly over: string;
  readonly minus: string;
} {
  const [treatment, control] = sections.every(({ flag }) => flag !== null)
    ? (["ON", "OFF"] as const)
    : (["treatment", "control"] as const);
  return { treatment, control, over: `${treatment} over ${control}`, minus: `${treatment} minus ${control}` };
}

/** The cost metric the verdict rests on. */
export function costMetric(comparison: Comparison): "uncachedCostUsd" | "costUsd" {
  return comparison.cost.basis === "billed" ? "costUsd" : "uncachedCostUsd";
}

/** The label with what it rests on: "mechanism demonstrated", "leans to ON". */
export function labelText({ verdict, plan }: Pick<Comparison, "verdict" | "plan">): string {
  return labelTitle(verdict, armNames(plan));
}

/** Claim of the label; a proof by intervention is named as such, because it claims nothing about rates. */
export function labelMeaning({ basis, label }: Verdict): string {
  if (basis !== "mechanism") return LABELS[label].meaning;
  return label === "saves"
    ? "Every pair saves with the flag on and none loses: a proof by intervention, not a rate."
    : "The failure that the scenario declares happens without the flag and not with it: a proof by intervention, not a rate.";
}

/** Read first: what came out and what the label claims. */
const READ_FIRST: readonly ClauseTag[] = ["rates", "test", "cost", "label"];

/** Every report lists these apart from the verdict, so that the reservations need not repeat them. */
const LISTED_APART: readonly ClauseTag[] = ["scope", "simulated", "calibration"];

/** The verdict's sentence in two parts: counts and label to be read first, its own reservations after them. */
export function splitSentence({ clauses }: Verdict): readonly [first: string, rest: string] {
  const rest = clauses.filter(({ tag }) => !READ_FIRST.includes(tag) && !LISTED_APART.includes(tag));
  return [clauseText(clausesWith(clauses, READ_FIRST)), clauseText(rest)];
}

/** The basis in two words. */
export function basisTitle(document: ReportDocument): string {
  if (document.origin === "rows") return "Recorded elsewhere";
  return document.basis === "simulated" ? "Simulated model" : "Real model";
}

/** "simulated" or "real", as a sentence that no reader can miss. */
export function basisSentence(document: ReportDocument): string {
  if (document.origin === "rows") return rowsSentence(document);
  return document.basis === "simulated"
    ? "A simulated model answered: this run proves what mechanisms do; it says nothing about benefit with a real model."
    : answeredSentence(document.experiment);
}

function answeredSentence(experiment: ExperimentReport["experiment"]): string {
  const names = modelsOf(experiment).map(answererOf);
  return names.length === 1
    ? `${names[0]} answered. What is shown holds for this model on these scenarios.`
    : `${names.slice(0, -1).join(", ")} and ${names.at(-1)} answered. What is shown holds for these models on these scenarios.`;
}

function rowsSentence({ rows, basis }: RowsReport): string {
  const models = rows.models.length === 0 ? "unknown" : rows.models.join(", ");
  const answered =
    basis === "simulated"
      ? "The rows say that a simulated model answered: they prove what mechanisms do, nothing about benefit with a real model."
      : `Model: ${models}.`;
  return `Recorded by somebody else, from ${rows.file} (SHA-256 ${rows.digest.slice(0, 12)}). harness-lab judged the rows and ran nothing; what they do not say is unknown. ${answered}`;
}

/** The models that were asked; null where nobody recorded it. */
export function modelName(document: ReportDocument): string | null {
  if (document.origin === "experiment")
    return modelsOf(document.experiment)
      .map(({ model }) => model)
      .join(", ");
  return document.rows.models.length === 0 ? null : document.rows.models.join(", ");
}

/** The models whose prices are borrowed, and from which model; null when they are the model's own or nobody's. */
export function borrowedPrice(document: ReportDocument): string | null {
  if (document.origin === "rows") return null;
  const models = modelsOf(document.experiment);
  const borrowed = models.flatMap(({ model, priceLike }) =>
    priceLike === null ? [] : [`${models.length === 1 ? "" : `${model} `}as if priced like ${priceLike}`],
  );
  return borrowed.length === 0 ? null : [...new Set(borrowed)].join(", ");
}

/** True where the noise floor is known for these scenarios and this model. */
export function calibrationSentence(comparison: Comparison): string {
  const { calibration: aa } = comparison.facts;
  if (aa === null) return "Not calibrated: the noise floor on these scenarios and this model is not known.";
  const by = aa.source === null ? "" : ` (experiment ${aa.source.experiment}, ${dateTime(aa.source.at)})`;
  const noisy = aa.flaky.length === 0 ? "" : ` Flaky: ${aa.flaky.join(", ")}.`;
  const alarms =
    aa.gateFalseAlarm === null || comparison.plan.simulated
      ? ""
      : ` At this noise our gate would block a harmless change in ${aa.b + aa.c === 0 ? "at most " : ""}${percent(aa.gateFalseAlarm)} of such runs.`;
  return `Calibrated${by}: the control against itself gave ${aa.b} and ${aa.c} discordant of ${aa.pairs} pairs.${alarms}${noisy}`;
}
