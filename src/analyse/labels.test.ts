/** The labels of statistics-1 and STATISTICS 11.2: what rows say that a hostile reader made up. */
import { describe, expect, test } from "vitest";
import type { Comparison } from "../core/comparison.ts";
import type { Outcome, PairedUnit } from "../core/pairs.ts";
import type { Label } from "../core/verdict.ts";
import { known } from "../testing/known.ts";
import {
  type Circumstances,
  calibrated,
  comparisonOf,
  outcome,
  type PairShape,
  pairsOf,
  planOf,
} from "../testing/paired-units.ts";
import { compareFamily } from "./compare-family.ts";

const smallest: Circumstances = { deltaMin: 0.2 };

/** Pairs of one scenario that all come out alike. */
function alike(
  scenario: string,
  count: number,
  [control, treatment]: readonly [Outcome, Outcome],
): PairedUnit[] {
  return Array.from({ length: count }, (_, place) => ({
    scenario,
    seed: String(place + 1),
    control: outcome(control, { fired: false, position: place % 2 }),
    treatment: outcome(treatment, { fired: true, position: 1 - (place % 2) }),
    diverged: true,
    prefixIdentical: null,
  }));
}

const won = ["fail", "pass"] as const;
const lost = ["pass", "fail"] as const;
const same = ["pass", "pass"] as const;
const over = (count: number, make: (place: number) => readonly PairedUnit[]) =>
  Array.from({ length: count }, (_, place) => make(place)).flat();

const SIMPSON = [...alike("s0", 40, won), ...over(7, (place) => alike(`t${place}`, 3, lost))];
const TORN = [
  ...over(4, (place) => alike(`a${place}`, 10, won)),
  ...over(4, (place) => alike(`b${place}`, 10, lost)),
];

describe("rows that a hostile statistician made up (statistics-1, section 5)", () => {
  type Row = readonly [
    what: string,
    units: readonly PairedUnit[],
    changes: Circumstances,
    label: Label,
    says: RegExp,
  ];
  const rows: readonly Row[] = [
    [
      "one scenario of 40 wins, seven of 3 lose",
      SIMPSON,
      {},
      "mixed",
      /Mixed: changes outcomes in both directions: better in s0 \(40 better, 0 worse\); worse in t0 .* and 4 more/,
    ],
    ["four scenarios win all, four lose all", TORN, {}, "mixed", /better in a0 .*; worse in b0/],
    [
      "ten wins in one of eight scenarios",
      [...alike("s0", 10, won), ...over(7, (place) => alike(`t${place}`, 10, same))],
      {},
      "demonstrated",
      /Hangs on one: without scenario s0 it is 0 better, 0 worse/,
    ],
    [
      "5/0 of 80: the interval excludes 0",
      pairsOf({ better: 5, both: 75 }),
      {},
      "suggestive",
      /Suggestive, not proven/,
    ],
    ["17/7 of 200", pairsOf({ better: 17, worse: 7, both: 176 }), {}, "suggestive", /not proven/],
    [
      "3/3 vs 0/3",
      pairsOf({ better: 3 }),
      {},
      "suggestive",
      /looks this good in 13 % of runs \(at the 100 % of pairs that differ here\)/,
    ],
    ["5/5 vs 0/5", pairsOf({ better: 5 }), {}, "suggestive", /looks this good in 3\.1 % of runs/],
    [
      "9/2 of 23",
      pairsOf({ better: 9, worse: 2, both: 12 }),
      {},
      "suggestive",
      /looks this good in 2\.4 % of runs/,
    ],
    [
      "9/12 vs 3/12 of uncoupled arms",
      pairsOf({ better: 6, both: 3, neither: 3 }),
      { pairing: "none" },
      "demonstrated",
      /9\/12 vs 3\/12 runs, which nothing pairs; exact stratified p 0\.039; 95 % CI \+10 to \+73 points, approximate/,
    ],
    [
      "six wins decided by a judge",
      pairsOf({ better: 6, both: 4, treatment: () => ({ judged: true }) }),
      {},
      "suggestive",
      /beyond chance, but an LLM judge that labels have not qualified/,
    ],
    [
      "one arm's cost is 0",
      pairsOf({
        both: 2,
        control: () => ({ costUsd: 0, uncachedCostUsd: 0 }),
        treatment: () => ({ costUsd: 0.1, uncachedCostUsd: 0.1 }),
      }),
      {},
      "underpowered",
      /cost \$0\.20 vs \$0, no ratio with 0/,
    ],
  ];
  test.each(rows)("%s", (_, units, changes, label, says) => {
    const { verdict } = comparisonOf(units, { ...smallest, ...changes });
    expect(verdict.label).toBe(label);
    expect(verdict.sentence).toMatch(says);
  });
});

describe("scenarios that disagree (statistics-1 rows 2 and 3)", () => {
  test("a lean, a proof and an effect within the margin all give way to it, a sequential run keeps its label", () => {
    expect(comparisonOf(SIMPSON, smallest).effect.exactP).toBeLessThan(0.05);
    const peeked = comparisonOf(TORN, { ...smallest, design: "sequential", planned: 80, stopped: null });
    expect(peeked.verdict.label).not.toBe("mixed");
    expect(peeked.verdict.qualifiers).toContain("scenario-conflict");
    const capped = comparisonOf(TORN, { ...smallest, design: "sequential", planned: 80, stopped: "cap" });
    expect(capped.verdict.label).toBe("mixed");
  });

  test("a proof whose scenarios agree in sign with it stays, with the qualifier", () => {
    const units = [...over(9, (place) => alike(`a${place}`, 10, won)), ...alike("b", 10, lost)];
    const { verdict } = comparisonOf(units, smallest);
    expect(verdict).toMatchObject({ label: "demonstrated" });
    expect(verdict.qualifiers).toContain("scenario-conflict");
    expect(verdict.sentence).toMatch(/Demonstrated .* Scenarios differ beyond one common effect \(p /);
  });

  test("a proof beside scenario means of the opposite sign says so at once", () => {
    // Nine wins of 40 beside one loss of 2: p .02, and the mean over both scenarios is -14 points.
    const units = [
      ...alike("a", 9, won),
      ...alike("a", 40, same).slice(9),
      ...alike("b", 1, lost),
      ...alike("b", 2, same).slice(1),
    ];
    const { verdict, scenarioLevel } = comparisonOf(units, smallest);
    expect(known(scenarioLevel.meanDelta)).toBeLessThan(0);
    expect(verdict.qualifiers).toContain("scenario-conflict");
    expect(verdict.clauses.map(({ tag }) => tag).slice(3, 5)).toEqual(["label", "conflict"]);
    expect(verdict.sentence).toContain("The mean over scenarios points the other way");
  });

  test("an unqualified judge or lost results prove no disagreement either", () => {
    const judged = TORN.map((unit) => ({ ...unit, treatment: { ...unit.treatment, judged: true } }));
    expect(comparisonOf(judged, smallest).verdict.label).not.toBe("mixed");
  });

  test("is held to the campaign", () => {
    const units = [...alike("a", 5, won), ...alike("b", 5, lost)];
    const label = (others: number) =>
      compareFamily(
        Array.from({ length: others + 1 }, (_, place) => ({
          units: place === 0 ? units : pairsOf({ both: 10 }),
          plan: planOf({ id: String(place), family: others + 1, deltaMin: 0.2 }),
          facts: {},
        })),
      )[0]?.verdict.label;
    // p = 2 / C(10, 5) = .0079.
    expect([label(0), label(5), label(6)]).toEqual(["mixed", "mixed", "underpowered"]);
  });
});

describe("a sequential run is labelled by why it stopped (statistics-1 row 4)", () => {
  const sequential: Circumstances = { ...smallest, design: "sequential", planned: 60 };
  const shape = { better: 1, worse: 2, both: 17, scenarios: 10 };

  test.each<
    readonly [stopped: Circumstances["stopped"], sought: Circumstances["sought"], label: Label, says: string]
  >([
    ["futility", undefined, "no-gain", "No gain of 20 points (stopped early after 20 pairs"],
    ["curtailed", undefined, "no-gain", "No gain shown (stopped early after 20 pairs"],
    ["futility", "loss", "no-harm", "No harm of 20 points"],
  ])("%s, sought %s", (stopped = null, sought, label, says) => {
    const circumstances = { ...sequential, stopped, ...(sought ? { sought } : {}) };
    const { verdict } = comparisonOf(pairsOf(shape), circumstances);
    expect(verdict.label).toBe(label);
    expect(verdict.sentence).toContain(says);
    expect(verdict.sentence).not.toMatch(/suggestive of harm|leans/i);
  });

  test("rows of which nobody says how they ended are ended by what they show", () => {
    const losing = pairsOf({ better: 1, worse: 5, both: 34, scenarios: 10 });
    const { label } = comparisonOf(losing, { ...sequential, planned: null }).verdict;
    expect(label).toBe("no-gain");
  });

  // e of 6/0 is 11.46 and of 10/2 5.09, below the 20 that a proof takes; both have a fixed p below .05 (STATISTICS 4.1).
  test.each<readonly [shape: PairShape, fixed: Label, capped: Label]>([
    [{ better: 6, both: 6 }, "demonstrated", "suggestive"],
    [{ better: 10, worse: 2, both: 28 }, "demonstrated", "suggestive"],
    [{ worse: 6, both: 6 }, "harmful", "suggestive-harm"],
    [{ better: 7, both: 5 }, "demonstrated", "demonstrated"],
    [{ both: 40 }, "no-large-effect", "no-effect-shown"],
    [{ better: 1, worse: 1, both: 8 }, "underpowered", "underpowered"],
  ])("at its cap only e proves and nothing is bounded: %j", (pairs, fixed, capped) => {
    expect(comparisonOf(pairsOf(pairs), smallest).verdict.label).toBe(fixed);
    const { verdict } = comparisonOf(pairsOf(pairs), { ...sequential, stopped: "cap" });
    expect(verdict.label).toBe(capped);
    expect(verdict.reasons.map(({ code }) => code)).not.toContain("exact-p");
  });

  test("a proof stays one, however the run ended", () => {
    const proven = pairsOf({ better: 14, worse: 2, both: 24 });
    for (const stopped of ["efficacy", "cap", "futility"] as const)
      expect(comparisonOf(proven, { ...sequential, stopped }).verdict.label).toBe("demonstrated");
  });

  test("no claim is general under peeking, where the p over scenarios would be looked at too often", () => {
    const units = over(8, (place) => alike(`s${place}`, 3, won));
    expect(comparisonOf(units, smallest).verdict.scope).toBe("general");
    expect(comparisonOf(units, { ...sequential, stopped: "efficacy" }).verdict.scope).toBe("suite");
  });
});

describe("the placebo frequency (statistics-1 row 5)", () => {
  // Of n pairs all differ: P(b - c >= n) is 1/2^n; 9/2 of 23 is P(b - c >= 7) where 11 of 23 pairs differ by nature.
  test.each([
    [{ better: 3 }, 1, "observed", 0.125],
    [{ better: 5 }, 1, "observed", 1 / 32],
    [{ better: 9, worse: 2, both: 12 }, 11 / 23, "observed", 0.0235],
    [{ better: 1, both: 9 }, 0.3, "assumed", 0.38],
  ] as const)(
    "%j: the larger of the assumed and the observed discordance, named",
    (shape, psi, source, chance) => {
      const { placebo, verdict } = comparisonOf(pairsOf(shape), smallest);
      expect(placebo).toMatchObject({ psi: expect.closeTo(psi, 9), source });
      expect(known(placebo?.frequency ?? null)).toBeCloseTo(chance, 2);
      expect(verdict.sentence).toMatch(/A flag that does nothing looks (at least )?this good in/i);
    },
  );

  test("a calibration that is noisier than the pairs decides, one that is less noisy does not", () => {
    const noisy = { pairs: 20, b: 9, c: 9 };
    const source = (calibration: object) =>
      comparisonOf(pairsOf({ better: 4, both: 6 }), {
        ...smallest,
        calibration: calibrated(calibration),
      }).placebo?.source;
    expect(source(noisy)).toBe("calibration");
    expect(source({ pairs: 20, b: 1, c: 1 })).toBe("observed");
  });
});

describe("a general claim (statistics-1 row 6)", () => {
  const units = over(6, (place) => alike(`s${place}`, 10, won));
  const campaign = (flags: number) =>
    compareFamily(
      Array.from({ length: flags }, (_, place) => ({
        units: units.map((unit) => ({ ...unit })),
        plan: planOf({ id: String(place), family: flags, deltaMin: 0.2 }),
        facts: {},
      })),
    );

  test("needs the sign-flip p adjusted over the flags: six scenarios carry one flag, not two", () => {
    expect(campaign(1)[0]?.verdict.scope).toBe("general");
    expect(campaign(2).map(({ verdict }) => verdict.scope)).toEqual(["suite", "suite"]);
    expect(campaign(2)[0]?.scenarioLevel).toMatchObject({ signFlipP: 2 / 64, adjustedP: 4 / 64 });
  });

  test("prints its own figures and not those of the suite", () => {
    const [first] = campaign(1);
    const { sentence } = (first as Comparison).verdict;
    expect(sentence).toContain("p 0.031 over 6 scenario means, +100 points");
    expect(sentence).toContain("Demonstrated for scenarios like these.");
    expect(sentence).not.toMatch(/exact p/);
  });
});

describe("repeats (statistics-1 row 8)", () => {
  const repeating = (distinct: number) =>
    pairsOf({
      better: 30,
      control: (place) => ({ transcript: `c${place % distinct}` }),
      treatment: (place) => ({ transcript: `t${place % distinct}` }),
    });

  test.each([
    [1, "suggestive", "1 of 30 pairs are distinct; repeats count once."],
    [29, "demonstrated", "29 of 30 pairs are distinct; repeats count once."],
  ] as const)(
    "%i distinct pairs of 30 are what test, interval and counts rest on",
    (distinct, label, says) => {
      const { verdict, counts, effect, rates } = comparisonOf(repeating(distinct), { greedy: true });
      expect(verdict).toMatchObject({ label });
      expect(verdict.sentence).toContain(says);
      expect(counts).toMatchObject({ n: distinct, b: distinct });
      expect(rates.treatment.of).toBe(distinct);
      expect(effect.exactP).toBeCloseTo(distinct === 1 ? 1 : 2 ** (1 - distinct), 12);
    },
  );
});

describe("hangs on one (statistics-1 row 10)", () => {
  test("a homogeneous effect hangs on no unit, however many pairs prove it", () => {
    // Every scenario and every seed wins two of five.
    const units = over(8, (scenario) =>
      over(5, (seed) => {
        const [unit] = alike(`s${scenario}`, 1, (scenario + seed) % 5 < 2 ? won : same);
        return unit ? [{ ...unit, seed: String(seed) }] : [];
      }),
    );
    const { verdict, omissions } = comparisonOf(units, smallest);
    expect(verdict).toMatchObject({ label: "demonstrated" });
    expect(verdict.qualifiers).not.toContain("hangs-on-one");
    expect(omissions.every(({ changes }) => changes.length === 0)).toBe(true);
  });

  test("a cost word hangs on the unit that holds most of the difference", () => {
    const units = over(4, (scenario) => alike(`s${scenario}`, 5, same)).map((unit, place) => ({
      ...unit,
      control: { ...unit.control, uncachedCostUsd: 1 + (place % 3) / 50 },
      treatment: {
        ...unit.treatment,
        uncachedCostUsd: (unit.scenario === "s0" ? 3 : 1) + (place % 4) / 50,
      },
    }));
    const { verdict, omissions } = comparisonOf(units, smallest);
    expect(verdict.qualifiers).toContain("hangs-on-one");
    expect(omissions.filter(({ changes }) => changes.includes("cost")).map(({ omitted }) => omitted)).toEqual(
      ["s0"],
    );
  });
});

test("an invalid run opens with its label and prints neither p nor interval (statistics-1 row 13)", () => {
  const broken = alike("x", 4, ["pass", "error"]);
  for (const changes of [{}, { design: "sequential", planned: 40 }, { aim: "tokens" }] as const) {
    const found = comparisonOf([...pairsOf({ better: 6, both: 4 }), ...broken], { ...smallest, ...changes });
    expect(found.verdict.sentence).toMatch(/^Invalid: 4 of 14 pairs are lost/);
    expect(found.verdict.sentence).not.toMatch(/\bp [0-9<=]|\bCI\b|e-value/);
    expect(found.effect).toMatchObject({ exactP: null, interval95: null, interval90: null });
    expect(JSON.stringify({ ...found, units: [], facts: {} })).not.toMatch(
      /"(?:exactP|signFlipP|midP)":[0-9]/,
    );
  }
});

test("the next step follows from the reason of the label (statistics-1 row 12)", () => {
  const next = (shape: Parameters<typeof pairsOf>[0], changes: Circumstances = {}) =>
    comparisonOf(pairsOf(shape), { ...smallest, ...changes }).verdict.next;
  expect(next({ better: 6, both: 4, treatment: () => ({ judged: true }) })).toMatch(
    /judge-check.*no number of pairs/,
  );
  expect(next({ worse: 4, both: 10 })).toMatch(
    /A true loss of 20 points needs about 39 pairs if it never helps/,
  );
  expect(next({ better: 3, both: 11 })).toMatch(/A true gain of 20 points/);
  expect(next({ better: 8, both: 2 }, { calibration: calibrated({ biasP: 0.001 }) })).toMatch(
    /control differ from itself/,
  );
});
