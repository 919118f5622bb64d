/** Leaves out each scenario and each seed in turn, to see whether one of them carries the result (STATISTICS 10.1, 11.2). */

import type { SavingEvidence } from "../core/aim.ts";
import type { Omission } from "../core/comparison.ts";
import type { Metric, RatioEstimate } from "../core/metric.ts";
import { byName } from "../core/pair-order.ts";
import type { PairedUnit, Range } from "../core/pairs.ts";
import { evidenceOf, type RunFacts } from "./comparison-evidence.ts";
import { type KnownPair, knownPairs, ratioWithout } from "./metric-ratios.ts";
import { omissionTail } from "./omission-tail.ts";
import { isAdditive, type OutcomeTally, tallyOutcomes, withoutPart } from "./outcome-tally.ts";
import { differenceOf, finishedPairs, groupBy, validPairs } from "./pair-counts.ts";
import type { Ruling } from "./ruling.ts";
import { rule } from "./verdict-ladder.ts";

/** A unit carries the result where leaving it out is as rare as this among all units of its kind. */
const RARE = 0.05;

function sideOfOne(interval: Range | null | undefined): "above" | "below" | "across" | null {
  if (!interval) return null;
  return interval[0] > 1 ? "above" : interval[1] < 1 ? "below" : "across";
}

/** Results of the whole run, to compare each omission with. */
export interface WholeRun {
  readonly facts: RunFacts;
  readonly tally: OutcomeTally;
  readonly ruling: Ruling;
  readonly cost: RatioEstimate | null;
  readonly costMetric: Metric;
}

type Unit = Pick<Omission, "kind" | "omitted"> & { readonly ofKind: number };

/**
 * True where the label can rest on one unit: not where it claims nothing, rests on every pair or on scenarios of both
 * kinds, and not where nothing is paired, so that there is no net to remove.
 */
function canCarryLabel({ ruling, facts }: WholeRun): boolean {
  const { plan } = facts;
  const never = ["invalid", "inert", "mixed"].includes(ruling.label);
  return (
    !never &&
    !plan.simulated &&
    facts.aimed === null &&
    plan.pairing === "seed" &&
    ruling.basis !== "mechanism"
  );
}

/** Everything that leaving one unit out takes from, gathered once for all units of a kind. */
interface Parts {
  readonly whole: WholeRun;
  readonly units: readonly PairedUnit[];
  /** The units of each name. */
  readonly groups: ReadonlyMap<string, readonly PairedUnit[]>;
  readonly cost: RatioParts;
  /** The metric that the flag is there to save, where it is another one than cost; null = none is. */
  readonly aimed: RatioParts | null;
}

/** One metric over the pairs in which both arms tell it. */
interface RatioParts {
  readonly whole: Range | null;
  readonly known: readonly KnownPair[];
  readonly ratio: (omitted: string) => RatioEstimate | null;
}

/** Counts without the unit, taken away where counts add up. */
function tallyWithout(
  { whole, units, groups }: Parts,
  { kind, omitted }: Unit,
  own: OutcomeTally,
): OutcomeTally {
  const { plan } = whole.facts;
  if (isAdditive(plan)) return withoutPart(whole.tally, own);
  return tallyOutcomes(groups.size === 1 ? [] : units.filter((one) => one[kind] !== omitted), plan);
}

function extraOf(pairs: readonly KnownPair[]): number {
  return pairs.reduce((sum, { control, treatment }) => sum + treatment - control, 0);
}

/** True where a ratio rests on the unit: without it the interval holds 1, and it holds most of the difference. */
function carriesRatio({ whole, known }: RatioParts, unit: Unit, without: RatioEstimate | null): boolean {
  const [before, after] = [sideOfOne(whole), sideOfOne(without?.interval95)];
  if (before === null || before === "across" || after !== "across") return false;
  const all = extraOf(known);
  return all !== 0 && extraOf(known.filter((pair) => pair.unit[unit.kind] === unit.omitted)) / all > 0.5;
}

function without(parts: Parts, unit: Unit): Omission {
  const { whole } = parts;
  const { kind, omitted, ofKind } = unit;
  const own = tallyOutcomes(parts.groups.get(omitted) ?? [], whole.facts.plan);
  const left = tallyWithout(parts, unit, own);
  const { label } = rule(evidenceOf(left, { ...whole.facts, conflict: null }));
  const { counts: all } = whole.tally;
  const tail = all.b === all.c || !canCarryLabel(whole) ? null : omissionTail(all, own.counts);
  const changesLabel = tail !== null && label !== whole.ruling.label && tail * ofKind <= RARE;
  const cost = parts.cost.ratio(omitted);
  const aimed = parts.aimed?.ratio(omitted) ?? null;
  const changes = [
    changesLabel && ("label" as const),
    carriesRatio(parts.cost, unit, cost) && ("cost" as const),
    parts.aimed !== null && carriesRatio(parts.aimed, unit, aimed) && ("aim" as const),
  ];
  return {
    kind,
    omitted,
    n: left.counts.n,
    b: left.counts.b,
    c: left.counts.c,
    exactP: left.figures.testP,
    label,
    tail,
    cost,
    ...(parts.aimed === null ? {} : { aimed }),
    changes: changes.filter((name) => name !== false),
  };
}

/** Above twice this many of a kind only those whose pairs pull most to either side are left out in turn. */
const EXTREMES = 50;

/** Those that can carry a result: all of a few; of many the ones with the largest net gain and the largest net loss. */
function candidates(units: readonly PairedUnit[], kind: Omission["kind"]): readonly Unit[] {
  const net = new Map(units.map((unit) => [unit[kind], 0]));
  for (const unit of validPairs(units)) net.set(unit[kind], (net.get(unit[kind]) ?? 0) + differenceOf(unit));
  const names = [...net.keys()];
  const ranked = names.sort((a, b) => (net.get(b) ?? 0) - (net.get(a) ?? 0) || byName(a, b));
  const chosen =
    names.length <= 2 * EXTREMES ? ranked : [...ranked.slice(0, EXTREMES), ...ranked.slice(-EXTREMES)];
  return chosen.sort(byName).map((omitted) => ({ kind, omitted, ofKind: names.length }));
}

/** Quantity that the flag is there to save, unless that is the cost which every comparison looks at. */
function aimedMetric({ facts, costMetric }: WholeRun): Pick<SavingEvidence, "metric" | "interval95"> | null {
  const saving = facts.aimed?.saving;
  return !saving || facts.plan.simulated || saving.evidence.metric === costMetric ? null : saving.evidence;
}

/** One row per omitted scenario and seed, of very many the extreme ones; none where there is only one of a kind. */
export function omissionsOf(units: readonly PairedUnit[], whole: WholeRun): readonly Omission[] {
  const finished = finishedPairs(units);
  const aim = aimedMetric(whole);
  const known = {
    cost: knownPairs(finished, whole.costMetric),
    aimed: aim && knownPairs(finished, aim.metric),
  };
  return (["scenario", "seed"] as const).flatMap((kind) => {
    const found = candidates(units, kind);
    if (found.length < 2) return [];
    const name = (unit: PairedUnit) => unit[kind];
    const ratioParts = (pairs: readonly KnownPair[], interval: Range | null | undefined): RatioParts => ({
      whole: interval ?? null,
      known: pairs,
      ratio: ratioWithout(pairs, name),
    });
    const parts: Parts = {
      whole,
      units,
      groups: groupBy(units, name),
      cost: ratioParts(known.cost, whole.cost?.interval95),
      aimed: known.aimed && ratioParts(known.aimed, aim?.interval95),
    };
    return found.map((unit) => without(parts, unit));
  });
}
