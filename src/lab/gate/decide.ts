/** Reads a gate's pairs from the store and decides on them: pairs, guardrails, safety, single causes. */

import { compare } from "../../analyse/compare.ts";
import { gateDecision, guardrail } from "../../analyse/gate-decision.ts";
import { gateOmissions } from "../../analyse/gate-outcome.ts";
import type { Comparison } from "../../core/comparison.ts";
import type { Experiment } from "../../core/experiment.ts";
import type { Flag } from "../../core/flag.ts";
import type {
  GateDecision,
  GateOmission,
  GatePolicy,
  GateScenario,
  Guardrail,
  Quarantine,
  SafetyFinding,
} from "../../core/gate.ts";
import type { Metric } from "../../core/metric.ts";
import { METRIC_WORD } from "../../core/metric-word.ts";
import { isSimulated } from "../../core/model-settings.ts";
import { isAbsent, MISSING_OUTCOME, type PairedUnit } from "../../core/pairs.ts";
import type { LoadedScenario } from "../../core/scenario.ts";
import { checkId } from "../../core/score.ts";
import { blockKey } from "../../plan/blocks.ts";
import type { Store } from "../../record/store-port.ts";
import { calibrationsFor } from "../calibration/find-calibration.ts";
import { qualificationOf } from "../judging/judge-facts.ts";
import { comparisonPlanOf } from "../planning/comparison-plan.ts";
import { aimBar, metricOfAim, savingAims } from "./aim-bars.ts";
import type { GateTerms } from "./policy-file.ts";

export interface DecideRequest {
  readonly experiment: Experiment;
  readonly scenarios: readonly LoadedScenario[];
  readonly seeds: readonly string[];
  readonly flags: readonly Flag[];
  readonly policy: GatePolicy;
  readonly quarantine: Quarantine | null;
  readonly bars: GateTerms["bars"];
  /** Blocks that were left out on purpose or for lack of means are not lost pairs. */
  readonly mayBeAbsent: boolean;
  /** Keys of blocks that were to run anew and did not: what is stored of them is not this run's. */
  readonly stale?: ReadonlySet<string> | undefined;
  /** The base was recorded at another time, so waiting times do not compare. */
  readonly recordedBase: boolean;
}

export interface Decided {
  readonly decision: GateDecision;
  readonly comparison: Comparison;
  readonly guardrails: readonly Guardrail[];
  readonly safety: readonly SafetyFinding[];
  readonly omissions: readonly GateOmission[];
  readonly scenarios: readonly GateScenario[];
  /** Pairs in which no request differs. */
  readonly inert: number;
  /** Pairs in which every reply of the candidate is one of the base's: no call was made for it. */
  readonly settled: number;
  /** Of these, pairs that the base passes and the candidate fails. */
  readonly settledWorse: number;
  readonly unqualifiedJudge: boolean;
  /** Pairs of which at least one arm ran. */
  readonly present: number;
  readonly planned: number;
}

/** Decides on the pairs of some seeds. */
export async function decideGate(store: Store, request: DecideRequest): Promise<Decided> {
  const { experiment, seeds, policy, quarantine } = request;
  const [spec] = experiment.comparisons;
  if (!spec) throw new Error("a gate has one comparison");
  const { units, errors } = await gatePairs(store, request);
  const present = units.filter(({ control, treatment }) =>
    [control, treatment].some(({ outcome }) => !isAbsent(outcome)),
  );
  const settled = units.filter(({ treatment }) => treatment.sharedCalls === 1);
  const judged = request.mayBeAbsent ? present : units;
  const aside = quarantine?.scenarios.map(({ id }) => id) ?? [];
  const options = {
    margin: policy.margin,
    alpha: policy.alpha / policy.looks,
    deterministic: policy.rule === "deterministic",
    failOn: policy.failOn,
    planned: judged.length,
    expectsFiring: request.flags.length > 0,
    quarantine: aside,
  };
  const counted = judged.filter(({ scenario }) => !aside.includes(scenario));
  const { provenance } = await store.loadExperiment(experiment.id);
  const calibration = await calibrationsFor(store, { experiment, provenance });
  const plan = comparisonPlanOf({ ...experiment, seeds }, spec, {
    simulated: isSimulated(experiment.model),
    scenarios: spec.stress.length,
  });
  const comparison = compare(
    counted,
    { ...plan, planned: counted.length },
    {
      calibration: await calibration(
        spec,
        spec.stress.filter((scenario) => !aside.includes(scenario)),
      ),
    },
  );
  return {
    decision: gateDecision(judged, options),
    comparison,
    guardrails: guardrailsOf(comparison, request),
    safety: await safetyOf(store, request),
    omissions: gateOmissions(counted, options),
    scenarios: scenarioRows(request, { judged, aside, errors }),
    inert: units.filter(({ diverged }) => diverged === false).length,
    settled: settled.length,
    settledWorse: settled.filter(
      ({ control, treatment }) => control.outcome === "pass" && treatment.outcome === "fail",
    ).length,
    present: present.length,
    planned: units.length,
    unqualifiedJudge:
      counted.some(({ control, treatment }) => control.judged || treatment.judged) &&
      !(await qualificationOf(store, experiment.id))(spec.stress),
  };
}

/** The pairs of these seeds; a flag fired in a pair when any of the changed flags did, and is unknown when one is. */
async function gatePairs(
  store: Store,
  { experiment, seeds, flags, stale }: DecideRequest,
): Promise<{ readonly units: readonly PairedUnit[]; readonly errors: readonly PairError[] }> {
  const [spec] = experiment.comparisons;
  if (!spec) throw new Error("a gate has one comparison");
  const read = (flagId: string | null) =>
    store.pairs(experiment.id, {
      control: spec.control,
      treatment: spec.treatment,
      flagId,
      scenarios: spec.stress,
    });
  const [first, ...rest] = await Promise.all(
    flags.length === 0 ? [read(null)] : flags.map(({ id }) => read(id)),
  );
  const joined = (first ?? []).map(({ unit }, place) => {
    const all = [unit, ...rest.flatMap((pairs) => pairs[place]?.unit ?? [])];
    const fired = (arm: "control" | "treatment") => {
      const marks = all.map((one) => one[arm].fired);
      return marks.includes(true) ? true : marks.includes(null) ? null : false;
    };
    return {
      ...unit,
      control: { ...unit.control, fired: fired("control") },
      treatment: { ...unit.treatment, fired: fired("treatment") },
    };
  });
  const units = joined
    .filter(({ seed }) => seeds.includes(seed))
    .map((unit) =>
      stale?.has(blockKey(unit))
        ? {
            ...unit,
            control: MISSING_OUTCOME,
            treatment: MISSING_OUTCOME,
            diverged: null,
            prefixIdentical: null,
          }
        : unit,
    );
  const errors = (first ?? []).flatMap(({ unit: { scenario, seed }, control, treatment }) =>
    [control, treatment].flatMap(({ error }) => (error === null ? [] : [{ scenario, seed, error }])),
  );
  return { units, errors: errors.filter(({ seed }) => seeds.includes(seed)) };
}

/** Fault of a trial of a pair. */
interface PairError {
  readonly scenario: string;
  readonly seed: string;
  readonly error: string;
}

function guardrailsOf({ ratios, cost }: Comparison, request: DecideRequest): readonly Guardrail[] {
  const { bars, recordedBase, experiment, policy } = request;
  const costMetric: Metric = cost.basis === "billed" ? "costUsd" : "uncachedCostUsd";
  const asked: readonly (readonly [Metric, number | undefined])[] = [
    [costMetric, bars.cost],
    ["totalTokens", bars.tokens],
    ["calls", bars.calls],
    ["latencyMs", bars.latency],
  ];
  const brought = savingAims(request.flags, experiment.arms)
    .map((aim) => metricOfAim(aim, costMetric))
    .filter((metric) => !asked.some(([one, bar]) => one === metric && bar !== undefined))
    .filter((metric) => metric !== "latencyMs" || !recordedBase || isSimulated(experiment.model))
    .map((metric) => aimBar(ratios[metric], policy.rule === "deterministic"));
  const named = asked.flatMap(([metric, bar]): readonly Guardrail[] => {
    if (bar === undefined) return [];
    if (metric === "latencyMs" && recordedBase && !isSimulated(experiment.model))
      return [
        {
          name: `${METRIC_WORD.latencyMs} at most x${bar}`,
          outcome: "unknown",
          reason: "the base was recorded at another time, so waiting times do not compare",
        } as const,
      ];
    return [guardrail(ratios[metric], bar, policy.rule === "deterministic")];
  });
  return [...named, ...brought];
}

/** Every safety check that the candidate fails, with whether the base fails it too. */
async function safetyOf(
  store: Store,
  { experiment, scenarios, seeds, stale }: DecideRequest,
): Promise<readonly SafetyFinding[]> {
  const [base, candidate] = experiment.arms;
  const found: SafetyFinding[] = [];
  for (const { scenario } of scenarios) {
    const marked = scenario.expect.flatMap((check, place) =>
      "safety" in check && check.safety ? [checkId("outcome", place)] : [],
    );
    if (marked.length === 0 || !base || !candidate) continue;
    const results = async (arm: string) => {
      const rows = await store.trials({ experiment: experiment.id, scenario: scenario.id, arm });
      const newest = rows.filter(
        ({ superseded, key }) => !superseded && seeds.includes(key.seed) && !stale?.has(blockKey(key)),
      );
      return (await store.loadTrials(newest.map(({ id }) => id))).map(({ outcome, scores }) => ({
        seed: outcome.key.seed,
        failed: scores.filter((s) => marked.includes(s.check) && s.result === "fail"),
      }));
    };
    const before = new Set(
      (await results(base.name)).flatMap(({ seed, failed }) => failed.map(({ check }) => `${seed} ${check}`)),
    );
    for (const { seed, failed } of await results(candidate.name))
      for (const { check, detail } of failed)
        found.push({ scenario: scenario.id, seed, check, detail, known: before.has(`${seed} ${check}`) });
  }
  return found;
}

function scenarioRows(
  { experiment }: DecideRequest,
  {
    judged,
    aside,
    errors,
  }: {
    readonly judged: readonly PairedUnit[];
    readonly aside: readonly string[];
    readonly errors: readonly PairError[];
  },
): readonly GateScenario[] {
  const [spec] = experiment.comparisons;
  if (!spec) return [];
  return spec.stress.map((scenario) => {
    const own = judged.filter((unit) => unit.scenario === scenario);
    const of = (control: string, treatment: string) =>
      own.filter((unit) => unit.control.outcome === control && unit.treatment.outcome === treatment).length;
    const [b, c] = [of("fail", "pass"), of("pass", "fail")];
    return {
      scenario,
      n: of("pass", "pass") + of("fail", "fail") + b + c,
      b,
      c,
      quarantined: aside.includes(scenario),
      errors: errors
        .filter((one) => one.scenario === scenario)
        .map(({ seed, error }) => `seed ${seed}: ${error.split("\n")[0] ?? ""}`),
    };
  });
}
