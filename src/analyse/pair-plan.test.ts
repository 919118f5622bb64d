/** Planning: the tables of STATISTICS 5 and verdicts that a budget cannot reach. */
import { expect, test } from "vitest";
import { type PairPlanInput, planPairs } from "./pair-plan.ts";
import { minimumDetectable, powerExact } from "./power.ts";

function plan(changes: Partial<PairPlanInput> = {}) {
  return planPairs({
    pairs: 40,
    scenarios: 4,
    alpha: 0.05,
    deltaMin: 0.2,
    family: 1,
    design: "fixed",
    purpose: "benefit",
    simulated: false,
    judged: false,
    psi: null,
    controlPassRate: null,
    coupled: true,
    margin: null,
    ...changes,
  });
}

function reach(claim: string, changes: Partial<PairPlanInput> = {}) {
  return plan(changes).reachable.find((row) => row.claim === claim);
}

test.each([
  [10, 0.7, 0.69],
  [20, 0.5, 0.435],
  [30, 0.3, 0.275],
  [50, 0.2, 0.18],
  [100, 0.4, 0.185],
  [200, 1, 0.205],
])(
  "the smallest visible effect at %i pairs and psi %f is that of the table, to its half point",
  (n, psi, expected) => {
    const found = minimumDetectable(n, psi, [0.05, 0.8]) ?? Number.NaN;
    expect(found).toBeLessThanOrEqual(expected + 1e-9);
    expect(found).toBeGreaterThan(expected - 0.006);
  },
);

test.each([
  [10, 0.1],
  [10, 0.5],
  [20, 0.3],
  [50, 0.1],
])("nothing is visible at %i pairs and psi %f", (n, psi) => {
  expect(minimumDetectable(n, psi, [0.05, 0.8])).toBeNull();
});

test("five pairs can never be significant", () => {
  expect(powerExact(5, { p10: 1, p01: 0 }, 0.05)).toBe(0);
  expect(reach("demonstrated", { pairs: 5 })).toEqual({
    claim: "demonstrated",
    reachable: false,
    obstacle: "pairs",
    reason: "5 pairs planned, 6 needed",
  });
});

test("pairs needed are those of the table: 39 that never hurt, 78 at 10 points", () => {
  expect(plan().needed.neverHurts).toBe(39);
  expect(plan({ deltaMin: 0.1 }).needed).toMatchObject({ neverHurts: 78, hurtsHalfAsOften: 249 });
});

test("without a calibration psi is assumed and said to be", () => {
  expect(plan()).toMatchObject({ psi: 0.3, psiSource: "assumed" });
  expect(plan({ psi: 0.25 })).toMatchObject({ psi: 0.25, psiSource: "measured" });
  const apart = plan({ coupled: false, controlPassRate: 0.5 });
  // Independent arms at .5 and .7: .7 * .5 + .5 * .3.
  expect(apart.psiSource).toBe("uncoupled");
  expect(apart.psi).toBeCloseTo(0.5, 12);
});

test("too little headroom makes a benefit unprovable, too few passes a harm", () => {
  expect(plan({ pairs: 10, controlPassRate: 0.8 }).headroom).toEqual({
    expectedFailures: expect.closeTo(2, 9),
    winsNeeded: 6,
    enough: false,
  });
  expect(reach("demonstrated", { pairs: 10, controlPassRate: 0.8 })?.reason).toBe(
    "2 control failures expected, 6 needed",
  );
  expect(reach("harmful", { pairs: 10, controlPassRate: 0.8 })?.reachable).toBe(true);
  expect(reach("harmful", { pairs: 10, controlPassRate: 0.2 })?.reachable).toBe(false);
});

test("more flags and sequential looks need more straight wins", () => {
  expect(plan({ family: 20 }).headroom.winsNeeded).toBe(10);
  expect(plan({ design: "sequential" }).headroom.winsNeeded).toBe(7);
  // e(8, 0) is 36.8, e(9, 0) is 67.
  expect(plan({ design: "sequential", family: 2 }).headroom.winsNeeded).toBe(9);
});

test("a simulated model or a judge can prove no rate; the mechanism it can", () => {
  expect(reach("demonstrated", { simulated: true })?.reachable).toBe(false);
  expect(reach("demonstrated", { judged: true })?.reachable).toBe(false);
  expect(
    reach("demonstrated (mechanism)", { simulated: true, purpose: "mechanism", pairs: 3 })?.reachable,
  ).toBe(true);
  expect(reach("demonstrated (mechanism)", { pairs: 30 })?.reachable).toBe(false);
});

test("a judge that labels have not qualified puts every claim out of reach, the verdict ladder's caps and M6 included", () => {
  const setup = { judged: true, pairs: 60, scenarios: 6, margin: 0.1, purpose: "mechanism" } as const;
  for (const claim of plan(setup).reachable) expect(claim).toMatchObject({ reachable: false });
  const decided = plan({ ...setup, judged: false }).reachable;
  expect(decided.filter(({ reachable }) => !reachable)).toEqual([]);
});

test("a general claim needs six scenarios, a gate its 29 pairs", () => {
  expect(reach("general")?.reason).toBe("4 scenarios, 6 needed");
  expect(reach("general", { scenarios: 6 })?.reachable).toBe(true);
  expect(reach("gate pass", { margin: 0.1, pairs: 28 })?.reachable).toBe(false);
  expect(reach("gate pass", { margin: 0.1, pairs: 29 })?.reachable).toBe(true);
  expect(reach("gate pass")).toBeUndefined();
});

test("the cap of a sequential run is 1.5 times the fixed number", () => {
  // psi .3, theta .9: 41 fixed, 62 at most.
  expect(plan({ psi: 0.3, deltaMin: 0.24, design: "sequential" })).toMatchObject({
    needed: { atPsi: 41 },
    cap: 62,
  });
});

test.each([
  [29, true],
  [28, false],
])("%i pairs: a saving without loss of success is within reach: %s (STATISTICS 11.1)", (pairs, reachable) => {
  expect(reach("saves", { aim: "tokens", pairs })).toMatchObject({ reachable });
  expect(reach("saves", { aim: "tokens", pairs })?.reason).toContain("29");
});

test("a flag that aims at a saving has claims of its own, on a simulated model the mechanism alone", () => {
  const reachable = (changes: Partial<PairPlanInput>) =>
    plan(changes)
      .reachable.filter((row) => row.reachable)
      .map(({ claim }) => claim);
  expect(reachable({ aim: "calls" })).toEqual(["saves", "saves, harm not excluded", "harmful"]);
  expect(reachable({ aim: "calls", judged: true })).toEqual(["saves, harm not excluded"]);
  expect(reachable({ aim: "calls", pairs: 5 })).toEqual([]);
  expect(reachable({ aim: "calls", simulated: true, purpose: "mechanism" })).toEqual([
    "mechanism demonstrated (saves)",
  ]);
  expect(reachable({ aim: "none" })).toEqual(["fires", "harmful"]);
  // The last of four comparisons is held to a quarter of alpha first: .9^42 is below .0125.
  expect(reach("saves", { aim: "calls", family: 4, pairs: 41 })?.reachable).toBe(false);
  expect(reach("saves", { aim: "calls", family: 4, pairs: 42 })?.reachable).toBe(true);
});
