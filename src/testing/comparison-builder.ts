/** Builds a comparison out of a grid of cells: counts follow from the cells, what needs statistics is given. */

import type { Comparison } from "../core/comparison.ts";
import type { Metric, MetricRatio } from "../core/metric.ts";
import type { ArmOutcome, ByArm, Outcome, PairedUnit, Range, Rate, Tally } from "../core/pairs.ts";
import type { MechanismItem, Verdict } from "../core/verdict.ts";

/** One pair: scenario, seed, outcomes, and in which arms the flag fired. */
export interface SampleCell {
  readonly scenario: string;
  readonly seed: string;
  readonly control: Outcome;
  readonly treatment: Outcome;
  readonly fired?: ByArm<boolean | null>;
  readonly diverged?: boolean | null;
}

interface SampleMetric {
  readonly totals: readonly [control: number, treatment: number] | null;
  readonly interval: Range | null;
}

export interface SampleComparison {
  readonly flag: string | null;
  readonly cells: readonly SampleCell[];
  readonly exactP: number;
  readonly adjustedP?: number;
  readonly interval95: Range;
  readonly verdict: Verdict;
  readonly simulated?: boolean;
  readonly planned?: number;
  readonly metrics?: Partial<Record<Metric, SampleMetric>>;
  readonly purposes?: readonly (readonly [purpose: string, control: number, treatment: number])[];
  readonly mechanism?: readonly MechanismItem[];
  readonly overrides?: Partial<Comparison>;
}

function armOutcome(outcome: Outcome, fired: boolean | null, position: number): ArmOutcome {
  return {
    outcome,
    score: outcome === "pass" ? 1 : outcome === "fail" ? 0 : null,
    costUsd: null,
    uncachedCostUsd: null,
    inputTokens: null,
    cachedInputTokens: null,
    outputTokens: null,
    calls: null,
    latencyMs: null,
    position,
    reached: fired,
    fired,
    transcript: null,
    callsByPurpose: {},
    ownCalls: null,
    signatureSeen: null,
    judged: false,
    mechanismOk: null,
    models: [],
    spontaneous: null,
    sharedCalls: null,
  };
}

function unitOf(cell: SampleCell, index: number): PairedUnit {
  const first = index % 2;
  return {
    scenario: cell.scenario,
    seed: cell.seed,
    control: armOutcome(cell.control, cell.fired ? cell.fired.control : null, first),
    treatment: armOutcome(cell.treatment, cell.fired ? cell.fired.treatment : null, 1 - first),
    diverged: cell.diverged ?? null,
    prefixIdentical: true,
  };
}

function tallyOf(values: readonly (boolean | null)[]): Tally {
  const of = (wanted: boolean | null) => values.filter((value) => value === wanted).length;
  return { yes: of(true), no: of(false), unknown: of(null) };
}

function rateOf(passes: number, of: number): Rate {
  return { passes, of, rate: of === 0 ? null : passes / of, interval: null };
}

function metricOf(metric: Metric, pairs: number, given: SampleMetric | undefined): MetricRatio {
  const totals = given?.totals ?? null;
  const identical = totals !== null && totals[0] === totals[1];
  const ratio = totals && totals[0] > 0 ? totals[1] / totals[0] : null;
  const estimate = ratio === null ? null : { ratio, interval95: given?.interval ?? null };
  return {
    metric,
    state: totals === null ? "unknown" : identical ? "identical" : "estimated",
    reason: totals === null ? "not told by the model's server" : null,
    known: totals === null ? 0 : pairs,
    of: pairs,
    totals: totals && { control: totals[0], treatment: totals[1] },
    ofTotals: identical ? null : estimate,
    geometricMean: identical ? null : estimate,
    hodgesLehmann: null,
    difference: null,
    outliers: [],
    missingSensitive: false,
    bySeed: [],
  };
}

function lost(cells: readonly SampleCell[], outcome: Outcome): ByArm<number> {
  return {
    control: cells.filter((cell) => cell.control === outcome).length,
    treatment: cells.filter((cell) => cell.treatment === outcome).length,
  };
}

const NO_HALF = { pairs: 0, b: 0, c: 0, interval95: null, cost: null, latency: null } as const;
const NO_RELIABILITY = {
  scenarios: 0,
  passRate: null,
  allSeedsPass: null,
  passHat: [],
  flipRate: null,
  betweenVariance: null,
  withinVariance: null,
} as const;

function countsOf(cells: readonly SampleCell[]) {
  const scored = cells.filter(
    ({ control, treatment }) => /pass|fail/.test(control) && /pass|fail/.test(treatment),
  );
  const of = (control: Outcome, treatment: Outcome) =>
    scored.filter((cell) => cell.control === control && cell.treatment === treatment).length;
  return {
    n: scored.length,
    b: of("fail", "pass"),
    c: of("pass", "fail"),
    both: of("pass", "pass"),
    neither: of("fail", "fail"),
  };
}

/** Makes the comparison; anything not given is unknown. */
export function sampleComparison(sample: SampleComparison): Comparison {
  const { cells } = sample;
  const counts = countsOf(cells);
  const names = [...new Set(cells.map(({ scenario }) => scenario))];
  const metric = (name: Metric) => metricOf(name, counts.n, sample.metrics?.[name]);
  const delta = counts.n === 0 ? null : (counts.b - counts.c) / counts.n;
  const fired = (arm: "control" | "treatment") => tallyOf(cells.map((cell) => cell.fired?.[arm] ?? null));
  return {
    plan: {
      id: `${sample.flag ?? "free"}-comparison`,
      flag: sample.flag,
      control: sample.flag ? `${sample.flag}=0` : "candidate-a",
      treatment: sample.flag ? `${sample.flag}=1` : "candidate-b",
      purpose: "benefit",
      design: "fixed",
      alpha: 0.05,
      deltaMin: 0.2,
      family: 5,
      simulated: sample.simulated ?? false,
      pairing: "seed",
      flagMakesCalls: (sample.purposes ?? []).some(([, control]) => control === 0),
      planned: sample.planned ?? cells.length,
      aa: null,
      orderKnown: true,
      adjustedP: sample.adjustedP ?? null,
    },
    units: cells.map(unitOf),
    denominators: {
      planned: sample.planned ?? cells.length,
      units: cells.length,
      pairs: counts.n,
      notRun: (sample.planned ?? cells.length) - cells.length,
      unmatched: [],
      errors: lost(cells, "error"),
      unscored: lost(cells, "unscored"),
      missing: lost(cells, "missing"),
      budget: lost(cells, "budget"),
      lostShare: cells.length === 0 ? null : 1 - counts.n / cells.length,
      lopsidedP: 1,
    },
    counts,
    rates: {
      control: rateOf(counts.both + counts.c, counts.n),
      treatment: rateOf(counts.both + counts.b, counts.n),
    },
    effect: {
      delta,
      exactP: sample.exactP,
      betterP: sample.exactP / 2,
      worseP: 1 - sample.exactP / 2,
      midP: sample.exactP,
      midBetterP: sample.exactP / 2,
      midWorseP: 1 - sample.exactP / 2,
      decidingP: sample.adjustedP ?? sample.exactP,
      test: "exact-mcnemar",
      adjustedP: sample.adjustedP ?? null,
      interval95: sample.interval95,
      interval90: sample.interval95,
      tango95: sample.interval95,
    },
    sequential: null,
    scenarios: names.map((scenario) => {
      const row = countsOf(cells.filter((cell) => cell.scenario === scenario));
      return {
        scenario,
        ...row,
        delta: row.n === 0 ? null : (row.b - row.c) / row.n,
        conflict: false,
        costRatio: null,
      };
    }),
    scenarioLevel: {
      scenarios: names.length,
      differing: 0,
      meanDelta: delta,
      signFlipP: 1,
      interval95: null,
      standardError: null,
      tP: null,
      reason: "fewer than 5 scenarios",
    },
    graded: null,
    latency: null,
    ratios: {
      uncachedCostUsd: metric("uncachedCostUsd"),
      costUsd: metric("costUsd"),
      inputTokens: metric("inputTokens"),
      cachedInputTokens: metric("cachedInputTokens"),
      outputTokens: metric("outputTokens"),
      totalTokens: metric("totalTokens"),
      calls: metric("calls"),
      latencyMs: metric("latencyMs"),
    },
    cost: {
      basis: sample.metrics?.uncachedCostUsd ? "uncached" : null,
      word: sample.metrics?.uncachedCostUsd ? "dearer" : "unknown",
      strength: sample.metrics?.uncachedCostUsd ? "shown" : null,
      perSuccessUsd: null,
      perSuccessReason: "the interval of the effect includes 0",
    },
    callsByPurpose: (sample.purposes ?? []).map(([purpose, control, treatment]) => ({
      purpose,
      control,
      treatment,
    })),
    engagement: {
      reached: { control: fired("control"), treatment: fired("treatment") },
      fired: { control: fired("control"), treatment: fired("treatment") },
      diverged: tallyOf(cells.map((cell) => cell.diverged ?? null)),
      effectWhenFired: delta,
      divergesBelow: null,
      sharedReplies: { control: 0.31, treatment: 0.31 },
    },
    placebo: { net: Math.abs(counts.b - counts.c), frequency: 0.28, psi: 0.1, source: "assumed" },
    headroom: {
      controlFailures: counts.b + counts.neither,
      winsNeeded: 6,
      enough: counts.b + counts.neither >= 6,
    },
    omissions: [],
    position: {
      state: "checked",
      treatmentFirst: NO_HALF,
      treatmentSecond: NO_HALF,
      disagreeing: [],
      confounded: false,
    },
    worstCase: null,
    nEff: { distinct: counts.n, applied: false, value: counts.n },
    reliability: { control: NO_RELIABILITY, treatment: NO_RELIABILITY },
    posterior: null,
    mechanism: sample.mechanism ?? [],
    ownCallOnlyInTreatment: "not-checked",
    verdict: sample.verdict,
    ...sample.overrides,
  };
}
