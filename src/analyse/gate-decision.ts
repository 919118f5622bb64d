/** Decides a regression gate: regression, certified, inconclusive, or broken (STATISTICS 7). */

import { EXIT, type ExitCode } from "../core/errors.ts";
import { countText, pValue, ratio as ratioText } from "../core/format.ts";
import type { GateDecision, GateOutcome, GatePolicy, Guardrail } from "../core/gate.ts";
import type { MetricRatio } from "../core/metric.ts";
import { METRIC_WORD } from "../core/metric-word.ts";
import type { Denominators, PairCounts, PairedUnit } from "../core/pairs.ts";
import { nonInferiority, pairsToCertify } from "./non-inferiority.ts";
import { countPairs, denominatorsOf, differenceOf, isScored, validPairs } from "./pair-counts.ts";
import { isAtMost } from "./paired-tests.ts";

export interface GateOptions {
  /** Largest loss that is accepted, as a difference of pass rates; fixed before the data. */
  readonly margin: number;
  /** One-sided level of each of the two tests. */
  readonly alpha: number;
  /** The model is scripted: any pair the base passes and the candidate fails is a failing test, no statistics. */
  readonly deterministic: boolean;
  /** Pairs planned; those that never ran are lost. */
  readonly planned?: number;
  /** A flag is under test, so a run in which it never fired proves nothing. */
  readonly expectsFiring?: boolean;
  /** A plain rule in place of the statistical one: fewer passes, any pair worse, any failing trial of the candidate. */
  readonly failOn?: GatePolicy["failOn"];
  /** Scenarios left out for both arms by a list made before the run; the result with them is kept beside. */
  readonly quarantine?: readonly string[];
}

const EXIT_OF: Readonly<Record<GateOutcome, ExitCode>> = {
  pass: EXIT.pass,
  regression: EXIT.failed,
  inconclusive: EXIT.inconclusive,
  broken: EXIT.broken,
};

interface Found {
  readonly outcome: GateOutcome;
  readonly reasons: readonly string[];
  readonly untested?: true;
}

/** Decides on counts alone: harm first, so that a real but tiny loss is still a regression. */
export function gateOnCounts(
  counts: { readonly b: number; readonly c: number; readonly n: number },
  { margin, alpha }: Pick<GateOptions, "margin" | "alpha">,
): GateOutcome {
  const { exactP, harmExactP } = nonInferiority(counts, margin);
  if (counts.n > 0 && isAtMost(harmExactP, alpha)) return "regression";
  return counts.n > 0 && isAtMost(exactP, alpha) ? "pass" : "inconclusive";
}

/** The reasons why the evaluation itself broke: nothing ran, or too much was lost. */
function brokenReasons(
  units: readonly PairedUnit[],
  lost: Denominators,
  options: GateOptions,
): readonly string[] {
  const { pairs, lostShare, lopsidedP } = lost;
  const some = units.length - pairs;
  return [
    pairs === 0 && "no pair has a result in both arms",
    pairs > 0 &&
      (options.deterministic || options.failOn) &&
      some > 0 &&
      `${countText(some, "pair")} of ${units.length} ended without a result`,
    pairs > 0 &&
      lostShare !== null &&
      lostShare > 0.1 &&
      `${lost.units + (lost.notRun ?? 0) - pairs} of ${countText(lost.units + (lost.notRun ?? 0), "pair")} are lost`,
    pairs > 0 && lopsidedP < 0.05 && "one arm loses far more trials than the other",
  ].filter((reason) => typeof reason === "string");
}

/** Applies a rule without statistics: simple, and false alarms are its price. */
function plainly(valid: readonly PairedUnit[], rule: NonNullable<GatePolicy["failOn"]>): Found {
  const { b, c } = countPairs(valid);
  const failures = valid.filter(({ treatment }) => treatment.outcome === "fail").length;
  const findings: Readonly<Record<typeof rule, readonly [fails: boolean, words: string]>> = {
    drop: [c > b, `the candidate passes ${countText(Math.abs(c - b), "pair")} ${c > b ? "fewer" : "more"}`],
    loss: [c > 0, `${countText(c, "pair")} got worse`],
    failure: [failures > 0, `${countText(failures, "trial")} of the candidate failed`],
  };
  const [fails, words] = findings[rule];
  return { outcome: fails ? "regression" : "pass", reasons: [`${words} (plain rule: ${rule})`] };
}

function neverFired(valid: readonly PairedUnit[], options: GateOptions): boolean {
  return (
    options.expectsFiring === true &&
    valid.every(({ control, treatment }) => treatment.fired === false && control.fired !== true)
  );
}

/** Counts every lost result as a pass of the base and a failure of the candidate. */
function worstCounts(units: readonly PairedUnit[]): PairCounts {
  return countPairs(
    units.map((unit) => ({
      ...unit,
      control: isScored(unit.control.outcome) ? unit.control : { ...unit.control, outcome: "pass" },
      treatment: isScored(unit.treatment.outcome) ? unit.treatment : { ...unit.treatment, outcome: "fail" },
    })),
  );
}

function statistical(
  units: readonly PairedUnit[],
  valid: readonly PairedUnit[],
  options: GateOptions,
): Found {
  const outcome = gateOnCounts(countPairs(valid), options);
  if (outcome === "pass" && gateOnCounts(worstCounts(units), options) !== "pass") {
    return { outcome: "inconclusive", reasons: ["the lost pairs could hide a loss beyond the margin"] };
  }
  const words = {
    pass: `not worse by more than ${Math.round(options.margin * 100)} points`,
    regression: "the candidate passes less often",
    inconclusive: "too few pairs to certify the margin, no loss proven",
  };
  return { outcome, reasons: [words[outcome as keyof typeof words]] };
}

function decide(units: readonly PairedUnit[], options: GateOptions): Found {
  const valid = validPairs(units);
  const { planned = units.length } = options;
  const broken = brokenReasons(units, lostOf(units, planned), options);
  if (broken.length > 0) return { outcome: "broken", reasons: broken };
  if (neverFired(valid, options))
    return {
      outcome: "inconclusive",
      reasons: ["the flag never fired in either arm, so nothing was tested"],
      untested: true,
    };
  if (options.failOn) return plainly(valid, options.failOn);
  const losses = valid.filter((unit) => differenceOf(unit) === -1).length;
  if (options.deterministic) {
    return losses > 0
      ? {
          outcome: "regression",
          reasons: [`${countText(losses, "pair")} that the base passes fail with the candidate`],
        }
      : { outcome: "pass", reasons: ["the model is scripted and no pair got worse"] };
  }
  if (
    valid.length === units.length &&
    valid.every((unit) => unit.diverged === false && differenceOf(unit) === 0)
  ) {
    return { outcome: "pass", reasons: ["no request differs from the base, so no outcome can"] };
  }
  return statistical(units, valid, options);
}

function lostOf(units: readonly PairedUnit[], planned: number): Denominators {
  return denominatorsOf(units, { planned, design: "fixed", pairing: "seed" });
}

/** "; harm p 0.031, margin p 1.00"; nothing where a scripted model answered. */
function gateTests({ harmP, certifyP }: Pick<GateDecision, "harmP" | "certifyP">): string {
  return harmP === null || certifyP === null ? "" : `; harm p ${pValue(harmP)}, margin p ${pValue(certifyP)}`;
}

function sentenceOf(
  { outcome, reasons }: Found,
  { n, b, c }: PairCounts,
  tests: { readonly harmP: number | null; readonly certifyP: number | null },
): string {
  const name = {
    pass: "No regression shown",
    regression: "Regression",
    inconclusive: "Inconclusive",
    broken: "Broken",
  }[outcome];
  const numbers =
    n === 0
      ? ""
      : ` ${b} better, ${c} worse, ${n - b - c} equal of ${countText(n, "pair")}${gateTests(tests)}.`;
  return `${name}: ${reasons.join("; ")}.${numbers}`;
}

/**
 * Decides the gate; the treatment of each pair is the candidate. Contract: an empty, all-error or one-survivor run is
 * broken and a flag that never fired is inconclusive; none of them ever passes.
 */
export function gateDecision(all: readonly PairedUnit[], options: GateOptions): GateDecision {
  const quarantined = new Set(options.quarantine);
  const units = all.filter((unit) => !quarantined.has(unit.scenario));
  const setAside = all.length - units.length;
  const planned = Math.max(units.length, (options.planned ?? all.length) - setAside);
  const found = decide(units, { ...options, planned });
  const valid = validPairs(units);
  const counts = countPairs(valid);
  const { exactP, harmExactP } = nonInferiority(counts, options.margin);
  // A scripted model draws nothing, so nothing about it has a p.
  const tests = options.deterministic
    ? { harmP: null, certifyP: null }
    : { harmP: harmExactP, certifyP: exactP };
  const reached = options.deterministic || options.failOn || found.outcome !== "inconclusive";
  const withAll = setAside === 0 ? null : decide(all, options).outcome;
  return {
    outcome: found.outcome,
    exitCode: EXIT_OF[found.outcome],
    counts,
    ...tests,
    smallerThanMargin:
      found.outcome === "regression" && !options.deterministic && isAtMost(exactP, options.alpha),
    losses: valid
      .filter((unit) => differenceOf(unit) === -1)
      .map(({ scenario, seed }) => ({ scenario, seed })),
    denominators: lostOf(units, planned),
    pairsToCertify: reached ? null : pairsToCertify(counts, options).exact,
    withQuarantined: withAll,
    untested: found.untested === true,
    reasons: found.reasons,
    sentence: sentenceOf(found, counts, tests),
  };
}

/** Joins a regression with its confirm rerun on fresh seeds: it blocks only when both show it, which cuts false blocks to their product. */
export function confirmRegression(first: GateDecision, rerun: GateDecision): GateOutcome {
  if (first.outcome !== "regression") return first.outcome;
  return rerun.outcome === "pass" ? "inconclusive" : rerun.outcome;
}

/**
 * Holds a ratio (cost, latency, calls) against a bar such as 1.2: a breach only when the whole interval lies above it.
 * With a scripted model the ratio itself is held against it, since nothing is drawn. Where too many pairs, or one arm's
 * alone, do not tell the metric, nothing passes.
 */
export function guardrail(ratio: MetricRatio, bar: number, scripted = false): Guardrail {
  const held = heldAgainst(ratio, bar, scripted);
  if (held.outcome !== "pass" || !ratio.missingSensitive) return held;
  const { known, of, metric } = ratio;
  const reason = `${METRIC_WORD[metric]} is known in ${known} of ${countText(of, "pair")} alone, bar x${bar}`;
  return { ...held, outcome: "inconclusive", reason };
}

function heldAgainst(ratio: MetricRatio, bar: number, scripted: boolean): Guardrail {
  const { ofTotals, known, of, metric } = ratio;
  const word = METRIC_WORD[metric];
  const name = `${word} at most x${bar}`;
  if (ratio.state === "identical")
    return { name, outcome: 1 <= bar ? "pass" : "regression", reason: `${word} is identical` };
  if (ofTotals === null) return { name, outcome: "unknown", reason: `${word}: ${ratio.reason ?? "unknown"}` };
  const words = `${word} ${ratioText(ofTotals.ratio)} in ${known} of ${countText(of, "pair")}, bar x${bar}`;
  if (scripted) return { name, outcome: ofTotals.ratio <= bar ? "pass" : "regression", reason: words };
  const interval = ofTotals.interval95;
  if (interval === null) return { name, outcome: "inconclusive", reason: `${words}; no interval exists` };
  if (interval[0] > bar) return { name, outcome: "regression", reason: words };
  return { name, outcome: interval[1] <= bar ? "pass" : "inconclusive", reason: words };
}
