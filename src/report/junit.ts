/** The report as JUnit XML: one suite per comparison, its verdict and its scenarios as cases. */

import { count } from "../core/format.ts";
import type { ReportDocument, ReportSection } from "../core/report-document.ts";
import { provenanceFacts } from "./basis-facts.ts";
import { controlOutcome } from "./control-outcome.ts";
import { decisionOf } from "./decision.ts";
import { metricRatio } from "./number.ts";
import { controlSentences } from "./section-facts.ts";
import { visibleText } from "./visible-text.ts";
import { costMetric, labelText, sectionName } from "./words.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\n": "&#10;",
  "\t": "&#9;",
};

/** Text for XML 1.0 content or attributes; what XML cannot hold at all becomes a replacement mark. */
export function xmlText(text: string): string {
  return visibleText(text)
    .replace(/[\ufffe\uffff]/g, "\ufffd")
    .replace(/[&<>"'\n\t]/g, (character) => ENTITIES[character] ?? character);
}

/** One test case. */
export interface JunitCase {
  readonly name: string;
  readonly state: "passed" | "failure" | "error" | "skipped";
  readonly message: string;
  readonly output: string;
}

function verdictCase(section: ReportSection): JunitCase {
  const { verdict } = section.comparison;
  const state = { pass: "passed", fail: "failure", broken: "error", open: "skipped" } as const;
  return {
    name: "verdict",
    state: state[decisionOf(section)],
    message: labelText(section.comparison),
    output: `${verdict.sentence}\nNext: ${verdict.next}`,
  };
}

function scenarioCases({ comparison, grid }: ReportSection): readonly JunitCase[] {
  return comparison.scenarios.map((row) => {
    const errors = grid
      .filter(({ scenario }) => scenario === row.scenario)
      .flatMap(({ seed, control, treatment }) =>
        [control, treatment].map(({ error }) => (error === null ? null : `seed ${seed}: ${error}`)),
      )
      .filter((error) => error !== null);
    const output = `${count(row.b)} better, ${count(row.c)} worse, ${count(row.both + row.neither)} equal of ${count(row.n)} pairs`;
    const state = errors.length > 0 ? "error" : row.n === 0 ? "skipped" : "passed";
    return { name: row.scenario, state, message: errors.join("; ") || "no valid pair", output };
  });
}

function controlCase(section: ReportSection): readonly JunitCase[] {
  const { controls } = section;
  if (controls === null) return [];
  const { decision, title } = controlOutcome(controls);
  return [
    {
      name: "control scenarios",
      state: ({ pass: "passed", fail: "failure", open: "skipped" } as const)[decision],
      message: title,
      output: controlSentences(section),
    },
  ];
}

/** A case as XML. */
export function caseXml(suite: string, { name, state, message, output }: JunitCase): string {
  const mark = state === "passed" ? "" : `<${state} message="${xmlText(message)}"/>`;
  return `    <testcase classname="${xmlText(suite)}" name="${xmlText(name)}">${mark}<system-out>${xmlText(output)}</system-out></testcase>`;
}

/** The counts of some cases as attributes. */
export function countsOf(cases: readonly JunitCase[]): string {
  const of = (state: JunitCase["state"]) => cases.filter((one) => one.state === state).length;
  return `tests="${cases.length}" failures="${of("failure")}" errors="${of("error")}" skipped="${of("skipped")}"`;
}

function suiteXml(document: ReportDocument, section: ReportSection, cases: readonly JunitCase[]): string {
  const name = sectionName(section);
  const { ratios, effect } = section.comparison;
  const properties: readonly (readonly [string, string])[] = [
    ["basis", document.basis],
    ...(effect.exactP === null ? [] : [["exact p", String(effect.exactP)] as const]),
    ["cost ratio", metricRatio(ratios[costMetric(section.comparison)])],
    ...provenanceFacts(document).map(([term, value]) => [term, [value].flat().join("; ")] as const),
  ];
  return [
    `  <testsuite name="${xmlText(name)}" timestamp="${xmlText(document.generatedAt)}" ${countsOf(cases)}>`,
    "    <properties>",
    ...properties.map(([key, value]) => `      <property name="${xmlText(key)}" value="${xmlText(value)}"/>`),
    "    </properties>",
    ...cases.map((one) => caseXml(name, one)),
    "  </testsuite>",
  ].join("\n");
}

/** Renders the document; a report without comparisons is an error, since an empty run never passes. */
export function renderJunit(document: ReportDocument): string {
  const empty: JunitCase = {
    name: "comparisons",
    state: "error",
    message: "no comparison was run",
    output: "",
  };
  const suites = document.sections.map((section) => ({
    section,
    cases: [verdictCase(section), ...scenarioCases(section), ...controlCase(section)],
  }));
  const all = suites.length === 0 ? [empty] : suites.flatMap(({ cases }) => cases);
  const body =
    suites.length === 0
      ? [`  <testsuite name="harness-lab" ${countsOf(all)}>`, caseXml("harness-lab", empty), "  </testsuite>"]
      : suites.map(({ section, cases }) => suiteXml(document, section, cases));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xmlText(document.title)}" ${countsOf(all)}>`,
    ...body,
    "</testsuites>",
    "",
  ].join("\n");
}
