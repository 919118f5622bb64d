/** Writes the trials of a report as rows from which `compare` reproduces its figures. */

import type { Comparison } from "../core/comparison.ts";
import type { ArmOutcome, PairedUnit } from "../core/pairs.ts";
import type { ExperimentReport, ReportSection } from "../core/report-document.ts";
import { columnName, type Field } from "./columns.ts";

type Side = "control" | "treatment";
type Value = string | number | boolean | null;

interface Row {
  readonly section: ReportSection;
  readonly comparison: Comparison;
  readonly role: "stress" | "control";
  readonly side: Side;
  readonly unit: PairedUnit;
  readonly outcome: ArmOutcome;
}

/** Every column in the order of the file: what it means for a reader, and where it comes from. */
const COLUMNS: readonly (readonly [field: Field, meaning: string, value: (row: Row) => Value])[] = [
  ["comparison", "comparison the row belongs to", ({ section }) => section.comparison.plan.id],
  ["flag", "flag under test; empty when whole arms are compared", ({ section }) => section.flag],
  ["side", "control or treatment", ({ side }) => side],
  [
    "role",
    "stress scenarios carry the verdict; on control scenarios the flag must make no difference",
    ({ role }) => role,
  ],
  ["arm", "name of the arm", ({ comparison, side }) => comparison.plan[side]],
  ["scenario", "scenario id", ({ unit }) => unit.scenario],
  ["seed", "seed, as text", ({ unit }) => unit.seed],
  ["success", "true or false; empty when there is no result", ({ outcome }) => successOf(outcome)],
  ["lost", "why there is no result: error, unscored or missing", ({ outcome }) => lossOf(outcome)],
  ["score", "share of outcome checks that pass", ({ outcome }) => outcome.score],
  ["cost", "as deployed and as billed, USD", ({ outcome }) => outcome.costUsd],
  [
    "uncached-cost",
    "as deployed, every input token at the uncached price, USD",
    ({ outcome }) => outcome.uncachedCostUsd,
  ],
  ["input-tokens", "prompt tokens", ({ outcome }) => outcome.inputTokens],
  ["cached-input-tokens", "of these, from the provider's cache", ({ outcome }) => outcome.cachedInputTokens],
  ["output-tokens", "completion tokens", ({ outcome }) => outcome.outputTokens],
  ["calls", "model calls of the harness", ({ outcome }) => outcome.calls],
  ["own-calls", "of these, asked for by the flag", ({ outcome }) => outcome.ownCalls],
  ["calls-by-purpose", "name=count, separated by semicolons", ({ outcome }) => purposes(outcome)],
  ["latency", "time spent waiting for replies, ms", ({ outcome }) => outcome.latencyMs],
  [
    "whole-latency",
    "the same with shared replies, each at the latency of its original, ms",
    ({ outcome }) => outcome.wholeLatencyMs,
  ],
  ["position", "place in its block, 0 ran first", ({ outcome }) => outcome.position],
  ["reached", "the flag's extension point ran", ({ outcome }) => outcome.reached],
  ["fired", "the flag changed something", ({ outcome }) => outcome.fired],
  ["diverged", "some request of the pair differs between the arms", ({ unit }) => unit.diverged],
  ["prefix-identical", "requests are equal up to the first firing", ({ unit }) => unit.prefixIdentical],
  ["mechanism-ok", "all mechanism checks hold", ({ outcome }) => outcome.mechanismOk],
  ["signature-seen", "the declared failure was seen", ({ outcome }) => outcome.signatureSeen],
  ["judged", "a language model decided the outcome", ({ outcome }) => outcome.judged],
  ["spontaneous", "the simulated model succeeded by itself", ({ outcome }) => outcome.spontaneous],
  [
    "shared-calls",
    "share of replies taken from another arm of the block",
    ({ outcome }) => outcome.sharedCalls,
  ],
  [
    "models",
    "models and fingerprints that answered, separated by semicolons",
    ({ outcome }) => outcome.models.join(";"),
  ],
  [
    "transcript",
    "digest of the transcript: equal digests are equal transcripts",
    ({ outcome }) => outcome.transcript,
  ],
  ["planned", "pairs planned for this comparison and role", ({ comparison }) => comparison.plan.planned],
  ["simulated", "a simulated model answered", ({ comparison }) => comparison.plan.simulated],
  ["greedy", "the model was asked at temperature 0", ({ comparison }) => comparison.plan.greedy ?? null],
];

function successOf({ outcome }: ArmOutcome): boolean | null {
  return outcome === "pass" ? true : outcome === "fail" ? false : null;
}

function lossOf({ outcome }: ArmOutcome): string | null {
  return outcome === "pass" || outcome === "fail" ? null : outcome;
}

function purposes({ callsByPurpose }: ArmOutcome): string {
  return Object.entries(callsByPurpose)
    .map(([purpose, calls]) => `${purpose}=${calls}`)
    .join(";");
}

function rowsOf(section: ReportSection): readonly Row[] {
  const of = (comparison: Comparison | null, role: Row["role"]) =>
    (comparison?.units ?? []).flatMap((unit) =>
      (["control", "treatment"] as const).map((side) => ({
        section,
        comparison: comparison ?? section.comparison,
        role,
        side,
        unit,
        outcome: unit[side],
      })),
    );
  return [
    ...of(section.comparison, section.comparison.plan.over === "controls" ? "control" : "stress"),
    ...of(section.controls, "control"),
  ];
}

function cell(value: Value): string {
  const text = value === null ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The rows as CSV: one per trial and comparison, empty where a value is unknown. */
export function writtenRows({ sections }: Pick<ExperimentReport, "sections">): string {
  const rows = sections
    .flatMap(rowsOf)
    .map((row) => COLUMNS.map(([, , value]) => cell(value(row))).join(","));
  return `${[COLUMNS.map(([field]) => columnName(field)).join(","), ...rows].join("\n")}\n`;
}

/** Meaning of each column, in the order of the file. */
export function columnMeanings(): readonly (readonly [column: string, meaning: string])[] {
  return COLUMNS.map(([field, meaning]) => [columnName(field), meaning]);
}
