/** Agreement of a judge with labels: raw, kappa, AC1, and the rates corrected for a judge's errors. */
import { decimals } from "../core/format.ts";
import type { Range } from "../core/pairs.ts";
import { wilsonInterval } from "./intervals.ts";
import { tQuantile } from "./kernels/student-t.ts";
import { sum } from "./kernels/summary.ts";

/** Items on which both, only the first, only the second or neither says pass. */
export interface AgreementTable {
  readonly both: number;
  readonly firstOnly: number;
  readonly secondOnly: number;
  readonly neither: number;
}

export interface Agreement {
  readonly items: number;
  readonly raw: number;
  /** Null where both always say the same word, so chance agreement is 1. */
  readonly kappa: number | null;
  readonly kappaInterval: Range | null;
  readonly ac1: number | null;
  readonly ac1Interval: Range | null;
  /** Mean of the two pass rates. */
  readonly prevalence: number;
}

type Coefficient = (table: AgreementTable) => number | null;

function parts({ both, firstOnly, secondOnly, neither }: AgreementTable) {
  const n = both + firstOnly + secondOnly + neither;
  return { n, raw: (both + neither) / n, first: (both + firstOnly) / n, second: (both + secondOnly) / n };
}

/** Cohen's kappa; near 0 at high agreement when one class is rare, so never read it alone. */
const kappa: Coefficient = (table) => {
  const { raw, first, second } = parts(table);
  const chance = first * second + (1 - first) * (1 - second);
  return chance >= 1 ? null : (raw - chance) / (1 - chance);
};

/** Gwet's AC1, which keeps its meaning when one class is rare. */
const ac1: Coefficient = (table) => {
  const { raw, first, second } = parts(table);
  const pi = (first + second) / 2;
  const chance = 2 * pi * (1 - pi);
  return (raw - chance) / (1 - chance);
};

/** The delete-one jackknife interval of a coefficient; items in one cell are alike, so four recounts suffice. */
function jackknife(table: AgreementTable, coefficient: Coefficient, level: number): Range | null {
  const whole = coefficient(table);
  const { n } = parts(table);
  if (whole === null || n < 3) return null;
  const cells = (["both", "firstOnly", "secondOnly", "neither"] as const).filter((cell) => table[cell] > 0);
  const recounts = cells.map((cell) => ({
    times: table[cell],
    value: coefficient({ ...table, [cell]: table[cell] - 1 }),
  }));
  if (recounts.some(({ value }) => value === null)) return null;
  const centre = sum(recounts.map(({ times, value }) => times * (value ?? 0))) / n;
  const error = Math.sqrt(
    ((n - 1) / n) * sum(recounts.map(({ times, value }) => times * ((value ?? 0) - centre) ** 2)),
  );
  if (!(error > 0)) return null;
  const half = tQuantile((1 + level) / 2, n - 1) * error;
  return [Math.max(-1, whole - half), Math.min(1, whole + half)];
}

/** Describes how far two raters agree; kappa, AC1 and raw agreement belong together. */
export function agreement(table: AgreementTable, level = 0.95): Agreement {
  const { n, raw, first, second } = parts(table);
  return {
    items: n,
    raw,
    kappa: kappa(table),
    kappaInterval: jackknife(table, kappa, level),
    ac1: ac1(table),
    ac1Interval: jackknife(table, ac1, level),
    prevalence: (first + second) / 2,
  };
}

interface JudgeQualification {
  readonly sensitivity: number | null;
  readonly specificity: number | null;
  readonly sensitivityInterval: Range;
  readonly specificityInterval: Range;
  readonly qualified: boolean;
  readonly reasons: readonly string[];
}

/** Decides whether a judge may gate: at least 50 labels, 15 of the rarer class, lower Wilson limits of at least .85. */
export function qualifyJudge(table: AgreementTable, labelsFromBothArms: boolean): JudgeQualification {
  const { both, firstOnly, secondOnly, neither } = table;
  const passes = both + secondOnly;
  const fails = firstOnly + neither;
  const sensitivityInterval = wilsonInterval(both, passes, 0.95);
  const specificityInterval = wilsonInterval(neither, fails, 0.95);
  const reasons = [
    passes + fails < 50 && `${passes + fails} labelled items, 50 needed`,
    Math.min(passes, fails) < 15 && `${Math.min(passes, fails)} items of the rarer class, 15 needed`,
    sensitivityInterval[0] < 0.85 &&
      `sensitivity may be as low as ${decimals(sensitivityInterval[0], 2)}, .85 needed`,
    specificityInterval[0] < 0.85 &&
      `specificity may be as low as ${decimals(specificityInterval[0], 2)}, .85 needed`,
    !labelsFromBothArms && "labels come from one arm only",
  ].filter((reason): reason is string => reason !== false);
  return {
    sensitivity: passes === 0 ? null : both / passes,
    specificity: fails === 0 ? null : neither / fails,
    sensitivityInterval,
    specificityInterval,
    qualified: reasons.length === 0,
    reasons,
  };
}

/** Corrects an observed pass rate for the judge's errors (Rogan and Gladen 1978), held inside 0..1; null for a judge no better than chance. */
export function roganGladen(observed: number, sensitivity: number, specificity: number): number | null {
  const skill = sensitivity + specificity - 1;
  if (skill <= 0) return null;
  return Math.min(1, Math.max(0, (observed + specificity - 1) / skill));
}
