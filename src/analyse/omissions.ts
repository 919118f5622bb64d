/** Leaves out each scenario and each seed in turn, to see whether one of them carries the result (STATISTICS 10.1). */
import type { Omission } from "../core/comparison.ts";
import type { Metric, RatioEstimate } from "../core/metric.ts";
import type { PairedUnit, Range } from "../core/pairs.ts";
import type { RunFacts } from "./comparison-evidence.ts";
import { evidenceWithout } from "./evidence-without.ts";
import { byName } from "./join.ts";
import { knownPairs, ratioWithout } from "./metric-ratios.ts";
import { differenceOf, finishedPairs, validPairs } from "./pair-counts.ts";
import { mcnemar } from "./paired-tests.ts";
import { type Evidence, type Ruling, rule } from "./verdict-ladder.ts";

function sideOfOne(interval: Range | null | undefined): "above" | "below" | "across" | null {
  if (!interval) return null;
  return interval[0] > 1 ? "above" : interval[1] < 1 ? "below" : "across";
}

/** What the whole run said, to compare each omission with. */
export interface WholeRun {
  readonly facts: RunFacts;
  readonly b: number;
  readonly c: number;
  readonly ruling: Ruling;
  readonly cost: RatioEstimate | null;
  readonly costMetric: Metric;
}

/** Everything that leaving one unit out takes from, gathered once for all units of a kind. */
interface Parts {
  readonly kind: Omission["kind"];
  readonly whole: WholeRun;
  readonly evidence: (omitted: string) => Evidence;
  readonly ratio: (omitted: string) => RatioEstimate | null;
}

function without({ kind, whole, evidence, ratio }: Parts, omitted: string): Omission {
  const left = evidence(omitted);
  const { n, b, c } = left;
  const { label } = rule(left);
  const cost = ratio(omitted);
  // A mechanism claim rests on every pair agreeing, so no single pair can carry it; only its floor of 3 would speak.
  const labelCounts = whole.ruling.basis !== "mechanism" && whole.ruling.label !== "invalid";
  // With the same wins and losses left, the label can change only because fewer pairs remain: no unit carries that.
  const carries = b !== whole.b || c !== whole.c;
  const [before, after] = [sideOfOne(whole.cost?.interval95), sideOfOne(cost?.interval95)];
  const changes = [
    labelCounts && carries && label !== whole.ruling.label && ("label" as const),
    before !== null && after !== null && before !== after && ("cost" as const),
  ].filter((name) => name !== false);
  return { kind, omitted, n, b, c, exactP: mcnemar(b, c).exactTwoSided, label, cost, changes };
}

/** Above twice this many of a kind only those whose pairs pull most to either side are left out in turn. */
const EXTREMES = 50;

/** Those that can carry a result: all of a few; of many the ones with the largest net gain and the largest net loss. */
function candidates(units: readonly PairedUnit[], kind: Omission["kind"]): readonly string[] {
  const net = new Map(units.map((unit) => [unit[kind], 0]));
  for (const unit of validPairs(units)) net.set(unit[kind], (net.get(unit[kind]) ?? 0) + differenceOf(unit));
  const names = [...net.keys()];
  if (names.length <= 2 * EXTREMES) return names.sort(byName);
  const ranked = names.sort((a, b) => (net.get(b) ?? 0) - (net.get(a) ?? 0) || byName(a, b));
  return [...ranked.slice(0, EXTREMES), ...ranked.slice(-EXTREMES)].sort(byName);
}

/** Gives one row per omitted scenario and seed, of very many the extreme ones; none where there is only one of a kind. */
export function omissionsOf(units: readonly PairedUnit[], whole: WholeRun): readonly Omission[] {
  const valid = validPairs(units);
  const known = knownPairs(finishedPairs(units), whole.costMetric);
  return (["scenario", "seed"] as const).flatMap((kind) => {
    const names = candidates(units, kind);
    if (names.length < 2) return [];
    const parts = {
      kind,
      whole,
      evidence: evidenceWithout(valid, whole.facts, kind),
      ratio: ratioWithout(known, (unit) => unit[kind]),
    };
    return names.map((name) => without(parts, name));
  });
}
