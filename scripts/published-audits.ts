/** Sets the verdicts of three published audits beside ours, from their rows. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Comparison, Omission } from "../src/core/comparison.ts";
import { count, points, pointsRange, pValue, ratio, ratioWithInterval } from "../src/core/format.ts";
import { LABELS } from "../src/core/label-table.ts";
import type { RowsReport } from "../src/core/report-document.ts";
import { type CompareRequest, compareRows } from "../src/lab/reporting/compare.ts";
import { markdownTable, markdownText } from "../src/report/markdown-text.ts";
import { labelText } from "../src/report/words.ts";

const AUDITS = ["ablation-supervisor-stall", "ablation-contradiction", "ablation-injection"] as const;
const VALID = "ran=true,invalid_run=false";
/** A decision to keep or to cut is a gate, so it is held to the gate's margin (STATISTICS 11). */
const MARGIN = 0.1;

/** What the authors published beside their rows. */
interface Published {
  readonly control: string;
  readonly candidate: string;
  readonly modelId: string;
  readonly judgeModelId: string;
  readonly multiseed: {
    readonly verdict: string;
    readonly rationale: string;
    readonly seeds: number;
    readonly costDeltaPct: number;
    readonly metrics: readonly {
      readonly metric: string;
      readonly deltaMean: number | null;
      readonly deltaCi95: number | null;
    }[];
  };
}

/** One audit: what its authors say and what we say. */
export interface Audit {
  readonly name: (typeof AUDITS)[number];
  readonly published: Published;
  readonly document: RowsReport;
  readonly comparison: Comparison;
  /** The same rows with the authors' LLM judge taken into account. */
  readonly withJudge: Comparison;
}

function onlyComparison({ sections }: RowsReport): Comparison {
  const [section] = sections;
  if (section === undefined) throw new Error("the rows hold no comparison");
  return section.comparison;
}

async function readAudit(folder: string, name: Audit["name"]): Promise<Audit> {
  const published = JSON.parse(readFileSync(join(folder, `${name}.published.json`), "utf8")) as Published;
  const request: CompareRequest = {
    file: join(folder, `${name}.csv`),
    control: published.control,
    treatment: published.candidate,
    flag: name.replace("ablation-", ""),
    valid: VALID,
    deltaMin: MARGIN,
  };
  const document = await compareRows(request);
  const withJudge = onlyComparison(await compareRows({ ...request, judged: true }));
  return { name, published, document, comparison: onlyComparison(document), withJudge };
}

/** The authors' difference in pass rate with their half-width. */
function claimOf({ multiseed }: Published): string {
  const success = multiseed.metrics.find(({ metric }) => metric === "taskSuccessRate");
  const half = success?.deltaCi95 ?? 0;
  return `${points(success?.deltaMean ?? null)}${half === 0 ? "" : ` ± ${(half * 100).toFixed(1)}`}`;
}

function percentMore(share: number): string {
  return `${share < 0 ? "" : "+"}${(share * 100).toFixed(0)} %`;
}

function bySeed({ ratios }: Comparison): string {
  return ratios.costUsd.bySeed.map(({ ratio: one }) => ratio(one).slice(1)).join(", ");
}

function overview(audits: readonly Audit[]): string {
  return markdownTable(
    [
      "audit",
      "authors",
      "ours",
      "better / worse",
      "exact p",
      "points: authors",
      "points: 95 % CI over pairs",
      "sign-flip over scenarios",
      "cost: authors",
      "cost ratio (95 % CI)",
      "cost ratio by seed",
    ].map(markdownText),
    audits.map(({ name, published, comparison }) => {
      const { counts, effect, scenarioLevel, ratios } = comparison;
      return [
        name.replace("ablation-", ""),
        published.multiseed.verdict,
        labelText(comparison),
        `${count(counts.b)} / ${count(counts.c)} of ${count(counts.n)}`,
        pValue(effect.exactP),
        claimOf(published),
        `${points(effect.delta)} (${pointsRange(effect.interval95)})`,
        `p ${pValue(scenarioLevel.signFlipP)}, ${scenarioLevel.differing} of ${scenarioLevel.scenarios} differ`,
        percentMore(published.multiseed.costDeltaPct),
        ratioWithInterval(ratios.costUsd.ofTotals),
        bySeed(comparison),
      ].map(markdownText);
    }),
    3,
  );
}

function overScenarios({ scenarioLevel }: Comparison): string {
  const { interval95, meanDelta, scenarios, reason } = scenarioLevel;
  return interval95 === null
    ? `over ${scenarios} scenarios ${points(meanDelta)} points, and no interval: ${reason}`
    : `over ${scenarios} scenarios ${points(meanDelta)} points (${pointsRange(interval95)})`;
}

function omissionLine(one: Omission): string {
  return `without ${one.kind} ${one.omitted}: ${one.b} better, ${one.c} worse of ${one.n}, p ${pValue(one.exactP)}, cost ${ratioWithInterval(one.cost)}, ${LABELS[one.label].title}`;
}

/** The omission of each kind that moves most: the largest p for scenarios, the cost furthest off for seeds. */
function telling({ omissions, ratios }: Comparison): readonly Omission[] {
  const whole = Math.log(ratios.costUsd.ofTotals?.ratio ?? 1);
  const shift = ({ cost }: Omission) => Math.abs(Math.log(cost?.ratio ?? 1) - whole);
  const [scenario] = omissions
    .filter(({ kind }) => kind === "scenario")
    .toSorted((a, b) => (b.exactP ?? 0) - (a.exactP ?? 0) || shift(b) - shift(a));
  const [seed] = omissions.filter(({ kind }) => kind === "seed").toSorted((a, b) => shift(b) - shift(a));
  return [scenario, seed].filter((one) => one !== undefined);
}

function section(audit: Audit): string {
  const { name, published, comparison, withJudge, document } = audit;
  const { multiseed } = published;
  const { verdict } = comparison;
  return [
    `## ${name}`,
    `**Authors: ${multiseed.verdict}.** ${markdownText(multiseed.rationale)}`,
    `**Ours: ${labelText(comparison)}.** ${markdownText(verdict.sentence)}`,
    [
      `- Over what the band reaches: the authors' ${markdownText(claimOf(published))} points is a band over ${multiseed.seeds} seed means; ${markdownText(overScenarios(comparison))}.`,
      ...telling(comparison).map((one) => `- Leave one out: ${markdownText(omissionLine(one))}.`),
      `- Cost by seed: ${bySeed(comparison)}. Which arm ran first is not in the rows.`,
      `- Judge: ${published.judgeModelId} scored its own model's runs, and no agreement with people is published. With \`--judged\` the label is "${labelText(withJudge)}".`,
      ...(verdict.qualifiers.length === 0 ? [] : [`- Qualifiers: ${verdict.qualifiers.join(", ")}.`]),
      `- Rows: ${document.rows.rows}, SHA-256 ${document.rows.digest}.`,
    ].join("\n"),
    reading(audit),
  ].join("\n\n");
}

/** What the difference between the two verdicts comes from; the figures are those of this run. */
function reading({ name, comparison, published }: Audit): string {
  const { counts, ratios, omissions, scenarioLevel, effect } = comparison;
  const without = (kind: Omission["kind"], omitted: string) =>
    omissions.find((one) => one.kind === kind && one.omitted === omitted);
  switch (name) {
    case "ablation-supervisor-stall":
      return `Both see a gain. Its ${counts.b} wins against ${counts.c} ${counts.c === 1 ? "loss" : "losses"} come from ${scenarioLevel.differing} of ${scenarioLevel.scenarios} scenarios. The authors' band says how little five repeats of the same scenarios vary, not how far the gain carries: ${overScenarios(comparison)}. That the gain "justifies" ${percentMore(published.multiseed.costDeltaPct)} is a choice, not a finding.`;
    case "ablation-contradiction": {
      const carrying = telling(comparison).find(({ kind }) => kind === "scenario");
      return `KEEP needs ${counts.b} wins against ${counts.c} losses to be more than chance, and p is ${pValue(effect.exactP)}. ${carrying === undefined ? "" : `Without ${carrying.omitted} it is ${carrying.b} against ${carrying.c}.`} The authors' band excludes 0 because five seed means that repeat the same scenarios vary little.`;
    }
    case "ablation-injection": {
      const first = without("seed", "1");
      return `No outcome differs in any pair, so the verdict is about cost alone, and the cost hangs on seed 1: ${ratio(ratios.costUsd.bySeed.find(({ seed }) => seed === "1")?.ratio ?? null)} there, about 1 in every other seed, ${ratioWithInterval(first?.cost ?? null)} without it. The candidate ran first in seed 1 by the data's own note, so a cold prompt cache explains the cost as well as the flag does. ${percentMore(published.multiseed.costDeltaPct)} is a point estimate; cutting the flag for it is not supported.`;
    }
  }
}

/** The comparison as Markdown; the same rows always give the same bytes. */
export function auditsPage(audits: readonly Audit[]): string {
  const [first] = audits;
  return `${[
    "# Three published audits: the authors' verdicts and ours",
    `3IVIS/buildaharness (Apache-2.0) publishes ablations of its own harness on ${first?.published.modelId}: one flag on and off, 5 seeds, a verdict each. The rows below are theirs; \`harness-lab compare\` judged them and ran nothing. Transcripts, firing, order, prompts and prices are not in the rows and stay unknown.`,
    overview(audits),
    "Better / worse: pairs (same task and seed) in which only the candidate or only the control passes. Cost as billed; prompt-cache discounts cannot be told apart.",
    ...audits.map(section),
    "## Where the rules differ",
    [
      "- **Unit.** Theirs: the mean of each seed, five numbers per arm, unpaired, with a normal quantile. Ours: the pair of task and seed, an exact test, and a second test over scenarios for any claim beyond them.",
      "- **Cost.** Theirs: a mean more than 10 % up is a reason to cut, without an interval. Ours: the ratio of totals with an interval, again without each seed and each scenario; what hangs on one is at most suggested.",
      "- **Order.** Theirs is not recorded. Ours prints `order unknown` and says no stronger cost word where one seed carries it.",
      `- **Margin.** A keep-or-cut decision is held to ${MARGIN * 100} points here (\`--delta-min ${MARGIN}\`).`,
    ].join("\n"),
    "## Reproduce",
    [
      "```sh",
      "npx tsx scripts/compare-audits.ts <folder of the rows>",
      ...audits.map(
        ({ name, published }) =>
          `harness-lab compare <folder>/${name}.csv --control ${published.control} --treatment ${published.candidate} --flag ${name.replace("ablation-", "")} --valid ${VALID} --delta-min ${MARGIN}`,
      ),
      "```",
    ].join("\n"),
  ].join("\n\n")}\n`;
}

/** The three reports as one page; each audit stays judged on its own. */
export function auditsReport(folder: string, audits: readonly Audit[]): RowsReport {
  const [first] = audits;
  if (first === undefined) throw new Error("no audit was read");
  const digest = createHash("sha256");
  for (const { name } of audits) digest.update(readFileSync(join(folder, `${name}.csv`)));
  const documents = audits.map(({ document }) => document);
  const sum = (of: (document: RowsReport) => number | null) =>
    documents.reduce<number | null>((total, document) => {
      const value = of(document);
      return total === null || value === null ? null : total + value;
    }, 0);
  return {
    ...first.document,
    title: "Three published audits, judged again",
    rows: {
      ...first.document.rows,
      file: audits.map(({ name }) => `${name}.csv`).join(" + "),
      digest: digest.digest("hex"),
      rows: sum(({ rows }) => rows.rows) ?? 0,
      scenarios: sum(({ rows }) => rows.scenarios) ?? 0,
    },
    totals: {
      ...first.document.totals,
      trialsCompleted: sum(({ totals }) => totals.trialsCompleted) ?? 0,
      trialsErrored: sum(({ totals }) => totals.trialsErrored) ?? 0,
      trialsMissing: sum(({ totals }) => totals.trialsMissing) ?? 0,
      costUsd: sum(({ totals }) => totals.costUsd),
    },
    sections: documents.flatMap(({ sections }) => sections),
    notes: [
      ...audits.map(
        ({ name, published, comparison }) =>
          `${name}: the authors say ${published.multiseed.verdict}, we say ${labelText(comparison)}.`,
      ),
      "The digest is of the three files one after the other.",
    ],
  };
}

/** Reads and judges the three audits of a folder. */
export async function readAudits(folder: string): Promise<readonly Audit[]> {
  const audits: Audit[] = [];
  for (const name of AUDITS) audits.push(await readAudit(folder, name));
  return audits;
}
