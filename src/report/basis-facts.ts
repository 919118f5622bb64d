/** The basis of a report's numbers, as terms and plain values; every format prints the same list. */

import { answeringKey, modelOf, modelsOf } from "../core/effective-arm.ts";
import { count, countText, dateTime, duration, paid, UNKNOWN, usd } from "../core/format.ts";
import type { JudgeTotals } from "../core/judge-report.ts";
import type { ExperimentReport, ReportDocument, RowsReport } from "../core/report-document.ts";
import { graderFacts } from "./grader-facts.ts";
import { lostWords, plannedWords, trialsWithResult } from "./trial-counts.ts";
import { borrowedPrice, REPLY_NOTE_WORDS } from "./words.ts";

/** A term with one value or several; the values are plain text. */
export type Fact = readonly [term: string, value: string | readonly string[]];

/** Totals of the whole experiment. */
export function totalFacts(document: ReportDocument): readonly Fact[] {
  const { totals } = document;
  return [
    [
      "Trials",
      `${totals.trialsPlanned === null ? "" : `${plannedWords(document)} planned, `}${totals.trialsUnscored === undefined ? `${count(totals.trialsCompleted)} completed` : `${count(trialsWithResult(document))} with a result`}, ${lostWords(document)}${totals.trialsPlanned === null ? `; how many were planned is ${UNKNOWN}` : ""}`,
    ],
    [
      "Model calls",
      totals.calls === null
        ? UNKNOWN
        : `${count(totals.calls)}, of which ${count(totals.sharedCalls)} shared between arms`,
    ],
    ...(totals.cutReplies === undefined
      ? []
      : [["Replies cut at a token limit", cutWords(totals.cutReplies, totals.calls)] as const]),
    ...(totals.notedReplies === undefined
      ? []
      : [["Odd replies", totals.notedReplies.map(notedWords)] as const]),
    // Nobody is paid for simulated replies, so an amount would say something that never happened.
    ...(document.basis === "simulated" ? [] : [["Cost as deployed", usd(totals.costUsd)] as const]),
    ...(totals.judge
      ? [
          [
            "The judge, apart from these",
            `${countText(totals.judge.calls, "verdict")}, of which ${count(totals.judge.shared)} shared between arms; spent ${paid(totals.judge.spentUsd)}${unusableWords(totals.judge.checks)}`,
          ] as const,
        ]
      : []),
    ["Really spent", paid(totals.spentUsd)],
    ["Wall time", duration(totals.wallMs)],
  ];
}

function notedWords({ note, replies }: { readonly note: string; readonly replies: number }): string {
  return `${count(replies)} ${replies === 1 ? "reply" : "replies"} ${REPLY_NOTE_WORDS[note] ?? `noted ${note}`}`;
}

function unusableWords(checks: JudgeTotals["checks"]): string {
  if (!checks || checks.unusable === 0) return "";
  return `; no usable verdict on ${count(checks.unusable)} of ${countText(checks.all, "check")}, which are unscored`;
}

function cutWords(arms: NonNullable<ReportDocument["totals"]["cutReplies"]>, calls: number | null): string {
  if (arms.length === 0) return `none of ${count(calls)}`;
  const all = arms.reduce((sum, { replies }) => sum + replies, 0);
  return `${count(all)} of ${count(calls)}: ${arms.map(({ arm, replies }) => `${arm} ${count(replies)}`).join(", ")}`;
}

function answererLines(document: ExperimentReport): readonly string[] {
  if (document.answeredBy.length === 0) return ["no model call was answered"];
  return document.answeredBy.map(({ model, fingerprint, calls }) => {
    const name = model ?? "a model that did not say its name";
    const print = fingerprint === null ? "no fingerprint" : `fingerprint ${fingerprint}`;
    return `${name} (${print}): ${countText(calls, "call")}`;
  });
}

/** Origin of every number. */
export function provenanceFacts(document: ReportDocument): readonly Fact[] {
  return document.origin === "rows" ? rowFacts(document) : experimentFacts(document);
}

function rowFacts({ generatedAt, rows, provenance }: RowsReport): readonly Fact[] {
  const columns = rows.columns.map(
    ({ field, column, assumed }) => `${field} from ${column}${assumed ? " (assumed from its name)" : ""}`,
  );
  return [
    ["Date", dateTime(generatedAt)],
    ["Recorded by", "somebody else: harness-lab ran nothing and judged what the rows say"],
    ["Rows", `${rows.file}, ${countText(rows.rows, "row")}, SHA-256 ${rows.digest}`],
    ["Columns", columns],
    ["Counted as outcomes", rows.valid === null ? "every row" : `rows with ${rows.valid}`],
    ["Scenarios", `${countText(rows.scenarios, "scenario")}, their content ${UNKNOWN}`],
    ["Seeds", countText(rows.seeds, "seed")],
    ["Model", rows.models.length === 0 ? UNKNOWN : rows.models],
    ["Harness, settings, prices", UNKNOWN],
    ["Judged by", `harness-lab ${provenance.labVersion}, commit ${provenance.commit ?? UNKNOWN}`],
  ];
}

/** The model, or each model with the arms that ask it. */
function requestedModels(experiment: ExperimentReport["experiment"]): string | readonly string[] {
  const models = modelsOf(experiment);
  const lines = models.map((model) => {
    const at = model.baseUrl === null ? "" : ` at ${model.baseUrl}`;
    const temperature =
      model.temperature === null ? "default temperature" : `temperature ${model.temperature}`;
    const arms = experiment.arms
      .filter((arm) => answeringKey(modelOf(experiment, arm)) === answeringKey(model))
      .map(({ name }) => name);
    const asks = models.length === 1 ? "" : `, asked by ${arms.join(", ")}`;
    return `${model.model}${at}, ${temperature}, ${model.toolProtocol} tool calls${asks}`;
  });
  return lines.length === 1 ? (lines[0] ?? "") : lines;
}

function experimentFacts(document: ExperimentReport): readonly Fact[] {
  const { experiment, provenance } = document;
  const borrowed = borrowedPrice(document);
  return [
    ["Date", dateTime(document.generatedAt)],
    ["Experiment", `${experiment.name}, ${experiment.id}`],
    ["Commit", `${provenance.commit ?? UNKNOWN}, harness-lab ${provenance.labVersion}`],
    ["Harness source", provenance.harnessDigest],
    ["Flag catalogue", provenance.catalogueDigest],
    [
      "Scenarios",
      Object.entries(provenance.scenarioDigests).map(([scenario, digest]) => `${scenario} ${digest}`),
    ],
    ["Seeds", countText(experiment.seeds.length, "seed")],
    ["Model asked for", requestedModels(experiment)],
    ["Who answered", answererLines(document)],
    ...graderFacts(document),
    ["Prices", borrowed === null ? provenance.priceTable : `${provenance.priceTable}, ${borrowed}`],
    [
      "Replies shared",
      experiment.independent ? "no: every arm asked the model itself" : "yes, where requests are identical",
    ],
  ];
}
