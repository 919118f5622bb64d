/** Effects of a design: what is estimated, how it is tested, and when interactions are reported. */
import { expect, test } from "vitest";
import { foldOver, fullFactorial, plackettBurman12 } from "../core/configurations.ts";
import type { DesignOutcome } from "../core/design-report.ts";
import type { DesignKind, DesignSpec } from "../core/experiment.ts";
import { outcome, planOf } from "../testing/paired-units.ts";
import { compare } from "./compare.ts";
import { designReport } from "./design-effects.ts";

const FLAGS = ["A", "B", "C"];

function spec(kind: DesignKind, flags = FLAGS): DesignSpec {
  const rows = kind === "plackett-burman" ? foldOver(plackettBurman12()) : fullFactorial(flags.length);
  const on = rows.map((row) => row.slice(0, flags.length).map((sign) => sign === 1));
  const arm = (row: readonly boolean[]) => flags.filter((_, place) => row[place]).join("+") || "none";
  return { kind, flags, rows: on.map((row) => ({ arm: arm(row), on: row })), scenarios: ["s"] };
}

/** Every arm on every seed, passing as a rule over the flags that are on and the seed says. */
function outcomes(
  of: DesignSpec,
  passes: (on: ReadonlySet<string>, seed: number) => boolean,
  seeds = 10,
): readonly DesignOutcome[] {
  const arms = new Map(of.rows.map((row) => [row.arm, row.on]));
  return Array.from({ length: seeds }, (_, seed) =>
    [...arms].map(([arm, on]) => ({
      scenario: "s",
      seed: String(seed),
      arm,
      outcome: passes(new Set(of.flags.filter((_, place) => on[place])), seed)
        ? ("pass" as const)
        : ("fail" as const),
    })),
  ).flat();
}

function report(of: DesignSpec, rows: readonly DesignOutcome[], seeds = 10) {
  return designReport(of, rows, { comparisons: [], seeds, simulated: false });
}

test("a flag that alone decides has the whole main effect, the others none (main effects of a factorial)", () => {
  const design = spec("factorial");
  const { effects, blocks } = report(
    design,
    outcomes(design, (on) => on.has("A")),
  );
  expect(blocks).toEqual({ planned: 10, complete: 10 });
  expect(effects.map(({ main }) => main?.delta)).toEqual([1, 0, 0]);
  // 10 blocks that all say +1: 2 / 2^10, times 3 flags by Holm.
  expect(effects[0]?.main).toMatchObject({ p: 2 / 1024, adjustedP: 6 / 1024, method: "betting-sequence" });
  expect(effects[0]?.main?.interval95?.[0]).toBeGreaterThan(0);
  expect(effects[1]?.main).toMatchObject({ p: 1, adjustedP: 1 });
  expect(effects.every(({ interaction }) => interaction?.alarm === false)).toBe(true);
});

test("two flags of which either suffices ring the interaction alarm, the third does not", () => {
  const design = spec("factorial");
  const { effects } = report(
    design,
    outcomes(design, (on) => on.has("A") || on.has("B")),
  );
  // In company -0, alone +1: a gap of -1 on every block.
  expect(effects.map(({ interaction }) => interaction?.meanGap)).toEqual([-1, -1, 0]);
  expect(effects.map(({ interaction }) => interaction?.alarm)).toEqual([true, true, false]);
  expect(effects.map(({ main }) => main?.delta)).toEqual([0.5, 0.5, 0]);
});

test("five blocks cannot ring the alarm, and it says so", () => {
  const design = spec("factorial");
  const { effects } = report(
    design,
    outcomes(design, (on) => on.has("A") || on.has("B"), 5),
    5,
  );
  expect(effects[0]?.interaction).toMatchObject({ meanGap: -1, alarm: false, couldRing: false });
});

test("a folded-over screen finds the mains although rows share arms, and never claims more than a screen", () => {
  const design = spec("plackett-burman", ["A", "B", "C", "D", "E", "F", "G"]);
  const found = report(
    design,
    outcomes(design, (on, seed) => on.has("C") || seed % 5 === 0),
  );
  expect(found.screen).toBe(true);
  expect(found.notes.join(" ")).toContain("proves nothing");
  const deltas = [0, 0, 0.8, 0, 0, 0, 0];
  expect(found.effects.map(({ main }) => main?.delta)).toEqual(
    deltas.map((delta) => expect.closeTo(delta, 9)),
  );
  expect(found.effects[2]?.main?.adjustedP).toBeCloseTo((7 * 2) / 256, 9);
  expect(
    found.effects.every(({ alone, withOthers, importance }) => !alone && !withOthers && importance === null),
  ).toBe(true);
});

test("interactions of other flags make the halves of a screen disagree, and leave its mains clear", () => {
  const design = spec("plackett-burman", ["A", "B", "C", "D", "E", "F", "G"]);
  // A passes only where exactly one of A and B is on: an interaction without any main effect.
  const found = report(
    design,
    outcomes(design, (on) => on.has("A") !== on.has("B")),
  );
  for (const { main } of found.effects) expect(main?.delta).toBeCloseTo(0, 9);
  const ringing = found.effects.filter(({ interaction }) => interaction?.alarm);
  expect(ringing.length).toBeGreaterThan(0);
  // The flags that interact are not aliased with their own interaction; the others are, by a third.
  expect(ringing.map(({ flag }) => flag)).not.toContain("A");
  for (const { interaction } of ringing) expect(Math.abs(interaction?.meanGap ?? 0)).toBeCloseTo(2 / 3, 9);
});

test("a block with an error is left out of every contrast that needs that arm, and counted", () => {
  const design = spec("factorial");
  const rows = outcomes(design, (on) => on.has("A")).map((row, place) =>
    place === 0 ? { ...row, outcome: "error" as const } : row,
  );
  const { blocks, effects, arms } = report(design, rows);
  expect(blocks).toEqual({ planned: 10, complete: 9 });
  expect(effects[0]?.main?.blocks).toBe(9);
  expect(arms.find(({ arm }) => arm === "none")).toMatchObject({ passes: 0, of: 9, on: [] });
});

test("importance is the mean of the matched pairs, whose p and interval are those of the comparisons", () => {
  const design = spec("factorial");
  const rows = outcomes(design, (on) => on.has("A") || on.has("B"));
  const cell = (arm: string, seed: string) =>
    rows.find((row) => row.arm === arm && row.seed === seed)?.outcome;
  const pair = (control: string, treatment: string) =>
    compare(
      Array.from({ length: 10 }, (_, seed) => ({
        scenario: "s",
        seed: String(seed),
        control: outcome(cell(control, String(seed)) ?? "missing"),
        treatment: outcome(cell(treatment, String(seed)) ?? "missing"),
        diverged: null,
        prefixIdentical: null,
      })),
      planOf({ flag: "A", control, treatment, planned: 10 }),
    );
  const { effects } = designReport(design, rows, {
    comparisons: [pair("none", "A"), pair("B+C", "A+B+C")],
    seeds: 10,
    simulated: true,
  });
  expect(effects[0]).toMatchObject({
    alone: { delta: 1, p: 2 / 1024, method: "exact-mcnemar" },
    withOthers: { delta: 0, p: 1 },
    importance: 0.5,
  });
  expect(effects[1]).toMatchObject({ alone: null, withOthers: null, importance: null });
});

test("no outcome at all gives unknown effects, not 0", () => {
  const { effects, blocks } = report(spec("factorial"), []);
  expect(blocks).toEqual({ planned: 10, complete: 0 });
  expect(effects[0]?.main).toMatchObject({ blocks: 0, delta: null, p: 1, interval95: null });
  expect(effects[0]?.interaction).toMatchObject({ meanGap: null, alarm: false });
});
