/** Analyses a design for several flags: main effects, effects alone and with the others, interactions (STATISTICS 9). */
import type { Comparison } from "../core/comparison.ts";
import type {
  DesignEstimate,
  DesignOutcome,
  DesignReport,
  FlagEffect,
  InteractionCheck,
} from "../core/design-report.ts";
import type { DesignSpec } from "../core/experiment.ts";
import { boundedDifference } from "./bounded-difference.ts";
import { flagImportance, interactionAlarm, mainEffects } from "./designs.ts";
import { elementAt, mean } from "./kernels/summary.ts";
import { holm, smallestP } from "./multiplicity.ts";
import { isScored } from "./pair-counts.ts";
import { isAtMost } from "./paired-tests.ts";
import { signFlip } from "./sign-flip.ts";

const ALPHA = 0.05;

/** Outcomes of one scenario and seed as 1 and 0, by arm; arms without a result are absent. */
interface Scored {
  readonly scenario: string;
  readonly byArm: ReadonlyMap<string, number>;
}

/** An analysis before it is adjusted for the number of flags. */
type Raw<T extends { readonly adjustedP: unknown }> =
  | (Omit<T, "adjustedP" | "p"> & { readonly p: number })
  | null;

function scoredBlocks(outcomes: readonly DesignOutcome[]): readonly Scored[] {
  const blocks = new Map<string, { scenario: string; byArm: Map<string, number> }>();
  for (const { scenario, seed, arm, outcome } of outcomes) {
    if (!isScored(outcome)) continue;
    const key = JSON.stringify([scenario, seed]);
    const block = blocks.get(key) ?? { scenario, byArm: new Map() };
    block.byArm.set(arm, outcome === "pass" ? 1 : 0);
    blocks.set(key, block);
  }
  return [...blocks.values()];
}

/** The outcomes of rows in order, for each block in which every row's arm has a result. */
function inRows(
  blocks: readonly Scored[],
  arms: readonly string[],
): readonly { readonly scenario: string; readonly values: readonly number[] }[] {
  return blocks.flatMap(({ scenario, byArm }) => {
    const values = arms.flatMap((arm) => byArm.get(arm) ?? []);
    return values.length === arms.length ? [{ scenario, values }] : [];
  });
}

function signs(spec: DesignSpec): readonly (readonly (1 | -1)[])[] {
  return spec.rows.map((row) => row.on.map((on): 1 | -1 => (on ? 1 : -1)));
}

function mainEffectOf(spec: DesignSpec, blocks: readonly Scored[], flag: number): Raw<DesignEstimate> {
  const arms = spec.rows.map((row) => row.arm);
  const differences = inRows(blocks, arms).map(({ scenario, values }) => ({
    scenario,
    difference: elementAt(mainEffects(signs(spec), values), flag),
  }));
  const { n, mean: delta, signFlipP, interval95, method } = boundedDifference(differences);
  return { blocks: n, delta, p: signFlipP, interval95, method };
}

function armWhere(spec: DesignSpec, wanted: (place: number) => boolean): string | null {
  return spec.rows.find((row) => row.on.every((on, place) => on === wanted(place)))?.arm ?? null;
}

function bracketGap(spec: DesignSpec, blocks: readonly Scored[], flag: number): Raw<InteractionCheck> {
  const arms = [
    armWhere(spec, () => true),
    armWhere(spec, (place) => place !== flag),
    armWhere(spec, (place) => place === flag),
    armWhere(spec, () => false),
  ].flatMap((arm) => arm ?? []);
  if (arms.length < 4) return null;
  const outcomes = inRows(blocks, arms).map(({ values }) => ({
    all: elementAt(values, 0),
    allWithout: elementAt(values, 1),
    alone: elementAt(values, 2),
    none: elementAt(values, 3),
  }));
  const { meanGap, p } = interactionAlarm(outcomes);
  return gapOf("brackets", outcomes.length, meanGap, p);
}

function halvesGap(spec: DesignSpec, blocks: readonly Scored[], flag: number): Raw<InteractionCheck> {
  const half = spec.rows.length / 2;
  const rows = signs(spec);
  const gaps = inRows(
    blocks,
    spec.rows.map((row) => row.arm),
  ).map(
    ({ values }) =>
      elementAt(mainEffects(rows.slice(0, half), values.slice(0, half)), flag) -
      elementAt(mainEffects(rows.slice(half), values.slice(half)), flag),
  );
  return gapOf("halves", gaps.length, gaps.length === 0 ? 0 : mean(gaps), signFlip(gaps));
}

function gapOf(
  basis: InteractionCheck["basis"],
  blocks: number,
  meanGap: number,
  p: number,
): Raw<InteractionCheck> {
  const couldRing = isAtMost(smallestP(blocks), ALPHA);
  return { basis, blocks, meanGap: blocks === 0 ? null : meanGap, p, alarm: false, couldRing };
}

/** Holm over those that exist, in their places. */
function adjusted<T extends { readonly adjustedP: unknown }>(
  raw: readonly Raw<T>[],
): readonly (number | null)[] {
  const known = raw.flatMap((one) => (one === null ? [] : [one.p]));
  const held = [...holm(known)];
  return raw.map((one) => (one === null ? null : (held.shift() ?? null)));
}

/** A matched pair of the design, as judged with all comparisons of the experiment. */
function pairOf(comparison: Comparison | undefined): DesignEstimate | null {
  if (comparison === undefined) return null;
  const { effect, counts } = comparison;
  return {
    blocks: counts.n,
    delta: effect.delta,
    p: effect.exactP,
    adjustedP: effect.adjustedP,
    interval95: counts.n === 0 ? null : effect.interval95,
    method: "exact-mcnemar",
  };
}

function pairAmong(
  comparisons: readonly Comparison[],
  flag: string,
  control: string | null,
  treatment: string | null,
): DesignEstimate | null {
  return pairOf(
    comparisons.find(
      ({ plan }) => plan.flag === flag && plan.control === control && plan.treatment === treatment,
    ),
  );
}

function notesOf(spec: DesignSpec, simulated: boolean): readonly string[] {
  return [
    spec.kind === "plackett-burman" &&
      "A screen proves nothing: run the flags that stand out as matched pairs (harness-lab ablate). Main effects are clear of pairwise interactions, not of those of three flags.",
    spec.kind === "factorial" &&
      "A main effect is a mean over the other flags' settings; the verdicts rest on the matched pairs.",
    simulated && "A simulated model has no rates, p-values or intervals.",
  ].filter((note) => note !== false);
}

/** A simulated model shows mechanisms, so nothing about its effects has a p or an interval. */
function withoutInference({ main, interaction, ...rest }: FlagEffect): FlagEffect {
  return {
    ...rest,
    main: main && { ...main, p: null, adjustedP: null, interval95: null },
    interaction: interaction && { ...interaction, p: null, adjustedP: null, alarm: false, couldRing: false },
  };
}

/** Results of the outcomes of a design; `comparisons` are its matched pairs, already adjusted as a family. */
export function designReport(
  spec: DesignSpec,
  outcomes: readonly DesignOutcome[],
  setup: {
    readonly comparisons: readonly Comparison[];
    readonly seeds: number;
    readonly simulated: boolean;
  },
): DesignReport {
  const blocks = scoredBlocks(outcomes);
  const balanced = spec.kind === "factorial" || spec.kind === "plackett-burman";
  const mains = spec.flags.map((_, flag) => (balanced ? mainEffectOf(spec, blocks, flag) : null));
  const gaps = spec.flags.map((_, flag) =>
    spec.kind === "plackett-burman" ? halvesGap(spec, blocks, flag) : bracketGap(spec, blocks, flag),
  );
  const mainP = adjusted<DesignEstimate>(mains);
  const gapP = adjusted<InteractionCheck>(gaps);
  const none = armWhere(spec, () => false);
  const all = armWhere(spec, () => true);
  const effects = spec.flags.map((flag, place): FlagEffect => {
    const only = armWhere(spec, (at) => at === place);
    const without = armWhere(spec, (at) => at !== place);
    const alone = pairAmong(setup.comparisons, flag, none, only);
    const withOthers = pairAmong(setup.comparisons, flag, without, all);
    const main = mains[place] ?? null;
    const gap = gaps[place] ?? null;
    const adjustedGap = gapP[place] ?? 1;
    const found = {
      flag,
      alone,
      withOthers,
      importance:
        alone?.delta == null || withOthers?.delta == null
          ? null
          : flagImportance(alone.delta, withOthers.delta),
      main: main === null ? null : { ...main, adjustedP: mainP[place] ?? null },
      interaction:
        gap === null ? null : { ...gap, adjustedP: adjustedGap, alarm: isAtMost(adjustedGap, ALPHA) },
    };
    return setup.simulated ? withoutInference(found) : found;
  });
  const arms = [...new Map(spec.rows.map((row) => [row.arm, row.on])).entries()];
  return {
    kind: spec.kind,
    screen: spec.kind === "plackett-burman",
    flags: spec.flags,
    scenarios: spec.scenarios.length,
    seeds: setup.seeds,
    blocks: {
      planned: spec.scenarios.length * setup.seeds,
      complete: inRows(
        blocks,
        arms.map(([arm]) => arm),
      ).length,
    },
    arms: arms.map(([arm, on]) => {
      const values = blocks.flatMap(({ byArm }) => byArm.get(arm) ?? []);
      return {
        arm,
        on: spec.flags.filter((_, place) => on[place]),
        passes: values.filter((value) => value === 1).length,
        of: values.length,
      };
    }),
    effects,
    notes: notesOf(spec, setup.simulated),
  };
}
