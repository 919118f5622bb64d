/** compare under other designs: uncoupled arms, sequential looks, graded scores, replication, a family of flags. */
import { expect, test } from "vitest";
import type { Comparison } from "../core/comparison.ts";
import type { Outcome } from "../core/pairs.ts";
import { known } from "../testing/known.ts";
import {
  beside,
  type Circumstances,
  calibrated,
  comparisonOf,
  outcome,
  type PairShape,
  pairsOf,
  planOf,
} from "../testing/paired-units.ts";
import { compareFamily } from "./compare-family.ts";
import { mulberry32 } from "./mulberry32.ts";
import { replicate, replicationObstacles } from "./replication.ts";

const clean = calibrated();

function run(shape: PairShape, changes: Circumstances = {}): Comparison {
  return comparisonOf(pairsOf(shape), changes);
}

const codes = ({ verdict }: Comparison) => verdict.reasons.map(({ code }) => code);

test("uncoupled arms are judged by the exact stratified test", () => {
  const { effect } = run({ better: 3 }, { pairing: "none" });
  expect(effect).toMatchObject({ test: "stratified-fisher" });
  expect(effect.exactP).toBeCloseTo(0.1, 12);
});

test("a sequential design is judged by its e-value: 14 to 2 passes, 10 to 2 does not", () => {
  const plan = { design: "sequential", planned: 200 } as const;
  expect(run({ better: 14, worse: 2, both: 24 }, plan)).toMatchObject({
    verdict: { label: "demonstrated" },
    sequential: { threshold: 20 },
  });
  expect(run({ better: 10, worse: 2, both: 28 }, plan).verdict).toMatchObject({
    label: "suggestive",
    strength: "moderate",
  });
  expect(run({ better: 14, worse: 2, both: 24 }, { ...plan, family: 2 }).verdict.label).toBe("suggestive");
});

test("a run that looks after every round is told, and held back, by what looking often leaves valid", () => {
  const plan = { design: "sequential", planned: 200 } as const;
  const peeked = run({ better: 10, worse: 2, both: 28 }, plan);
  // One look at a fixed number of pairs would have shown it: p .039.
  expect(peeked.effect.exactP).toBeCloseTo(0.0386, 4);
  expect(peeked.verdict.sentence).toContain("e-value 5.1, 20 needed; 95 % CI at any stop -5.3 to +46 points");
  expect(peeked.verdict.sentence).not.toContain("exact p");
  // So no reservation may say that the pairs differ beyond chance,
  const judged = { better: 10, worse: 2, both: 28, treatment: () => ({ judged: true }) };
  expect(codes(run(judged, plan))).not.toContain("beyond-chance-but");
  expect(codes(run({ ...judged, better: 14 }, plan))).toContain("beyond-chance-but");
  // and no price of a success may rest on it.
  const cost = { control: () => ({ uncachedCostUsd: 1 }), treatment: () => ({ uncachedCostUsd: 2 }) };
  expect(run({ better: 10, worse: 2, both: 28, ...cost }, plan).cost.perSuccessUsd).toBeNull();
  expect(run({ better: 14, worse: 2, both: 24, ...cost }, plan).cost.perSuccessUsd).toBeCloseTo(40 / 12, 9);
  expect(run({ better: 10, worse: 2, both: 28, ...cost }).cost.perSuccessUsd).toBeCloseTo(5, 9);
});

test("headroom of a sequential run is that of its e-value: 7 wins alone, 9 of two comparisons", () => {
  const shape = { better: 6, both: 4 };
  expect(run(shape).headroom).toMatchObject({ winsNeeded: 6, enough: true });
  expect(run(shape, { design: "sequential" }).headroom).toMatchObject({ winsNeeded: 7, enough: false });
  expect(run(shape, { design: "sequential", family: 2 }).headroom.winsNeeded).toBe(9);
});

test("uncoupled arms have the interval that belongs to their test, marked approximate", () => {
  const { effect, verdict } = run({ better: 7, worse: 1, both: 2 }, { pairing: "none" });
  expect(effect.exactP).toBeLessThan(0.05);
  expect(known(effect.interval95)[0]).toBeGreaterThan(0);
  expect(effect.tango95).toBeNull();
  expect(verdict.sentence).toContain("9/10 vs 3/10 runs, which nothing pairs");
  expect(verdict.sentence).toContain("points, approximate");
  expect(verdict.sentence).not.toContain("better");
});

test("graded scores get a sign-flip test and an interval of their own", () => {
  const { graded } = run({
    both: 8,
    control: () => ({ score: 0.5 }),
    treatment: (place) => ({ score: 0.6 + place / 100 }),
  });
  expect(graded).toMatchObject({ pairs: 8, method: "betting-sequence" });
  // All 8 differences are positive: 2 / 2^8.
  expect(graded?.signFlipP).toBe(2 / 256);
  expect(run({ both: 8 }).graded).toBeNull();
});

/** Six wins of ten on seeds that the other runs do not have. */
function again(shape: PairShape = {}, changes: Circumstances = {}): Comparison {
  return comparisonOf(
    pairsOf({ better: 6, both: 4, ...shape }).map((unit) => ({ ...unit, seed: `new-${unit.seed}` })),
    { calibration: clean, ...changes },
  );
}

test("a second run on other seeds verifies, one-sided and once calibrated", () => {
  const first = run({ better: 8, both: 4 }, { calibration: clean });
  expect(replicate(first, again()).verdict).toMatchObject({ label: "verified", basis: "statistical" });
  // Five wins of five: p .031 one-sided, which could never be a finding of its own.
  expect(replicate(first, again({ better: 5 })).verdict.label).toBe("verified");
  // Either run may bring the calibration.
  expect(replicate(first, again({}, { calibration: null })).verdict.label).toBe("verified");
  const sequential = { design: "sequential", planned: 40 } as const;
  const early = run({ better: 8 }, { calibration: clean, ...sequential });
  expect(replicate(early, again({ better: 6 }, sequential)).verdict.label).toBe("verified");
});

const first = run({ better: 8, both: 4 }, { calibration: clean });
const obstacles: readonly (readonly [string, Comparison, Comparison])[] = [
  ["seeds of the second run are in the first", first, first],
  ["one-sided exact p of 0.063, 0.05 needed", first, again({ better: 4, both: 6 })],
  ["others", first, again({}, { treatment: "another" })],
  ["others", first, again({ scenarios: 2 })],
  ["others", first, again({}, { deltaMin: 0.3 })],
  ["invalid", first, again({}, { planned: 100 })],
  ["judge-scored", first, again({ control: () => ({ judged: true }) })],
  ["no calibration", run({ better: 8, both: 4 }), again({}, { calibration: null })],
  ["demonstrates no gain", run({ better: 3 }, { calibration: clean }), again()],
  ["demonstrates no gain", run({ worse: 8 }, { calibration: clean }), again()],
];

test.each(obstacles)("nothing is verified where %s", (words, first, second) => {
  expect(replicationObstacles(first, second).join("; ")).toContain(words);
  expect(replicate(first, second)).toBe(first);
});

test("a family of flags screens out those that could never be significant and holds the rest to Holm", () => {
  const adjusted = compareFamily(
    [{ both: 40 }, { better: 3, both: 37 }, { better: 8, both: 32 }, { better: 12, both: 28 }].map(
      (shape, place) => ({
        units: pairsOf(shape),
        plan: planOf({ id: String(place), family: 4 }),
        facts: {},
      }),
    ),
  );
  // Minimum p: 1, .25, .0078, .0005; K = 2 leaves the last two, so Holm doubles the smaller and keeps the larger.
  // The two that are left out show Holm over all four.
  expect(adjusted.map(({ effect }) => effect.adjustedP)).toEqual([1, 0.5, 2 / 2 ** 8, 4 / 2 ** 12]);
  expect(adjusted.map(({ effect }) => effect.neededInFamily)).toEqual([7, 7, null, null]);
  expect(adjusted.map(({ verdict }) => verdict.label)).toEqual([
    "no-large-effect",
    "suggestive",
    "demonstrated",
    "demonstrated",
  ]);
});

test("any mix of outcomes and unknowns compares without a throw, a NaN or a pass out of nothing", () => {
  const random = mulberry32(3);
  const pick = <T>(...choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
  const arm = () =>
    outcome(pick<Outcome>("pass", "fail", "pass", "fail", "unscored", "error", "missing"), {
      costUsd: pick(null, 0, 1, 2.5),
      uncachedCostUsd: pick(null, null, 0, 3),
      inputTokens: pick(null, 0, 10),
      outputTokens: pick(null, 5),
      calls: pick(null, 0, 1, 4),
      latencyMs: pick(null, 100, 250.5),
      score: pick(null, 0, 0.5, 1),
      position: pick(null, 0, 1),
      fired: pick(null, true, false),
      signatureSeen: pick(null, true, false),
      transcript: pick(null, "a", "b"),
      ownCalls: pick(null, 0, 1),
      models: pick([], ["m-1"], ["m-2"]),
      judged: pick(false, false, true),
    });
  for (let round = 0; round < 150; round++) {
    const size = Math.floor(random() * 9);
    const units = Array.from({ length: size }, (_, place) => ({
      scenario: `s${place % 3}`,
      seed: String(place),
      control: arm(),
      treatment: arm(),
      diverged: pick(null, true, false),
      prefixIdentical: pick(null, true, false),
    }));
    const circumstances: Circumstances = {
      flag: pick("F", null),
      design: pick("fixed", "sequential"),
      pairing: pick("seed", "none"),
      simulated: pick(true, false),
      purpose: pick("mechanism", "benefit"),
      flagMakesCalls: pick(true, false),
      calibration: pick(null, clean),
      campaign: pick([], [beside({ p: 0.01, smallestP: 0.001 })]),
    };
    const found = comparisonOf(units, circumstances);
    expect(JSON.parse(JSON.stringify(found))).toEqual(found);
    expect(found.verdict.sentence).not.toMatch(/NaN|undefined|Infinity|null/);
    const { denominators } = found;
    for (const side of ["control", "treatment"] as const) {
      const scored = units.filter((unit) => ["pass", "fail"].includes(unit[side].outcome)).length;
      const lost = denominators.errors[side] + denominators.unscored[side] + denominators.missing[side];
      expect(scored + lost).toBe(units.length);
    }
    if (found.counts.n < 3)
      expect(["demonstrated", "verified", "harmful"]).not.toContain(found.verdict.label);
  }
});
