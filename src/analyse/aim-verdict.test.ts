/** The verdict on flags that aim at something else than success, rule by rule (STATISTICS 11.1). */
import { describe, expect, test } from "vitest";
import type { ArmOutcome } from "../core/pairs.ts";
import { comparisonOf, outcome, type PairShape, pairsOf, planOf, swapped } from "../testing/paired-units.ts";
import { compareFamily } from "./compare-family.ts";

/** Ratios around a level, so that an interval exists: 0.9 to 1.1 of it in turn. */
const about = (level: number) => (place: number) => level * (0.9 + 0.05 * (place % 5));
const calls = (value: (place: number) => number) => (place: number) => ({ calls: value(place) });
const saving = (level: number, shape: PairShape) =>
  pairsOf({ ...shape, control: calls(() => 100), treatment: calls(about(100 * level)) });

const judge = (units: Parameters<typeof comparisonOf>[0], changes: Parameters<typeof comparisonOf>[1] = {}) =>
  comparisonOf(units, { aim: "calls", ...changes }).verdict;

describe("the table of labels", () => {
  const cases: readonly (readonly [
    what: string,
    units: ReturnType<typeof pairsOf>,
    label: string,
    reasons: readonly string[],
  ])[] = [
    ["no pair", [], "invalid", ["no-valid-pair"]],
    [
      "never fired",
      pairsOf({ both: 40, control: calls(() => 9), treatment: () => ({ fired: false, calls: 4 }) }),
      "inert",
      ["never-fired"],
    ],
    ["saves, and loses pairs beyond chance", saving(0.4, { worse: 8, both: 32 }), "harmful", ["exact-p"]],
    ["saves in 40 equal pairs", saving(0.4, { both: 40 }), "saves", ["saving-shown", "not-worse"]],
    ["saves in 29 equal pairs", saving(0.4, { both: 29 }), "saves", ["saving-shown", "not-worse"]],
    [
      "saves in 28: one too few for 10 points",
      saving(0.4, { both: 28 }),
      "saves-harm-not-excluded",
      ["saving-shown", "harm-not-excluded"],
    ],
    [
      "saves, 4 of 40 lost",
      saving(0.4, { worse: 4, both: 36 }),
      "saves-harm-not-excluded",
      ["saving-shown", "harm-not-excluded"],
    ],
    [
      "six pairs that all save",
      saving(0.4, { both: 6 }),
      "saves-harm-not-excluded",
      ["saving-shown", "harm-not-excluded"],
    ],
    ["five pairs that all save", saving(0.4, { both: 5 }), "underpowered", ["saving-not-shown"]],
    ["costs more", saving(2, { both: 40 }), "costs-more", ["costs-shown"]],
    ["wins pairs and costs more", saving(2, { better: 20, both: 20 }), "costs-more", ["costs-shown"]],
    [
      "the same within 5 %",
      pairsOf({ both: 40, control: calls(() => 100), treatment: calls((p) => 99 + (p % 3)) }),
      "no-saving",
      ["ratio-near-one"],
    ],
    [
      "two per cent less in every pair: shown, however small",
      pairsOf({ both: 40, control: calls(() => 100), treatment: calls((p) => 97 + (p % 3)) }),
      "saves",
      ["saving-shown", "not-worse"],
    ],
    [
      "half the calls in every pair: one ratio",
      pairsOf({ both: 40, control: calls(() => 4), treatment: calls(() => 2) }),
      "saves",
      ["saving-shown", "not-worse"],
    ],
    [
      "equal in 6 pairs",
      pairsOf({ both: 6, control: calls(() => 4), treatment: calls(() => 4) }),
      "no-saving",
      ["ratio-near-one"],
    ],
    [
      "equal in 5 pairs",
      pairsOf({ both: 5, control: calls(() => 4), treatment: calls(() => 4) }),
      "underpowered",
      ["saving-not-shown"],
    ],
    [
      "one pair in which ON used nothing",
      pairsOf({ both: 40, control: calls(() => 100), treatment: calls((p) => (p === 7 ? 0 : about(40)(p))) }),
      "underpowered",
      ["one-zero"],
    ],
    ["nobody recorded it", pairsOf({ both: 40 }), "underpowered", ["aim-unknown"]],
    [
      "scattered both ways",
      pairsOf({ both: 10, control: calls(() => 100), treatment: calls((p) => (p % 2 === 0 ? 40 : 240)) }),
      "underpowered",
      ["saving-not-shown"],
    ],
  ];
  test.each(cases)("%s", (_, units, label, reasons) => {
    const verdict = judge(units);
    expect([verdict.label, verdict.reasons.map(({ code }) => code)]).toEqual([label, reasons]);
  });
});

describe("a saving that hangs on one (statistics-1 row 10)", () => {
  const METRICS = {
    calls: (value: number) => ({ calls: value }),
    tokens: (value: number) => ({ totalTokens: value }),
    latency: (value: number) => ({ wholeLatencyMs: value }),
    cost: (value: number) => ({ uncachedCostUsd: value }),
    "cost-as-billed": (value: number) => ({ costUsd: value }),
  } as const;
  /** Five scenarios, so that each has both orders; without the first the ratio goes both ways by a few per cent. */
  const carried = (aim: keyof typeof METRICS, level: (scenario: string, place: number) => number) =>
    pairsOf({ both: 40, scenarios: 5 }).map((unit, place) => ({
      ...unit,
      control: { ...unit.control, ...METRICS[aim](100) },
      treatment: { ...unit.treatment, ...METRICS[aim](level(unit.scenario, place)) },
    }));

  test.each(Object.keys(METRICS) as (keyof typeof METRICS)[])("%s", (aim) => {
    const one = carried(aim, (scenario, place) => (scenario === "scenario-1" ? 20 : 97 + (place % 7)));
    const { verdict, omissions } = comparisonOf(one, { aim });
    const changed = omissions.filter(({ changes }) => changes.length > 0);
    expect(verdict).toMatchObject({ label: "saves" });
    expect(verdict.qualifiers).toContain("hangs-on-one");
    expect(changed.map(({ kind, omitted }) => [kind, omitted])).toEqual([["scenario", "scenario-1"]]);
    const word = aim === "cost-as-billed" ? "cost" : aim;
    expect(verdict.sentence).toContain(`Hangs on one: without scenario scenario-1 it is ${word} x1.00`);

    const all = comparisonOf(
      carried(aim, (_, place) => 50 + (place % 7)),
      { aim },
    );
    expect(all.verdict).toMatchObject({ label: "saves" });
    expect(all.verdict.qualifiers).not.toContain("hangs-on-one");
  });

  test("a simulated run says nothing about intervals, so no saving hangs on one there", () => {
    const one = carried("calls", (scenario, place) => (scenario === "scenario-1" ? 20 : 97 + (place % 7)));
    const { omissions } = comparisonOf(one, { aim: "calls", simulated: true });
    expect(omissions.every(({ changes }) => !changes.includes("aim"))).toBe(true);
  });
});

test("a saving turned round is a cost and never a saving", () => {
  for (const level of [0.3, 0.6, 0.9]) {
    const units = saving(level, { both: 30 });
    const back = swapped(units).map((unit) => ({
      ...unit,
      control: { ...unit.control, fired: false },
      treatment: { ...unit.treatment, fired: true },
    }));
    expect([judge(units).label, judge(back).label]).toEqual(["saves", "costs-more"]);
  }
});

test.each([
  [
    { both: 36, neither: 4, scenarios: 4 },
    "Calls x0.41 (0.40 to 0.42) on 40 matched pairs; success 36/40 vs 36/40, not worse by 10 points (p 0.015); cost unknown. Saves calls on this suite (sign-flip p 1.0e-5), and success is not worse by 10 points.",
  ],
  [
    { worse: 1, both: 35, neither: 4 },
    "Calls x0.41 (0.40 to 0.42) on 40 matched pairs; success 35/40 vs 36/40, a loss of 10 points not excluded (p 0.08); cost unknown. Saves calls on this scenario (sign-flip p 1.0e-5), harm not excluded: 6 more pairs without a difference would exclude a loss of 10 points.",
  ],
])("the headline has ratio, interval, pairs, success and the p of a loss: %j", (shape, headline) => {
  expect(judge(saving(0.41, shape)).sentence).toContain(headline);
});

test("where harm is not excluded the sentence says how many equal pairs more would do it", () => {
  expect(judge(saving(0.4, { both: 20 })).sentence).toContain(
    "9 more pairs without a difference would exclude a loss of 10 points",
  );
  const { pairsToExcludeHarm } =
    comparisonOf(saving(0.4, { worse: 1, both: 19 }), { aim: "calls" }).saving ?? {};
  expect(judge(saving(0.4, { worse: 1, both: (pairsToExcludeHarm ?? 0) - 1 })).label).toBe("saves");
});

test("the margin of the plan is the one that is certified", () => {
  expect(judge(saving(0.4, { both: 20 }), { margin: 0.15 }).label).toBe("saves");
  expect(judge(saving(0.4, { both: 40 }), { margin: 0.05 }).label).toBe("saves-harm-not-excluded");
});

test("lost pairs are held against ON", () => {
  const lost = (count: number, arm: "control" | "treatment") =>
    Array.from({ length: count }, (_, place) => ({
      ...pairsOf({ both: 1 })[0],
      scenario: `lost-${arm}`,
      seed: String(place),
      control: outcome(arm === "control" ? "error" : "pass", { fired: false }),
      treatment: outcome(arm === "treatment" ? "error" : "pass", { fired: true }),
      diverged: null,
      prefixIdentical: null,
    }));
  const kept = saving(0.4, { both: 40 });
  expect(judge([...kept, ...lost(2, "treatment"), ...lost(2, "control")]).label).toBe(
    "saves-harm-not-excluded",
  );
  // The control's loss is filled with a pass, and ON passes as well.
  expect(judge([...kept, ...lost(2, "control")]).label).toBe("saves");
});

test("a judge that is not qualified cannot exclude harm", () => {
  const judged = saving(0.4, { both: 40 }).map((unit) => ({
    ...unit,
    treatment: { ...unit.treatment, judged: true },
  }));
  expect(judge(judged).label).toBe("saves-harm-not-excluded");
  expect(judge(judged, { judgeQualified: true }).label).toBe("saves");
});

test("claims of a campaign are adjusted together by Holm", () => {
  const contender = (id: string, units: ReturnType<typeof pairsOf>) => ({
    units,
    plan: planOf({ id, aim: "calls", family: 2 }),
    facts: {},
  });
  // 29 equal pairs certify 10 points at p 0.047 alone; beside a claim of the same strength they do not.
  const [first] = compareFamily([
    contender("a", saving(0.4, { both: 29 })),
    contender("b", saving(0.5, { both: 29 })),
  ]);
  expect(first?.verdict.label).toBe("saves-harm-not-excluded");
  const [beside] = compareFamily([
    contender("a", saving(0.4, { both: 29 })),
    contender("b", saving(0.5, { both: 80 })),
  ]);
  expect(beside?.verdict.label).toBe("saves");
  expect(beside?.verdict.sentence).toContain("adjusted for 2 comparisons");
});

test("the general claim needs six scenarios whose means agree", () => {
  const over = (scenarios: number) => judge(saving(0.4, { both: 42, scenarios })).scope;
  expect([over(5), over(6)]).toEqual(["suite", "general"]);
});

describe("a simulated model", () => {
  const simulated = { simulated: true, purpose: "mechanism" } as const;
  const clean: PairShape = { unit: () => ({ prefixIdentical: true }) };
  test.each<readonly [what: string, units: ReturnType<typeof pairsOf>, label: string]>([
    ["every pair saves", saving(0.4, { both: 3, ...clean }), "saves"],
    ["two pairs", saving(0.4, { both: 2, ...clean }), "mechanism-not-demonstrated"],
    ["one pair loses", saving(0.4, { both: 9, worse: 1, ...clean }), "mechanism-not-demonstrated"],
    [
      "one pair does not save",
      pairsOf({ both: 9, ...clean, control: calls(() => 4), treatment: calls((p) => (p === 3 ? 4 : 2)) }),
      "mechanism-not-demonstrated",
    ],
    ["it costs more", saving(1.4, { both: 9, ...clean }), "mechanism-not-demonstrated"],
    [
      "it did not fire once",
      pairsOf({
        both: 9,
        ...clean,
        control: calls(() => 4),
        treatment: (p) => ({ calls: 2, fired: p !== 3 }),
      }),
      "mechanism-not-demonstrated",
    ],
    [
      "requests differ before it fires",
      saving(0.4, { both: 9, unit: (p) => ({ prefixIdentical: p !== 3 }) }),
      "mechanism-not-demonstrated",
    ],
    ["requests were not compared", saving(0.4, { both: 9 }), "mechanism-not-demonstrated"],
  ])("%s", (_, units, label) => {
    expect(judge(units, simulated).label).toBe(label);
  });
  test("prints no p, no interval and no cost per success", () => {
    const { sentence, basis } = judge(saving(0.4, { both: 10, ...clean }), simulated);
    expect(basis).toBe("mechanism");
    expect(sentence).toContain(
      "Calls x0.40 on 10 matched pairs, fewer with ON in 10; success 10/10 vs 10/10",
    );
    expect(sentence).not.toMatch(/\bp [0-9<]|\bCI\b|sign-flip/);
  });
});

describe("a flag that claims no outcome", () => {
  const firing = (times: number | null, of: number) =>
    pairsOf({ both: of, treatment: (place) => ({ fired: times === null ? null : place < times }) });
  test.each<readonly [what: string, units: ReturnType<typeof pairsOf>, label: string]>([
    ["fires in 6 of 10", firing(6, 10), "fires"],
    ["fires in 5 of 10", firing(5, 10), "underpowered"],
    ["never fires", firing(0, 10), "inert"],
    ["does not tell", firing(null, 10), "underpowered"],
    ["loses pairs beyond chance", pairsOf({ worse: 8, both: 2 }), "harmful"],
    ["wins every pair, which it does not claim", pairsOf({ better: 10 }), "fires"],
  ])("%s", (_, units, label) => {
    expect(judge(units, { aim: "none" }).label).toBe(label);
    // A simulated run speaks of the mechanism alone.
    const simulated = label === "underpowered" ? "mechanism-not-demonstrated" : label;
    if (label !== "harmful") expect(judge(units, { aim: "none", simulated: true }).label).toBe(simulated);
  });
});

test.each<
  readonly [
    aim: "cost" | "cost-as-billed" | "tokens" | "latency",
    on: Partial<ArmOutcome>,
    off: Partial<ArmOutcome>,
  ]
>([
  ["cost", { uncachedCostUsd: 1, costUsd: 9 }, { uncachedCostUsd: 2, costUsd: 3 }],
  // Rows that somebody else recorded know one price only.
  ["cost", { costUsd: 1 }, { costUsd: 2 }],
  ["cost-as-billed", { uncachedCostUsd: 9, costUsd: 1 }, { uncachedCostUsd: 3, costUsd: 2 }],
  ["tokens", { inputTokens: 5, outputTokens: 1 }, { inputTokens: 9, outputTokens: 1 }],
  ["latency", { latencyMs: 90, wholeLatencyMs: 100 }, { latencyMs: 20, wholeLatencyMs: 300 }],
])("%s is measured by its own metric", (aim, on, off) => {
  const units = pairsOf({ both: 40, control: () => off, treatment: () => on });
  expect(comparisonOf(units, { aim }).verdict.label).toBe("saves");
});

test("at temperature 0 equal transcripts count once", () => {
  const repeats = saving(0.4, { both: 40 }).map((unit, place) => ({
    ...unit,
    control: { ...unit.control, transcript: `c${place % 5}` },
    treatment: { ...unit.treatment, transcript: `t${place % 5}` },
  }));
  expect(judge(repeats, { greedy: true }).label).toBe("underpowered");
  expect(judge(repeats).label).toBe("saves");
});

test("a run that was looked at as it went is judged by success alone", () => {
  const { saving: found, verdict } = comparisonOf(saving(0.4, { both: 40 }), {
    aim: "calls",
    design: "sequential",
  });
  expect(found).toBeNull();
  expect(verdict.label).not.toMatch(/saves|saving/);
});

test("null runs of a saving hardly ever end with a claim", () => {
  let seed = 1;
  const random = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
  const labels = Array.from(
    { length: 300 },
    () =>
      judge(
        pairsOf({
          both: 18,
          control: calls(() => 100),
          treatment: calls(() => 100 * Math.exp(0.4 * normal())),
        }),
      ).label,
  );
  const claims = labels.filter(
    (label) => label === "saves" || label === "saves-harm-not-excluded" || label === "costs-more",
  );
  expect(claims.length).toBeLessThanOrEqual(0.07 * labels.length);
});
