/** The report as Markdown for a repository or a job summary. */

import { count, countText, dateTime, usd } from "../core/format.ts";
import { isLabCall } from "../core/lab-purposes.ts";
import { METRIC_WORD } from "../core/metric-word.ts";
import type { ReportDocument, ReportSection } from "../core/report-document.ts";
import { noCalls, noTranscripts } from "./absence-words.ts";
import { type Fact, provenanceFacts, totalFacts } from "./basis-facts.ts";
import { configurationTable, designNotes, designSentence, effectTable } from "./design-facts.ts";

import { markdownBlock, markdownCode, markdownTable, markdownText } from "./markdown-text.ts";
import { markdownTranscript } from "./markdown-transcript.ts";
import { methodologyLink, type Topic } from "./methodology.ts";
import { contrastSentence, contrastsOf, modelTable } from "./model-facts.ts";
import { metricRatio } from "./number.ts";
import { gridLegend, plainGrid } from "./plain-grid.ts";
import { processFacts } from "./process-facts.ts";
import { recommendationText } from "./recommendation-words.ts";
import {
  type ArmRow,
  answerText,
  armList,
  controlSentences,
  costSentences,
  denominatorFacts,
  engagementFacts,
  engagementRows,
  lostRows,
  matchingFacts,
  ratioHead,
  reasonText,
  restsOn,
  sensitivityFacts,
} from "./section-facts.ts";
import { scenarioHead, scenarioRow, statisticsFacts } from "./statistics-facts.ts";
import { summaryHead, summaryNote, summaryRow } from "./summary-row.ts";
import {
  armWords,
  basisSentence,
  basisTitle,
  labelMeaning,
  labelText,
  METRICS,
  QUALIFIER_WORDS,
  sectionName,
  splitSentence,
} from "./words.ts";

function factList(facts: readonly Fact[]): string {
  return facts.map(([term, value]) => `- ${term}: ${[value].flat().map(markdownText).join("; ")}`).join("\n");
}

function heading(title: string, topic: Topic, level = 3): string {
  return `${"#".repeat(level)} ${title} ([method](${methodologyLink(topic)}))`;
}

function armTable(caption: string, section: ReportSection, rows: readonly ArmRow[]): string {
  const words = armWords(section);
  return markdownTable(
    [caption, markdownText(words.treatment), markdownText(words.control)],
    rows.map((row) => row.map(markdownText)),
  );
}

function ratioTable({ comparison }: ReportSection): string {
  const rows = METRICS.map((metric) => {
    const value = comparison.ratios[metric];
    const reason = value.reason === null ? "" : ` (${value.reason})`;
    return [
      METRIC_WORD[metric],
      `${metricRatio(value)}${reason}`,
      `${count(value.known)} of ${count(value.of)}`,
    ];
  });
  return markdownTable(
    ["metric", ratioHead(comparison), "pairs known"],
    rows.map((row) => row.map(markdownText)),
  );
}

function purposeTable(section: ReportSection): string {
  const words = armWords(section);
  const priced = !section.comparison.plan.simulated;
  const rows = section.purposes.toSorted((a, b) => Number(b.own) - Number(a.own));
  return markdownTable(
    [
      "purpose",
      "asked by",
      ...["calls", ...(priced ? ["cost"] : [])].flatMap((what) =>
        [words.treatment, words.control].map((arm) => `${what} ${markdownText(arm)}`),
      ),
    ],
    rows.map(({ purpose, own, treatment, control }) => [
      markdownCode(purpose),
      own ? "the flag" : isLabCall(purpose) ? "the lab, in no ratio" : "the harness",
      count(treatment.calls),
      count(control.calls),
      ...(priced ? [markdownText(usd(treatment.costUsd)), markdownText(usd(control.costUsd))] : []),
    ]),
    2,
  );
}

function scenarioTable({ comparison }: ReportSection): string {
  return markdownTable(
    scenarioHead(comparison),
    comparison.scenarios.map((row) => scenarioRow(row, comparison).map(markdownText)),
  );
}

function ruling(document: ReportDocument, section: ReportSection): readonly string[] {
  const { verdict } = section.comparison;
  const [first, rest] = splitSentence(verdict);
  const recommended = recommendationText(document, section);
  return [
    ...(recommended === null ? [] : [`**${markdownText(recommended)}**`]),
    recommended === null ? `**${markdownText(first)}**` : markdownText(first),
    ...(rest === "" ? [] : [markdownText(rest)]),
    `Label: **${labelText(section.comparison)}**. ${labelMeaning(verdict)}`,
    restsOn(document, section)
      .map((line) => `- ${markdownText(line)}`)
      .join("\n"),
    ...(verdict.qualifiers.length === 0
      ? []
      : [verdict.qualifiers.map((name) => `- *${name}*: ${QUALIFIER_WORDS[name]}`).join("\n")]),
    `**Next.** ${markdownText(verdict.next)}`,
  ];
}

function sectionOf(document: ReportDocument, section: ReportSection): string {
  const words = armWords(section);
  const arms = (["treatment", "control"] as const).map(
    (arm) => `${markdownText(words[arm])}: ${markdownCode(armList(section, arm))}`,
  );
  const grid = plainGrid(section, "stress");
  const controlGrid = plainGrid(section, "control");
  const mechanism = section.comparison.mechanism.map(
    (item) =>
      `- ${markdownText(item.id)} ${answerText(item)}: ${markdownText(item.claim)}${reasonText(item) === "" ? "" : ` (${markdownText(reasonText(item))})`}`,
  );
  return [
    `## ${markdownText(sectionName(section))}`,
    `${markdownText(section.summary)} ${arms.join(", ")}`,
    ...ruling(document, section),
    heading("Seed by seed", "pairs"),
    ...(grid === null ? ["No stress scenario was run."] : [markdownBlock(grid), gridLegend(section)]),
    heading("Denominators", "missing"),
    factList(denominatorFacts(section)),
    armTable("trials without a result", section, lostRows(section)),
    heading("Engagement", "engagement"),
    armTable("trials in which the flag", section, engagementRows(section)),
    factList(engagementFacts(section)),
    heading("Cost, tokens and calls", "cost"),
    markdownText(costSentences(document, section)),
    ratioTable(section),
    section.purposes.length === 0 ? noCalls(document) : purposeTable(section),
    heading("Mechanism checklist", "mechanism"),
    mechanism.length === 0 ? "Not checked." : mechanism.join("\n"),
    heading("Control scenarios", "controls"),
    markdownText(controlSentences(section)),
    ...(controlGrid === null ? [] : [markdownBlock(controlGrid)]),
    heading("What the verdict hangs on", "sensitivity"),
    factList(sensitivityFacts(section)),
    heading("All statistics", "test"),
    factList(statisticsFacts(section)),
    scenarioTable(section),
    heading("What was matched", "pairs"),
    factList(matchingFacts(section)),
    heading("Transcripts", "pairs"),
    ...(section.transcripts.length === 0
      ? [noTranscripts(document)]
      : section.transcripts.map((pair) => markdownTranscript(section, pair))),
    ...(section.transcriptsLeftOut === 0
      ? []
      : [
          `${countText(section.transcriptsLeftOut, "more pair")} left out here; \`harness-lab show\` prints any of them.`,
        ]),
  ].join("\n\n");
}

function designParts(document: ReportDocument): readonly string[] {
  if (document.origin !== "experiment" || !document.design) return [];
  const cells = ({ head, rows }: ReturnType<typeof effectTable>) =>
    markdownTable(
      head.map(markdownText),
      rows.map(([name = "", ...rest]) => [markdownCode(name), ...rest.map(markdownText)]),
    );
  return [
    heading("Design", "designs", 2),
    markdownText(designSentence(document.design)),
    cells(effectTable(document.design)),
    ...designNotes(document.design).map(markdownText),
    cells(configurationTable(document.design)),
  ];
}

function modelParts(document: ReportDocument): readonly string[] {
  const contrasts = contrastsOf(document);
  if (contrasts.length === 0) return [];
  return [
    heading("Models", "designs", 2),
    ...contrasts.flatMap((contrast) => {
      const { head, rows } = modelTable(contrast);
      return [
        markdownText(contrastSentence(contrast)),
        markdownTable(
          head.map(markdownText),
          rows.map(([name = "", ...cells]) => [markdownCode(name), ...cells.map(markdownText)]),
        ),
      ];
    }),
  ];
}

/** Renders the whole document; model text stays text. */
export function renderMarkdown(document: ReportDocument): string {
  const { sections } = document;
  const parts = [
    `# ${markdownText(document.title)}`,
    `${countText(sections.length, "comparison")}, ${markdownText(dateTime(document.generatedAt))}.`,
    `> **${basisTitle(document)}.** ${markdownText(basisSentence(document))}`,
    factList(totalFacts(document)),
    ...document.notes.map((note) => markdownText(note)),
    ...designParts(document),
    ...modelParts(document),
    ...(sections.length === 0
      ? [
          document.origin === "experiment" && document.design
            ? "No matched pair was run, so there is no verdict."
            : "No comparison was run.",
        ]
      : [
          markdownTable(
            summaryHead(sections).map(markdownText),
            sections.map((section) => {
              const [name = "", ...cells] = summaryRow(section, sections);
              return [markdownCode(name), ...cells.map(markdownText)];
            }),
            2,
          ),
          markdownText(summaryNote(document)),
        ]),
    ...sections.map((section) => sectionOf(document, section)),
    ...(document.origin === "experiment" && document.process
      ? [heading("How this run came about", "plan", 2), factList(processFacts(document.process))]
      : []),
    "## What these numbers rest on",
    factList(provenanceFacts(document)),
  ];
  return `${parts.join("\n\n")}\n`;
}
