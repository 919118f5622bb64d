/** A realistic report document: five flags with five different verdicts, gaps, errors and unknown costs in it. */

import type { Arm } from "../core/arm.ts";
import type { Metric } from "../core/metric.ts";
import type { Outcome } from "../core/pairs.ts";
import type {
  ExperimentReport,
  GridRow,
  PurposeRow,
  ReportSection,
  TranscriptPair,
  TranscriptSide,
} from "../core/report-document.ts";
import type { Score } from "../core/score.ts";
import type { MechanismItem } from "../core/verdict.ts";
import { type SampleCell, type SampleComparison, sampleComparison } from "./comparison-builder.ts";
import { HOSTILE_TEXT, withTextReplaced } from "./hostile-text.ts";

const ON = { control: false, treatment: true } as const;

function cells(scenario: string, outcomes: string, fired: SampleCell["fired"] = ON): SampleCell[] {
  const word: Record<string, Outcome> = { p: "pass", f: "fail", e: "error", u: "unscored", m: "missing" };
  return outcomes.split(" ").map((pair, index) => ({
    scenario,
    seed: String(index + 1),
    control: word[pair[0] ?? ""] ?? "missing",
    treatment: word[pair[1] ?? ""] ?? "missing",
    ...(fired ? { fired } : {}),
    diverged: fired ? fired.treatment : null,
  }));
}

function gridOf(sampleCells: readonly SampleCell[], role: GridRow["role"]): GridRow[] {
  return sampleCells.map((cell) => {
    const side = (arm: "control" | "treatment") => ({
      trial:
        cell[arm] === "missing"
          ? null
          : `${arm === "control" ? "c0" : "7e"}${cell.scenario.length}${cell.seed}ab`,
      outcome: cell[arm],
      error: cell[arm] === "error" ? "infrastructure: the endpoint closed the connection" : null,
      fired: cell.fired?.[arm] ?? null,
    });
    return {
      scenario: cell.scenario,
      seed: cell.seed,
      role,
      control: side("control"),
      treatment: side("treatment"),
      diverged: cell.diverged ?? null,
    };
  });
}

function totals(calls: number, usdPerCall: number | null, shared = 0) {
  return {
    calls,
    inputTokens: calls * 620,
    cachedInputTokens: usdPerCall === null ? null : calls * 120,
    outputTokens: calls * 48,
    costUsd: usdPerCall === null ? null : calls * usdPerCall,
    spentUsd: usdPerCall === null ? null : (calls - shared) * usdPerCall,
  };
}

function purposesOf(
  rows: NonNullable<SampleComparison["purposes"]>,
  own: readonly string[],
  price: number | null,
): PurposeRow[] {
  return rows.map(([purpose, control, treatment]) => ({
    purpose,
    own: own.includes(purpose),
    control: totals(control, price),
    treatment: totals(treatment, price, Math.min(control, treatment) / 2),
  }));
}

const score = (result: Score["result"], detail: string): Score => ({
  check: "outcome-1",
  role: "outcome",
  kind: "reply",
  result,
  detail,
  judged: false,
});

/** One side of a transcript pair out of user and reply lines. */
function sampleSide(
  arm: string,
  outcome: Outcome,
  lines: readonly (readonly [user: string, reply: string])[],
  more: { readonly own?: string; readonly detail?: string; readonly error?: string } = {},
): TranscriptSide {
  const purposes = ["classify-turn", "propose", ...(more.own ? [more.own] : [])];
  return {
    trial: `${arm === "baseline" ? "7e31" : "c04d"}a9b2`,
    arm,
    outcome,
    error: more.error ?? null,
    turns: lines.map(([user, reply], index) => ({
      session: 1,
      turn: index + 1,
      user,
      reply,
      status: "ok",
      staged: [],
    })),
    scores:
      outcome === "error" ? [] : [score(outcome === "pass" ? "pass" : "fail", more.detail ?? "as asked")],
    calls: lines.flatMap((_line, turn) =>
      purposes.map((purpose, position) => ({
        index: turn * purposes.length + position,
        purpose,
        feature: purpose === more.own ? "semantic-contradiction" : null,
        usage: { inputTokens: 480 + 60 * turn, cachedInputTokens: null, outputTokens: 41, estimated: false },
        costUsd: 0.00019,
        source: position === 0 && arm === "baseline" ? "shared" : "asked",
      })),
    ),
  };
}

const CONTRADICTION_TALK: TranscriptPair = {
  scenario: "contradiction/rate-limit-units",
  seed: "2",
  purpose: "A limit is restated in another unit with a different value; the reply has to point it out.",
  control: sampleSide(
    "AUDIT_SEMANTIC_CONTRADICTION=0",
    "fail",
    [
      [
        "Keep track of these facts for me. Our API rate limit is 6000 requests per minute.",
        "Noted: the rate limit is 6000 requests per minute.",
      ],
      [
        "One more, the throttle ceiling is 50 requests per second.",
        "Noted: the throttle ceiling is 50 requests per second.",
      ],
    ],
    { detail: 'last reply lacks "3000"' },
  ),
  treatment: sampleSide(
    "baseline",
    "pass",
    [
      [
        "Keep track of these facts for me. Our API rate limit is 6000 requests per minute.",
        "Noted: the rate limit is 6000 requests per minute.",
      ],
      [
        "One more, the throttle ceiling is 50 requests per second.",
        "You told me 6000 a minute earlier; 50 requests per second is 3000 a minute. Which one holds?",
      ],
    ],
    { own: "contradiction-check", detail: 'last reply states "6000" and "3000"' },
  ),
};

const MECHANISM: readonly MechanismItem[] = [
  {
    id: "M1",
    claim: "Purpose and failure signature were declared before the run.",
    answer: "yes",
    reason: "the scenario declares both",
  },
  {
    id: "M2",
    claim: "The flag fired in every ON run and in no OFF run.",
    answer: "yes",
    reason: "6 of 6 ON, 0 of 6 OFF",
  },
  {
    id: "M3",
    claim: "Requests are identical up to the first firing.",
    answer: "yes",
    reason: "compared by digest",
  },
  {
    id: "M4",
    claim: "Repeating OFF reproduces the failure every time.",
    answer: "not-checked",
    reason: "not calibrated",
  },
  {
    id: "M5",
    claim: "The OFF failure is the declared one, and it is absent in ON.",
    answer: "yes",
    reason: "signature seen in 6 OFF and 0 ON runs",
  },
  { id: "M6", claim: "The grader is deterministic.", answer: "yes", reason: "no judge" },
  { id: "M7", claim: "Every pair agrees.", answer: "no", reason: "2 pairs agree with neither" },
];

interface SampleSection {
  readonly flag: string;
  readonly summary: string;
  readonly comparison: Omit<SampleComparison, "flag">;
  readonly own?: readonly string[];
  readonly controls?: readonly SampleCell[];
  readonly transcripts?: readonly TranscriptPair[];
  readonly usdPerCall?: number | null;
}

function sectionOf(sample: SampleSection): ReportSection {
  const { flag } = sample;
  const price = sample.usdPerCall === undefined ? 0.00019 : sample.usdPerCall;
  const controls = sample.controls
    ? sampleComparison({
        flag,
        cells: sample.controls,
        exactP: 1,
        interval95: [-0.8419, 0.8419],
        verdict: {
          label: "inert",
          basis: null,
          strength: null,
          scope: null,
          qualifiers: [],
          reasons: [],
          sentence: "2/2 vs 2/2 on 2 matched pairs; exact p 1.00. Inert: it fired in no pair.",
          next: "Nothing: the flag leaves these scenarios alone.",
        },
      })
    : null;
  return {
    flag,
    summary: sample.summary,
    controlFlags: { [flag]: false },
    treatmentFlags: { [flag]: true },
    differs: [flag],
    context: flag === "AUDIT_RETRY_SYSTEM_ERRORS" ? { AUDIT_SEMANTIC_FAILURE_MATCH: false } : {},
    comparison: sampleComparison({ flag, ...sample.comparison }),
    controls,
    grid: [...gridOf(sample.comparison.cells, "stress"), ...gridOf(sample.controls ?? [], "control")],
    purposes: purposesOf(sample.comparison.purposes ?? [], sample.own ?? [], price),
    transcripts: sample.transcripts ?? [],
    transcriptsLeftOut: sample.transcripts ? 3 : 0,
    matching: {
      world: "matched",
      user: "matched",
      faults: "matched",
      replies: "matched where requests are identical: 31 % of replies were shared",
      sampling: "not matched: the endpoint does not honour seeds beside other requests",
      order: "matched: random in each block, ON ran first in half of the pairs",
    },
  };
}

function metrics(
  rows: readonly (readonly [Metric, number, number, number, number])[],
): NonNullable<SampleComparison["metrics"]> {
  return Object.fromEntries(
    rows.map(([metric, control, treatment, low, high]) => [
      metric,
      { totals: [control, treatment], interval: [low, high] },
    ]),
  );
}

const QUIET = cells("control/small-talk", "pp pp", { control: false, treatment: false });

const SECTIONS: readonly SampleSection[] = [
  {
    flag: "AUDIT_SEMANTIC_CONTRADICTION",
    summary: "Compares new beliefs with those on record by meaning, in one call, and records conflicts.",
    own: ["contradiction-check"],
    controls: QUIET,
    transcripts: [CONTRADICTION_TALK],
    comparison: {
      cells: [
        ...cells("contradiction/rate-limit-units", "fp fp fp fp pp fp"),
        ...cells("contradiction/renamed-owner", "fp fp fp ff fp fp"),
      ],
      exactP: 0.001953125,
      adjustedP: 0.009765625,
      interval95: [0.2738, 0.9791],
      metrics: metrics([
        ["uncachedCostUsd", 0.0091, 0.0139, 1.41, 1.66],
        ["costUsd", 0.0088, 0.0135, 1.4, 1.67],
        ["totalTokens", 32064, 48096, 1.42, 1.58],
        ["inputTokens", 29760, 44640, 1.42, 1.58],
        ["outputTokens", 2304, 3456, 1.38, 1.63],
        ["calls", 48, 72, 1.45, 1.55],
        ["latencyMs", 61200, 88400, 1.21, 1.7],
      ]),
      purposes: [
        ["contradiction-check", 0, 24],
        ["classify-turn", 24, 24],
        ["propose", 24, 24],
      ],
      mechanism: MECHANISM,
      verdict: {
        label: "demonstrated",
        basis: "statistical",
        strength: null,
        scope: "suite",
        qualifiers: [],
        reasons: ["adjusted p 0.0098 is below 0.05", "10 better, 0 worse"],
        sentence:
          "11/12 vs 1/12 on 12 matched pairs (10 better, 0 worse, 2 equal); exact p 0.002; 95 % CI +27 to +98 points; cost x1.53 (1.41 to 1.66). Demonstrated on this suite.",
        next: "Keep it on. A general claim needs 6 scenarios; this suite has 2.",
      },
      overrides: { ownCallOnlyInTreatment: "yes" },
    },
  },
  {
    flag: "AUDIT_RETRY_SYSTEM_ERRORS",
    summary: "Re-queues a task that failed by a system error once, after the ladder has switched strategy.",
    controls: QUIET,
    comparison: {
      cells: cells("retry/one-503", "fp fp fp fp fp fp"),
      exactP: 0.03125,
      adjustedP: 0.125,
      interval95: [0.0673, 1],
      metrics: metrics([
        ["uncachedCostUsd", 0.0023, 0.0046, 2, 2],
        ["totalTokens", 8016, 16032, 2, 2],
        ["calls", 12, 18, 1.5, 1.5],
      ]),
      purposes: [
        ["propose", 6, 12],
        ["classify-turn", 6, 6],
      ],
      mechanism: MECHANISM.map((item) => ({
        ...item,
        answer: "yes" as const,
        reason: "checked in all 6 pairs",
      })),
      verdict: {
        label: "demonstrated",
        basis: "mechanism",
        strength: null,
        scope: "scenario",
        qualifiers: ["not-a-rate-claim"],
        reasons: ["the mechanism checklist is complete"],
        sentence:
          "Demonstrated (mechanism) in the scenario built for it: every OFF run failed with the declared signature and no ON run did, on 6 matched pairs; exact p = 0.031.",
        next: "Measure how often real traffic meets a 503 before claiming a rate.",
      },
      overrides: { ownCallOnlyInTreatment: "not-applicable" },
    },
  },
  {
    flag: "AUDIT_MEMORY_BUDGETED_RENDER",
    summary:
      "Renders facts by priority within a budget and replaces facts of the same key; off restores the newest-20 slice.",
    comparison: {
      cells: [
        ...cells("memory/corrected-fact", "pp pp fp pp pp pp"),
        ...cells("memory/many-facts", "pp pp pp ff ep pu"),
      ],
      planned: 14,
      exactP: 1,
      adjustedP: 1,
      interval95: [-0.2589, 0.445],
      metrics: metrics([
        ["uncachedCostUsd", 0.0021, 0.00838, 3.76, 4.23],
        ["totalTokens", 9100, 33900, 3.5, 3.95],
        ["calls", 20, 20, 1, 1],
      ]),
      purposes: [
        ["propose", 10, 10],
        ["classify-turn", 10, 10],
      ],
      verdict: {
        label: "suggestive",
        basis: null,
        strength: "lean",
        scope: null,
        qualifiers: ["headroom-too-small", "missing-sensitive", "hangs-on-one"],
        reasons: ["mid-p one-sided 0.25 is at most 1/3"],
        sentence:
          "9/10 vs 8/10 on 10 matched pairs (1 better, 0 worse, 9 equal); exact p 1.00; 95 % CI -26 to +45 points; cost x3.99 (3.76 to 4.23). Suggestive, not proven: a placebo does at least this well in 28 % of runs. OFF failed 2 of 10, so no outcome of this run could have proven a gain (6 needed).",
        next: "Use harder scenarios: a true gain of 10 points needs about 78 pairs if it never hurts, 249 if it hurts half as often.",
      },
      overrides: {
        omissions: [
          {
            kind: "scenario",
            omitted: "memory/corrected-fact",
            n: 4,
            b: 0,
            c: 0,
            exactP: 1,
            label: "underpowered",
            cost: { ratio: 3.9, interval95: [3.6, 4.3] },
            changes: ["label"],
          },
        ],
        worstCase: {
          counts: { n: 12, b: 1, c: 1, both: 9, neither: 1 },
          exactP: 1,
          label: "underpowered",
          changesLabel: true,
        },
      },
    },
  },
  {
    flag: "AUDIT_SEMANTIC_HYPOTHESES",
    summary:
      "Proposes 2-4 competing explanations for an underdetermined request, shows them to the proposer and rules out the contradicted ones.",
    own: ["propose-hypotheses", "rule-out-hypotheses"],
    comparison: {
      cells: cells("hypotheses/flaky-test", "pp pp pp ff pp pp pp ff pp pp"),
      exactP: 1,
      adjustedP: 1,
      interval95: [-0.3085, 0.3085],
      metrics: metrics([
        ["uncachedCostUsd", 0.0041, 0.0122, 2.71, 3.3],
        ["totalTokens", 14000, 41600, 2.7, 3.25],
        ["calls", 30, 62, 1.95, 2.2],
      ]),
      purposes: [
        ["propose-hypotheses", 0, 10],
        ["rule-out-hypotheses", 0, 10],
        ["propose", 20, 32],
        ["classify-turn", 10, 10],
      ],
      verdict: {
        label: "underpowered",
        basis: null,
        strength: null,
        scope: null,
        qualifiers: ["no-discordant-pairs", "headroom-too-small"],
        reasons: ["power to see 20 points is 0.22"],
        sentence:
          "8/10 vs 8/10 on 10 matched pairs (0 better, 0 worse, 10 equal); exact p 1.00; 95 % CI -31 to +31 points; cost x2.98 (2.71 to 3.30). Underpowered: it could hide a difference of 31 points either way.",
        next: "Run 29 pairs to bound the effect within 10 points.",
      },
      overrides: { ownCallOnlyInTreatment: "yes" },
    },
  },
  {
    flag: "AUDIT_SEMANTIC_COMPACTION",
    summary: "Summarises the older transcript in one call instead of clipping each message.",
    own: ["summarise-transcript"],
    usdPerCall: null,
    comparison: {
      cells: cells("compaction/early-detail", "pf pf pp pf pf pf pp ff pf ff"),
      exactP: 0.03125,
      adjustedP: 0.125,
      interval95: [-0.8784, -0.0397],
      metrics: metrics([
        ["totalTokens", 120400, 96200, 0.71, 0.9],
        ["calls", 60, 70, 1.12, 1.22],
      ]),
      purposes: [
        ["summarise-transcript", 0, 10],
        ["propose", 30, 30],
        ["classify-turn", 30, 30],
      ],
      verdict: {
        label: "suggestive-harm",
        basis: null,
        strength: "moderate",
        scope: null,
        qualifiers: [],
        reasons: ["adjusted p 0.125 is above 0.05"],
        sentence:
          "2/10 vs 8/10 on 10 matched pairs (0 better, 6 worse, 4 equal); exact p 0.031, adjusted over 5 flags 0.125; 95 % CI -88 to -4 points; cost unknown, tokens x0.80 (0.71 to 0.90). Suggestive of harm, not proven.",
        next: "Run 4 more discordant pairs' worth of seeds, or switch it off for this model.",
      },
    },
  },
];

function armsOf(sections: readonly ReportSection[]): Arm[] {
  const names = sections.flatMap(({ comparison }) => [comparison.plan.control, comparison.plan.treatment]);
  return [...new Set(names)].map((name) => ({ name, harness: "layered", flags: {} }));
}

/** Builds the sample; anything can be replaced. */
export function sampleReport(overrides: Partial<ExperimentReport> = {}): ExperimentReport {
  const sections = overrides.sections ?? SECTIONS.map(sectionOf);
  return {
    format: "harness-lab-report/1",
    title: "Five flags of the layered harness",
    generatedAt: "2026-03-02T09:41:00Z",
    origin: "experiment",
    experiment: {
      id: "4be01d9a77c2",
      name: "five-flags",
      arms: armsOf(sections),
      comparisons: [],
      seeds: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"],
      model: {
        model: "small-instruct-1b",
        baseUrl: "http://127.0.0.1:8080/v1",
        apiKeyEnv: null,
        toolProtocol: "json",
        temperature: 0.7,
        timeoutMs: 120_000,
        maxRetries: 2,
        priceLike: "gpt-5-mini",
        sendSeed: true,
      },
      settings: {},
      independent: false,
    },
    provenance: {
      commit: "7cd98c7f3a1e+dirty",
      labVersion: "0.1.0",
      harnessDigest: "b1946ac92492",
      catalogueDigest: "d41d8cd98f00",
      scenarioDigests: {
        "compaction/early-detail": "0cc175b9c0f1",
        "contradiction/rate-limit-units": "92eb5ffee6ae",
        "contradiction/renamed-owner": "4a8a08f09d37",
        "control/small-talk": "8277e0910d75",
        "hypotheses/flaky-test": "e1671797c52e",
        "memory/corrected-fact": "8fa14cdd754f",
        "memory/many-facts": "c9f0f895fb98",
        "retry/one-503": "45c48cce2e2d",
      },
      priceTable: "genai-prices 0.1.8",
      simulated: false,
    },
    basis: "real",
    answeredBy: [
      { model: "small-instruct-1b-q4", fingerprint: "fp_31c9", calls: 402 },
      { model: null, fingerprint: null, calls: 3 },
    ],
    totals: {
      trialsPlanned: 108,
      trialsCompleted: 103,
      trialsErrored: 1,
      trialsMissing: 4,
      trialsBudget: 0,
      calls: 405,
      sharedCalls: 96,
      spentUsd: 0.0587,
      costUsd: null,
      wallMs: 5_040_000,
    },
    sections,
    notes: ["2 blocks were run again after the endpoint had closed the connection."],
    ...overrides,
  };
}

/** The sample with every free text in it replaced by a hostile one. */
export function hostileReport(): ExperimentReport {
  return withTextReplaced(sampleReport(), HOSTILE_TEXT);
}
