/** Results of a design, as tables of plain cells and sentences; every format prints the same. */

import type { DesignEstimate, DesignReport, FlagEffect, InteractionCheck } from "../core/design-report.ts";
import { count, countText, points, pointsRange, pValue, UNKNOWN } from "../core/format.ts";

const KINDS: Readonly<Record<DesignReport["kind"], string>> = {
  oat: "one at a time: each flag alone, against all off",
  "leave-one-out": "leave one out: all on, against each flag off",
  both: "one at a time and leave one out",
  factorial: "full factorial: every combination",
  "plackett-burman": "Plackett-Burman screen of 12 runs with their mirror image",
};

/** The design in a sentence. */
export function designSentence(design: DesignReport): string {
  const { blocks, arms, scenarios, seeds, flags } = design;
  return `${countText(flags.length, "flag")}, ${KINDS[design.kind]}: ${countText(arms.length, "configuration")}, each on the same ${countText(scenarios, "scenario")} and ${countText(seeds, "seed")}; ${count(blocks.complete)} of ${countText(blocks.planned, "block")} with a result in every arm.`;
}

type Column = readonly [head: string, cell: (effect: FlagEffect) => string];

const COLUMNS: readonly (readonly [shown: (effect: FlagEffect) => boolean, column: Column])[] = [
  [({ alone }) => alone !== null, ["alone", ({ alone }) => estimateText(alone)]],
  [
    ({ withOthers }) => withOthers !== null,
    ["with the others", ({ withOthers }) => estimateText(withOthers)],
  ],
  [({ importance }) => importance !== null, ["importance", importanceText]],
  [({ main }) => main !== null, ["main effect", ({ main }) => estimateText(main)]],
  [
    ({ interaction }) => interaction !== null,
    ["interaction alarm", ({ interaction }) => interactionText(interaction)],
  ],
];

/** Headings and rows of the table of flags; columns that the design cannot fill are left out. */
export function effectTable({ effects }: DesignReport): {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
} {
  const columns = COLUMNS.filter(([shown]) => effects.some(shown)).map(([, column]) => column);
  return {
    head: ["flag", ...columns.map(([head]) => head)],
    rows: effects.map((effect) => [effect.flag, ...columns.map(([, cell]) => cell(effect))]),
  };
}

/** Headings and rows of the table of configurations. */
export function configurationTable({ arms }: DesignReport): {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
} {
  return {
    head: ["configuration", "on", "passed"],
    rows: arms.map(({ arm, on, passes, of }) => [
      arm,
      on.length === 0 ? "none" : on.join(", "),
      of === 0 ? "no result" : `${count(passes)}/${count(of)}`,
    ]),
  };
}

/** Meaning of the columns, and conclusions that they do not allow. */
export function designNotes(design: DesignReport): readonly string[] {
  const pairs =
    "Alone and together with the other flags are matched pairs, judged below; importance is the mean of the two.";
  return [
    isTested(design)
      ? `Effects are in points of the pass rate with their 95 % interval; p is two-sided, in brackets adjusted by Holm, which the interval is not. ${pairs}`
      : `Effects are counts: how many more blocks pass with the flag on, of the blocks in which both settings have a result. ${pairs}`,
    ...intervalNotes(design),
    ...design.notes,
  ];
}

/** Test and interval of a main effect answer different questions, so one may hold 0 where the other is small. */
function intervalNotes({ effects }: DesignReport): readonly string[] {
  const methods = new Set(effects.flatMap(({ main }) => (main?.interval95 ? [main.method] : [])));
  return [
    methods.has("t-over-scenarios") &&
      "The p of a main effect is about these scenarios; its interval goes over scenario means and is about scenarios like these, so it can hold 0 beside a small p.",
    methods.has("betting-sequence") &&
      "With fewer than 5 scenarios the interval of a main effect is one that holds at any number of blocks: wider than its p alone would ask for.",
  ].filter((note) => note !== false);
}

/** True where some effect has a p; a simulated model gives none, so its effects are counts and not rates. */
export function isTested({ effects }: DesignReport): boolean {
  return effects.some(({ alone, withOthers, main }) =>
    [alone, withOthers, main].some((one) => one?.p != null),
  );
}

function importanceText({ importance, alone, withOthers }: FlagEffect): string {
  if (importance === null || alone === null || withOthers === null) return UNKNOWN;
  if (alone.p !== null || withOthers.p !== null) return points(importance);
  return alone.blocks === withOthers.blocks ? netText(importance, alone.blocks) : UNKNOWN;
}

/** More blocks that pass, of all: "+7 of 18", a mean of several with one decimal. */
function netText(delta: number, blocks: number): string {
  const net = Math.round(delta * blocks * 10) / 10;
  return `${net > 0 ? "+" : ""}${net === 0 ? 0 : net} of ${count(blocks)}`;
}

function estimateText(estimate: DesignEstimate | null): string {
  if (estimate === null || estimate.delta === null) return UNKNOWN;
  if (estimate.p === null) return netText(estimate.delta, estimate.blocks);
  const adjusted = estimate.adjustedP === null ? "" : ` (${pValue(estimate.adjustedP)})`;
  return `${points(estimate.delta)} (${pointsRange(estimate.interval95)}), p ${pValue(estimate.p)}${adjusted}`;
}

function interactionText(check: InteractionCheck | null): string {
  if (check === null || check.meanGap === null) return UNKNOWN;
  if (check.p === null) return `gap ${netText(check.meanGap, check.blocks)}`;
  const state = check.alarm
    ? "RINGS"
    : check.couldRing
      ? "silent"
      : `silent, and ${countText(check.blocks, "block")} could not ring it`;
  return `${state}: gap ${points(check.meanGap)}, p ${pValue(check.p)} (${pValue(check.adjustedP)})`;
}
