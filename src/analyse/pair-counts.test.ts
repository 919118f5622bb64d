/** Counting pairs: what the budget ended is neither failed nor lost. */

import { expect, test } from "vitest";
import type { PairedUnit } from "../core/pairs.ts";
import { outcome, pairsOf, planOf } from "../testing/paired-units.ts";
import { compare } from "./compare.ts";
import { denominatorsOf } from "./pair-counts.ts";

const cut = (count: number): readonly PairedUnit[] =>
  Array.from({ length: count }, (_, place) => ({
    scenario: "scenario-1",
    seed: `cut-${place}`,
    control: outcome("budget"),
    treatment: outcome("budget"),
    diverged: null,
    prefixIdentical: null,
  }));

const lost: PairedUnit = {
  scenario: "scenario-1",
  seed: "lost",
  control: outcome("error"),
  treatment: outcome("pass"),
  diverged: null,
  prefixIdentical: null,
};

test.each(["fixed", "sequential"] as const)(
  "pairs that the budget ended change no label, count or share of a %s design, however many they are",
  (design) => {
    const ran = [...pairsOf({ better: 8, both: 8, neither: 4 }), lost];
    const whole = compare(ran, planOf({ design, planned: 21 }));
    expect(whole.verdict.label).not.toBe("invalid");
    for (const count of [1, 10, 500]) {
      const { denominators, ...rest } = compare(
        [...cut(count), ...ran],
        planOf({ design, planned: 21 + count }),
      );
      expect(rest.verdict.label).toBe(whole.verdict.label);
      expect([rest.counts, rest.worstCase?.counts, rest.units]).toEqual([
        whole.counts,
        whole.worstCase?.counts,
        whole.units,
      ]);
      expect(denominators).toEqual({
        ...whole.denominators,
        planned: 21 + count,
        budget: { control: count, treatment: count },
      });
    }
  },
);

test("pairs that are absent for another reason stay lost beside those that the budget ended", () => {
  const units = [...cut(4), ...pairsOf({ both: 8 }), lost, lost];
  const found = denominatorsOf(units, planOf({ planned: 16 }));
  // 14 handed in and 2 of which nothing is known; the 4 of the budget belong to neither.
  expect(found).toMatchObject({ units: 10, pairs: 8, notRun: 2, errors: { control: 2, treatment: 0 } });
  expect(found.lostShare).toBeCloseTo(4 / 12, 12);
});

test("a run that the budget ended before any pair has nothing to judge", () => {
  const found = compare(cut(6), planOf({ planned: 6 }));
  expect(found.verdict.label).toBe("invalid");
  expect(found.denominators).toMatchObject({ units: 0, pairs: 0, lostShare: null });
});
