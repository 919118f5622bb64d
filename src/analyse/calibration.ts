/** Reads a calibration run, the control against itself: bias, noise floor, flaky scenarios, our gate's false alarms (STATISTICS 10). */

import type { CalibrationFinding, CalibrationRun, Flakiness } from "../core/calibration-run.ts";
import { byName } from "../core/pair-order.ts";
import type { PairedUnit, Range } from "../core/pairs.ts";
import { harmFalseAlarm } from "./gate-error-rates.ts";
import { wilsonInterval } from "./intervals.ts";
import { assumedPsi, placeboBand } from "./noise.ts";
import { countPairs, finishedPairs, groupBy, isSpontaneous, validPairs } from "./pair-counts.ts";
import { mcnemar } from "./paired-tests.ts";
import { ratioOfTotals } from "./ratios.ts";

const PAIRS_FOR_A_SUITE = 20;
const PAIRS_FOR_A_SCENARIO = 10;
const NOISY = 0.3;

/** True where every trial failed with the declared signature; null when that is unknown. */
function reproduces(valid: readonly PairedUnit[]): boolean | null {
  const trials = valid.flatMap(({ control, treatment }) => [control, treatment]);
  if (trials.length === 0 || trials.some(({ signatureSeen }) => signatureSeen === null)) return null;
  return trials.every(({ outcome, signatureSeen }) => outcome === "fail" && signatureSeen === true);
}

function latencyInterval(units: readonly PairedUnit[]): Range | null {
  const known = finishedPairs(units).flatMap(({ control, treatment }) =>
    control.latencyMs === null || treatment.latencyMs === null
      ? []
      : [[treatment.latencyMs, control.latencyMs] as const],
  );
  if (known.length < 2 || known.some(([left, right]) => left <= 0 || right <= 0)) return null;
  return ratioOfTotals(
    known.map(([left]) => left),
    known.map(([, right]) => right),
    0.99,
  ).interval;
}

/** True where an interval of a ratio has no room for "the same"; an unknown one excludes nothing. */
export function excludesOne(interval: Range | null): boolean {
  return interval !== null && (interval[0] > 1 + 1e-9 || interval[1] < 1 - 1e-9);
}

/** Counts every scenario that was planned, also one without a valid pair. */
function flakinessOf(units: readonly PairedUnit[]): readonly Flakiness[] {
  return [...groupBy(units, (unit) => unit.scenario)]
    .map(([scenario, group]): Flakiness => {
      const { n, b, c } = countPairs(validPairs(group));
      const noisy = n >= PAIRS_FOR_A_SCENARIO && (b + c) / n >= NOISY;
      return { scenario, pairs: n, discordant: b + c, noisy };
    })
    .sort((left, right) => byName(left.scenario, right.scenario));
}

/** Valid pairs of a scenario among these; one of which all are set aside has none. */
function repeatsOf(rows: readonly Flakiness[], scenario: string): number {
  return rows.find((row) => row.scenario === scenario)?.pairs ?? 0;
}

/** Describes a run of the control under two names, same scheduler and seeds; the treatment is the placebo. */
export function calibrationOf(units: readonly PairedUnit[], alpha: number): CalibrationRun {
  const valid = validPairs(units);
  const { n, b, c } = countPairs(valid);
  const biasP = n === 0 ? null : mcnemar(b, c).exactTwoSided;
  const psi = n === 0 ? null : (b + c) / n;
  const assumed = assumedPsi(b + c, n);
  const latency99 = latencyInterval(units);
  const biased = biasP !== null && biasP <= 0.01;
  const shifted = excludesOne(latency99);
  const findings: readonly (CalibrationFinding | false)[] = [
    biased && { code: "outcomes-differ", p: biasP },
    shifted && { code: "latency-differs" },
    n < PAIRS_FOR_A_SUITE && { code: "few-pairs", pairs: n, needed: PAIRS_FOR_A_SUITE },
  ];
  const flakiness = flakinessOf(units);
  // Where the model may succeed by itself, as declared, that says nothing about whether the failure recurs.
  const tested = valid.filter((unit) => !isSpontaneous(unit));
  const repeats = flakinessOf(units.filter((unit) => !isSpontaneous(unit)));
  return {
    calibration: {
      pairs: n,
      b,
      c,
      controlReproduces: reproduces(tested),
      fewestPairs: n === 0 ? 0 : Math.min(...flakiness.map(({ scenario }) => repeatsOf(repeats, scenario))),
      biasP,
      latency99,
      gateFalseAlarm: n === 0 ? null : harmFalseAlarm(n, assumed, alpha),
      flaky: flakiness.filter(({ noisy }) => noisy).map(({ scenario }) => scenario),
      source: null,
    },
    psi,
    psiInterval: n === 0 ? null : wilsonInterval(b + c, n, 0.95),
    clean: n > 0 && !biased && !shifted,
    enoughPairs: n >= PAIRS_FOR_A_SUITE,
    band95: placeboBand(n, assumed),
    flakiness,
    findings: findings.filter((finding) => finding !== false),
  };
}
