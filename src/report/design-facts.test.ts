/** The cells of a design: points with p on a real model, counts on a simulated one. */
import { expect, test } from "vitest";
import type { DesignEstimate, DesignReport, FlagEffect } from "../core/design-report.ts";
import { mainEffects } from "./charts/effect-forest.ts";
import { designNotes, effectTable } from "./design-facts.ts";

const estimate = (delta: number, blocks: number, p: number | null): DesignEstimate => ({
  blocks,
  delta,
  p,
  adjustedP: p,
  interval95: p === null ? null : [delta - 0.1, delta + 0.1],
  method: "exact-mcnemar",
});

function design(p: number | null, of: Partial<FlagEffect> = {}): DesignReport {
  return {
    kind: "factorial",
    screen: false,
    flags: ["A"],
    scenarios: 6,
    seeds: 3,
    blocks: { planned: 18, complete: 18 },
    arms: [],
    notes: [],
    effects: [
      {
        flag: "A",
        alone: estimate(7 / 18, 18, p),
        withOthers: estimate(-2 / 18, 18, p),
        importance: 5 / 36,
        main: estimate(0, 18, p),
        interaction: {
          basis: "brackets",
          blocks: 18,
          meanGap: -0.5,
          p,
          adjustedP: p,
          alarm: false,
          couldRing: p !== null,
        },
        ...of,
      },
    ],
  };
}

test("a simulated design counts blocks and never speaks of points (STATISTICS 11.2)", () => {
  const simulated = design(null);
  expect(effectTable(simulated).rows).toEqual([
    ["A", "+7 of 18", "-2 of 18", "+2.5 of 18", "0 of 18", "gap -9 of 18"],
  ]);
  expect(designNotes(simulated).join(" ")).toContain("Effects are counts");
  expect(designNotes(simulated).join(" ")).not.toContain("points");
  expect(mainEffects(simulated)).toBeNull();
});

test("a design on a real model speaks of points with p and interval", () => {
  const real = design(0.02);
  expect(effectTable(real).rows[0]?.[1]).toBe("+39 (+29 to +49), p 0.02 (0.02)");
  expect(designNotes(real).join(" ")).toContain("points of the pass rate");
  expect(mainEffects(real)).not.toBeNull();
});

test("an importance over different blocks is unknown where effects are counts, and so is an effect of no block", () => {
  const rows = effectTable(
    design(null, { withOthers: estimate(0.5, 12, null), main: { ...estimate(0, 0, null), delta: null } }),
  ).rows;
  expect(rows[0]?.slice(3, 5)).toEqual(["unknown", "unknown"]);
});
