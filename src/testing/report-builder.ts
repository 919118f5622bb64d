/** A realistic report document: five flags with five different verdicts, gaps, errors and unknown costs in it. */

import { compare } from "../analyse/compare.ts";
import { compareFamily } from "../analyse/compare-family.ts";
import type { Arm } from "../core/arm.ts";
import type { Comparison } from "../core/comparison.ts";
import type { ComparisonFacts } from "../core/comparison-facts.ts";
import type { ArmOutcome, Outcome, PairedUnit } from "../core/pairs.ts";
import type {
  ExperimentReport,
  GridRow,
  PurposeRow,
  ReportSection,
  TranscriptPair,
} from "../core/report-document.ts";
import { HOSTILE_TEXT, withTextReplaced } from "./hostile-text.ts";
import { calibrated, outcome, planOf } from "./paired-units.ts";
import { CONTRADICTION_TALK } from "./transcript-builder.ts";

/** Common facts of every trial of one flag: amounts and calls of a control trial and of a treatment trial. */
interface SampleFlag {
  readonly flag: string;
  readonly summary: string;
  /** Pairs of outcomes by scenario, control first: "fp" = the control fails and the treatment passes. */
  readonly pairs: Readonly<Record<string, string>>;
  readonly amounts: Partial<
    Record<
      "uncachedCostUsd" | "costUsd" | "inputTokens" | "outputTokens" | "latencyMs",
      readonly [number, number]
    >
  >;
  readonly calls: Readonly<Record<string, readonly [control: number, treatment: number]>>;
  /** Purposes that the flag itself asks for. */
  readonly own: readonly string[];
  readonly mechanism?: true;
  readonly hasControls?: true;
  readonly transcripts?: readonly TranscriptPair[];
}

const WORDS: Readonly<Record<string, Outcome>> = {
  p: "pass",
  f: "fail",
  e: "error",
  u: "unscored",
  m: "missing",
};

/** One arm's trial; amounts of the treatment wobble a little, so that ratios have an interval. */
function trialOf(sample: SampleFlag, arm: 0 | 1, [place, letter]: readonly [number, string]): ArmOutcome {
  const wobble = arm === 0 ? 1 : 1 + 0.03 * (((place * 7) % 5) - 2);
  const amounts = Object.entries(sample.amounts).map(([name, pair]) => [name, pair[arm] * wobble]);
  const counts = Object.entries(sample.calls).map(([purpose, pair]) => [purpose, pair[arm]] as const);
  const sum = (rows: typeof counts) => rows.reduce((total, [, count]) => total + count, 0);
  const result = WORDS[letter] ?? "missing";
  if (result === "missing") return outcome("missing");
  return outcome(result, {
    ...Object.fromEntries(amounts),
    callsByPurpose: Object.fromEntries(counts),
    calls: sum(counts),
    ownCalls: sum(counts.filter(([purpose]) => sample.own.includes(purpose))),
    position: (place + arm) % 2,
    reached: arm === 1,
    fired: arm === 1,
    transcript: `${place}-${arm}`,
    judged: false,
    models: ["small-instruct-1b-q4"],
    sharedCalls: 0.31,
    ...(sample.mechanism ? { signatureSeen: arm === 0 } : {}),
  });
}

function unitsOf(sample: SampleFlag, pairs: SampleFlag["pairs"] = sample.pairs): readonly PairedUnit[] {
  return Object.entries(pairs).flatMap(([scenario, row]) =>
    row.split(" ").map(([control = "m", treatment = "m"], place) => ({
      scenario,
      seed: String(place + 1),
      control: trialOf(sample, 0, [place, control]),
      treatment: trialOf(sample, 1, [place, treatment]),
      diverged: true,
      prefixIdentical: true,
    })),
  );
}

/** The control scenarios: nothing fires there, and nothing differs. */
function quietUnits(sample: SampleFlag): readonly PairedUnit[] {
  const still = (trial: ArmOutcome): ArmOutcome => ({ ...trial, fired: false, reached: false });
  return unitsOf(sample, { "control/small-talk": "pp pp" }).map((unit) => ({
    ...unit,
    control: still(unit.control),
    treatment: still(unit.treatment),
    diverged: false,
  }));
}

function gridOf(units: readonly PairedUnit[], role: GridRow["role"]): readonly GridRow[] {
  return units.map(({ scenario, seed, control, treatment, diverged }) => {
    const side = ({ outcome: result, fired }: ArmOutcome, id: string) => ({
      trial: result === "missing" ? null : `${id}${scenario.length}${seed}ab`,
      outcome: result,
      error: result === "error" ? "infrastructure: the endpoint closed the connection" : null,
      fired,
    });
    return { scenario, seed, role, control: side(control, "c0"), treatment: side(treatment, "7e"), diverged };
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

function purposesOf(sample: SampleFlag): readonly PurposeRow[] {
  const trials = Object.values(sample.pairs).flatMap((row) => row.split(" ")).length;
  const price = sample.amounts.uncachedCostUsd ? 0.00019 : null;
  return Object.entries(sample.calls).map(([purpose, [control, treatment]]) => ({
    purpose,
    own: sample.own.includes(purpose),
    control: totals(control * trials, price),
    treatment: totals(treatment * trials, price, (Math.min(control, treatment) * trials) / 2),
  }));
}

/** Six flags' worth of evidence in five: proven, a mechanism, a lean with gaps, nothing to see, and a drop. */
const FLAGS: readonly SampleFlag[] = [
  {
    flag: "AUDIT_SEMANTIC_CONTRADICTION",
    summary: "Compares new beliefs with those on record by meaning, in one call, and records conflicts.",
    pairs: {
      "contradiction/rate-limit-units": "fp fp fp fp pp fp",
      "contradiction/renamed-owner": "fp fp fp ff fp fp",
    },
    amounts: {
      uncachedCostUsd: [0.00076, 0.00116],
      costUsd: [0.00073, 0.00112],
      inputTokens: [2480, 3720],
      outputTokens: [192, 288],
      latencyMs: [5100, 7366],
    },
    calls: { "contradiction-check": [0, 2], "classify-turn": [2, 2], propose: [2, 2] },
    own: ["contradiction-check"],
    hasControls: true,
    transcripts: [CONTRADICTION_TALK],
  },
  {
    flag: "AUDIT_RETRY_SYSTEM_ERRORS",
    summary: "Re-queues a task that failed by a system error once, after the ladder has switched strategy.",
    pairs: { "retry/one-503": "fp fp fp fp fp fp" },
    amounts: { uncachedCostUsd: [0.00038, 0.00077], inputTokens: [1240, 2480], outputTokens: [96, 192] },
    calls: { propose: [1, 2], "classify-turn": [1, 1] },
    own: [],
    mechanism: true,
    hasControls: true,
  },
  {
    flag: "AUDIT_MEMORY_BUDGETED_RENDER",
    summary:
      "Renders facts by priority within a budget and replaces facts of the same key; off restores the newest-20 slice.",
    pairs: {
      "memory/corrected-fact": "pp pp fp pp pp pp fp pp pp pp pp pp",
      "memory/many-facts": "pp pp pp ff ep pu pp pp pp pp pp pp",
    },
    amounts: { uncachedCostUsd: [0.00021, 0.00083], inputTokens: [830, 3150], outputTokens: [80, 80] },
    calls: { propose: [1, 1], "classify-turn": [1, 1] },
    own: [],
  },
  {
    flag: "AUDIT_SEMANTIC_HYPOTHESES",
    summary:
      "Proposes 2-4 competing explanations for an underdetermined request, shows them to the proposer and rules out the contradicted ones.",
    pairs: { "hypotheses/flaky-test": "pp pp pp ff pp pp pp ff pp pp" },
    amounts: { uncachedCostUsd: [0.00041, 0.00122], inputTokens: [1310, 3900], outputTokens: [90, 260] },
    calls: {
      "propose-hypotheses": [0, 1],
      "rule-out-hypotheses": [0, 1],
      propose: [2, 3],
      "classify-turn": [1, 1],
    },
    own: ["propose-hypotheses", "rule-out-hypotheses"],
  },
  {
    flag: "AUDIT_SEMANTIC_COMPACTION",
    summary: "Summarises the older transcript in one call instead of clipping each message.",
    pairs: { "compaction/early-detail": "pf pf pp pf pf pf pp ff pf ff" },
    amounts: { inputTokens: [11_200, 8900], outputTokens: [840, 720] },
    calls: { "summarise-transcript": [0, 1], propose: [3, 3], "classify-turn": [3, 3] },
    own: ["summarise-transcript"],
  },
];

const FACTS: Partial<ComparisonFacts> = { calibration: null };

function planFor(sample: SampleFlag, planned: number) {
  const { flag, own, mechanism } = sample;
  return planOf({
    id: `${flag}-comparison`,
    flag,
    control: `${flag}=0`,
    treatment: `${flag}=1`,
    purpose: mechanism ? "mechanism" : "benefit",
    deltaMin: 0.2,
    family: FLAGS.length,
    flagMakesCalls: own.length > 0,
    planned,
  });
}

/** A mechanism needs its failure repeated. */
function factsFor({ mechanism }: SampleFlag): Partial<ComparisonFacts> {
  if (!mechanism) return FACTS;
  return { calibration: calibrated({ pairs: 6, b: 0, c: 0, controlReproduces: true }) };
}

function sectionOf(sample: SampleFlag, comparison: Comparison): ReportSection {
  const { flag } = sample;
  const quiet = sample.hasControls ? quietUnits(sample) : [];
  return {
    flag,
    summary: sample.summary,
    controlFlags: { [flag]: false },
    treatmentFlags: { [flag]: true },
    differs: [flag],
    context: flag === "AUDIT_RETRY_SYSTEM_ERRORS" ? { AUDIT_SEMANTIC_FAILURE_MATCH: false } : {},
    comparison,
    controls: quiet.length === 0 ? null : compare(quiet, planFor(sample, quiet.length), FACTS),
    grid: [...gridOf(comparison.units, "stress"), ...gridOf(quiet, "control")],
    purposes: purposesOf(sample),
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

function sampleSections(): readonly ReportSection[] {
  const judged = compareFamily(
    FLAGS.map((sample) => {
      const units = unitsOf(sample);
      return { units, plan: planFor(sample, units.length), facts: factsFor(sample) };
    }),
  );
  return FLAGS.flatMap((sample, place) => {
    const comparison = judged[place];
    return comparison === undefined ? [] : [sectionOf(sample, comparison)];
  });
}

function armsOf(sections: readonly ReportSection[]): Arm[] {
  const names = sections.flatMap(({ comparison }) => [comparison.plan.control, comparison.plan.treatment]);
  return [...new Set(names)].map((name) => ({ name, harness: "layered", flags: {} }));
}

/** Builds the sample; anything can be replaced. */
export function sampleReport(overrides: Partial<ExperimentReport> = {}): ExperimentReport {
  const sections = overrides.sections ?? sampleSections();
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
