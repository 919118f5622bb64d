/** Reliability of each arm over repeats: pass^k, flip rate, variance between and within scenarios. */
import type { Reliability } from "../core/comparison.ts";
import type { PairedUnit } from "../core/pairs.ts";
import { mean, variance } from "./kernels/summary.ts";
import { groupBy, isScored } from "./pair-counts.ts";
import { passHatK } from "./reliability.ts";

const MOST_K = 10;

/** Describes one arm over all its scored trials, paired or not. */
export function reliabilityOf(units: readonly PairedUnit[], arm: "control" | "treatment"): Reliability {
  const scored = units.filter((unit) => isScored(unit[arm].outcome));
  const runs = [...groupBy(scored, (unit) => unit.scenario).values()].map((group) => ({
    n: group.length,
    c: group.filter((unit) => unit[arm].outcome === "pass").length,
  }));
  if (runs.length === 0) {
    return {
      scenarios: 0,
      passRate: null,
      allSeedsPass: null,
      passHat: [],
      flipRate: null,
      betweenVariance: null,
      withinVariance: null,
    };
  }
  const fewest = Math.min(MOST_K, ...runs.map(({ n }) => n));
  const repeated = runs.filter(({ n }) => n > 1);
  const share = (holds: (run: { n: number; c: number }) => boolean) =>
    runs.filter(holds).length / runs.length;
  return {
    scenarios: runs.length,
    passRate: scored.filter((unit) => unit[arm].outcome === "pass").length / scored.length,
    allSeedsPass: share(({ n, c }) => n === c),
    passHat: Array.from({ length: fewest }, (_, i) => ({
      k: i + 1,
      value: mean(runs.map(({ n, c }) => passHatK(n, c, i + 1) ?? 0)),
    })),
    flipRate:
      repeated.length === 0 ? null : repeated.filter(({ n, c }) => c > 0 && c < n).length / repeated.length,
    betweenVariance: runs.length < 2 ? null : variance(runs.map(({ n, c }) => c / n)),
    withinVariance:
      repeated.length === 0 ? null : mean(repeated.map(({ n, c }) => (c * (n - c)) / (n * (n - 1)))),
  };
}
