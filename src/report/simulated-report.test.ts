/** A report of a simulated run speaks of mechanisms in every format: no p, rate, interval of one, dollar or decision (STATISTICS 11.2). */

import { expect, test } from "vitest";
import { mulberry32 } from "../analyse/mulberry32.ts";
import type { ExperimentReport } from "../core/report-document.ts";
import { type Circumstances, comparisonOf, type PairShape, pairsOf } from "../testing/paired-units.ts";
import { sampleReport } from "../testing/report-builder.ts";
import { renderAnnotations } from "./annotations.ts";
import { renderHtml } from "./html/page.ts";
import { renderJunit } from "./junit.ts";
import { renderMarkdown } from "./markdown.ts";
import { renderTable } from "./paper-table.ts";
import { renderPullRequestComment } from "./pull-request-comment.ts";
import { renderTerminal } from "./terminal.ts";

interface Case {
  readonly shape: PairShape;
  readonly with?: Circumstances;
  readonly controls?: PairShape;
}

const COSTS = (usd: number) => (place: number) => ({
  uncachedCostUsd: usd + place / 1000,
  costUsd: usd + place / 1000,
  inputTokens: Math.round(1000 * usd) + place,
  outputTokens: 40,
  calls: 2,
});
const PRICED = { control: COSTS(0.2), treatment: COSTS(0.3) };
const WON = { control: () => ({ signatureSeen: true }), treatment: () => ({ signatureSeen: false }) };

const CASES: Readonly<Record<string, Case>> = {
  "every pair won": { shape: { better: 12, ...PRICED }, controls: { both: 4 } },
  "the control passed by itself": { shape: { better: 9, both: 3, ...PRICED } },
  "pairs lost to the flag": { shape: { worse: 8, both: 2, ...PRICED }, controls: { worse: 1, both: 3 } },
  "no pair differs": { shape: { both: 10, ...PRICED } },
  "scenarios disagree": { shape: { better: 8, worse: 8, scenarios: 8, ...PRICED } },
  "the flag never fired": { shape: { both: 10, treatment: () => ({ fired: false }) } },
  "the flag fired rarely": { shape: { better: 10, treatment: (place) => ({ fired: place < 3 }) } },
  "a third is lost": {
    shape: { better: 12, treatment: (place) => (place % 3 === 0 ? { outcome: "error" } : {}) },
  },
  "no pair at all": { shape: {} },
  "it saves tokens": {
    shape: { both: 12, control: COSTS(0.3), treatment: COSTS(0.2) },
    with: { aim: "tokens" },
  },
  "it takes more calls": {
    shape: { both: 12, control: COSTS(0.2), treatment: COSTS(0.3) },
    with: { aim: "calls" },
  },
  "it claims no outcome": { shape: { both: 12, ...PRICED }, with: { aim: "none" } },
  "it claims no outcome and fires rarely": {
    shape: { both: 12, treatment: (place) => ({ fired: place === 0 }) },
    with: { aim: "none" },
  },
  "one arm cost nothing": {
    shape: { better: 12, control: COSTS(0.2), treatment: () => ({ uncachedCostUsd: 0, costUsd: 0 }) },
  },
  "looked at as it went": { shape: { better: 12, ...PRICED }, with: { design: "sequential", planned: 30 } },
  "of a family": { shape: { better: 5, worse: 1, both: 6, ...PRICED }, with: { family: 5 } },
};

function comparison(shape: PairShape, changes: Circumstances = {}) {
  return comparisonOf(pairsOf({ ...WON, ...shape }), {
    simulated: true,
    purpose: "mechanism",
    calibration: null,
    ...changes,
  });
}

const SAMPLE = sampleReport();

function reportOf(one: Case): ExperimentReport {
  const sample = SAMPLE;
  const [section] = sample.sections;
  if (section === undefined) throw new Error("the sample has sections");
  return {
    ...sample,
    basis: "simulated",
    provenance: { ...sample.provenance, simulated: true },
    totals: { ...sample.totals, spentUsd: 0, costUsd: 0.31 },
    experiment: {
      ...sample.experiment,
      model: { ...sample.experiment.model, model: "simulated", baseUrl: null },
    },
    sections: [
      {
        ...section,
        matching: { ...section.matching, replies: "matched" },
        comparison: comparison(one.shape, one.with),
        controls: one.controls ? comparison(one.controls) : null,
        ...(one.with?.design === "sequential" ? { stopping: STOP } : {}),
      },
    ],
  };
}

const STOP = {
  decision: "efficacy",
  reason: "e-value 20.4 reached 20",
  rounds: 7,
  roundsPlanned: 15,
  pairsSaved: 8,
  savedUsd: 0.12,
  pairsAside: 0,
  anytimeP: 0.04,
} as const;

const WIDE = { width: 100, colour: false };
const TEXTS: Readonly<Record<string, (document: ExperimentReport) => string>> = {
  Markdown: renderMarkdown,
  terminal: (document) => renderTerminal(document, WIDE),
  "terminal, verbose": (document) => renderTerminal(document, { ...WIDE, verbose: true }),
  CSV: (document) => renderTable(document, "csv"),
  TeX: (document) => renderTable(document, "tex").replace(/^%.*$/gm, ""),
  JUnit: renderJunit,
  annotations: (document) => renderAnnotations(document).replaceAll("%3A", ":").replaceAll("%2C", ","),
  "pull-request comment": renderPullRequestComment,
};

/** Visible text of a page, without its styles, charts and tags. */
async function pageText(document: ExperimentReport): Promise<string> {
  const page = await renderHtml(document);
  return page
    .replace(/<style>[\s\S]*?<\/style>/g, "")
    .replace(/<svg[\s\S]*?<\/svg>/g, (chart) => (/points|pass rate/.test(chart) ? chart : ""))
    .replace(/<[^>]*>/g, " ");
}

const FORBIDDEN: Readonly<Record<string, RegExp>> = {
  "a p": /\bp(?:-value)? ?[=<]? ?[01]?\.\d|\bp = |\(adjusted|adj\. \$p/,
  "a share in per cent": /\d\s?\\?%/,
  "an interval": /\bCI\b|confidence|at any stop/,
  "points of a rate": /\bpoints?\b(?! in both| the other)/i,
  dollars: /\$\d|\\\$\d/,
  "a placebo": /placebo|does nothing looks/i,
  "a decision": /\b(?:keep|cut|undecided)\b/i,
  "an e-value": /e-value \d/,
};
const LABELS =
  /mechanism[ -](?:not[ -])?demonstrated(?: \(saves\))?|demonstrated,mechanism|saves,mechanism|\bfires\b|\binert\b|\binvalid\b/i;

function foundIn(text: string): readonly string[] {
  return Object.entries(FORBIDDEN).flatMap(([what, shape]) => {
    const hit = shape.exec(text);
    return hit === null ? [] : [`${what}: ${text.slice(Math.max(0, hit.index - 40), hit.index + 40)}`];
  });
}

test.each(Object.entries(CASES))("%s: no format says more than a simulation can", async (_name, one) => {
  const report = reportOf({ ...one });
  const transcripts = {
    ...report,
    sections: report.sections.map((section) => ({ ...section, transcripts: [] })),
  };
  const texts = [
    ...Object.entries(TEXTS).map(([format, render]) => [format, render(transcripts)] as const),
    ["HTML", await pageText(transcripts)] as const,
  ];
  expect(texts.flatMap(([format, text]) => foundIn(text).map((found) => `${format}: ${found}`))).toEqual([]);
  expect(texts.filter(([, text]) => !LABELS.test(text)).map(([format]) => format)).toEqual([]);
});

test("a transcript names calls and tokens, and no dollars", async () => {
  const report = reportOf({ shape: { better: 12, ...PRICED } });
  expect(report.sections[0]?.transcripts.length).toBeGreaterThan(0);
  for (const text of [renderMarkdown(report), await pageText(report)]) expect(text).not.toMatch(/\$\d/);
});

test("whatever comes out, the label is one of a simulation, and nothing is claimed beside it", () => {
  const draw = mulberry32(20260301);
  const upTo = (most: number) => Math.floor(draw() * (most + 1));
  const AIMS = ["success", "tokens", "calls", "cost", "latency", "none"] as const;
  for (let round = 0; round < 60; round++) {
    const fires = draw();
    const shape: PairShape = {
      better: upTo(9),
      worse: draw() < 0.5 ? 0 : upTo(9),
      both: upTo(5),
      neither: draw() < 0.5 ? 0 : upTo(5),
      scenarios: 1 + upTo(7),
      control: COSTS(0.1 + draw()),
      treatment: (place) => ({ ...COSTS(0.1 + fires)(place), fired: (place * 0.37) % 1 < fires }),
    };
    const aim = AIMS[upTo(AIMS.length - 1)] ?? "success";
    const { verdict, recommendation } = comparison(shape, { aim, family: 1 + upTo(4) });
    expect(["invalid", "inert", "demonstrated", "mechanism-not-demonstrated", "saves", "fires"]).toContain(
      verdict.label,
    );
    expect(verdict.basis).not.toBe("statistical");
    expect(recommendation).toBeNull();
    expect(foundIn(`${verdict.sentence}\n${verdict.next}`)).toEqual([]);
  }
});

test("the shapes that are looked for are found in a report of a real model", () => {
  const texts = Object.values(TEXTS).map((render) => render(SAMPLE));
  const missed = Object.entries(FORBIDDEN).filter(([, shape]) => !texts.some((text) => shape.test(text)));
  expect(missed.map(([what]) => what)).toEqual(["an e-value"]);
});
