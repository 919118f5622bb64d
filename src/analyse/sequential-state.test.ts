/** Sequential decisions: when a run may stop, and that looking often costs nothing. */
import { expect, test } from "vitest";
import type { ComparisonPlan } from "../core/comparison-plan.ts";
import type { PairedUnit } from "../core/pairs.ts";
import { outcome, planOf } from "../testing/paired-units.ts";
import { sequentialState } from "./sequential-state.ts";

/** One pair per letter: w only the treatment passes, l only the control, = equal, x lost; rounds of the given width. */
function runOf(results: string, scenarios = 1): readonly PairedUnit[] {
  return [...results].map((result, place) => ({
    scenario: `s${place % scenarios}`,
    seed: String(Math.floor(place / scenarios)),
    control: outcome(result === "x" ? "error" : result === "l" || result === "=" ? "pass" : "fail"),
    treatment: outcome(result === "l" ? "fail" : "pass"),
    diverged: null,
    prefixIdentical: null,
  }));
}

function state(results: string, plan: Partial<ComparisonPlan> = {}, scenarios = 1) {
  return sequentialState(
    runOf(results, scenarios),
    planOf({ design: "sequential", planned: 60, deltaMin: 0.2, ...plan }),
  );
}

test("seven straight wins stop for efficacy, six do not, seven losses are harm", () => {
  expect(state("wwwwww").decision).toBe("continue");
  const won = state("wwwwwww");
  expect(won).toMatchObject({ decision: "efficacy", threshold: 20, saved: 53 });
  expect(won.anytimeP).toBeCloseTo(1 / 20.431594, 9);
  // Losses alone end for futility after a few rounds; harm needs its evidence at one round end.
  expect(state("lllllll").decision).toBe("futility");
  expect(state("lllllll", {}, 7).decision).toBe("harm");
});

test("a run that looks for harm is not stopped by the losses it looks for, but by gains and by nothing", () => {
  const seeking = (results: string) =>
    sequentialState(runOf(results), planOf({ design: "sequential", planned: 60, deltaMin: 0.2 }), "loss");
  expect(seeking("lllllll")).toMatchObject({ decision: "harm", saved: 53 });
  expect(seeking("wwwwwww")).toMatchObject({ decision: "futility" });
  expect(seeking("wwwwwww").reason).toContain("a true loss of 20 points");
  // Looking for a loss is looking for a gain of the other arm, step by step.
  for (const results of ["=".repeat(60), "ll=l=lw=llll", "wl".repeat(20)]) {
    const mirror = state(results.replaceAll(/[wl]/g, (one) => (one === "w" ? "l" : "w")));
    expect(seeking(results).rounds.map(({ eFutility }) => eFutility)).toEqual(
      mirror.rounds.map(({ eFutility }) => eFutility),
    );
  }
});

test("a family of 20 raises the bar to 400", () => {
  expect(state("wwwwwww", { family: 20 })).toMatchObject({ decision: "continue", threshold: 400 });
  expect(state("w".repeat(12), { family: 20 }).decision).toBe("efficacy");
});

test("the first decision stands, whatever runs later", () => {
  const found = state("wwwwwwwlllllll");
  expect(found.decision).toBe("efficacy");
  expect(found.rounds).toHaveLength(7);
});

test("evidence is looked at only at round ends, and an incomplete round is ignored", () => {
  const three = state("wwwwwwww", {}, 3);
  expect(three.rounds.map(({ n }) => n)).toEqual([3, 6]);
  expect(three.decision).toBe("continue");
  expect(state("wwwwwwwww", {}, 3).decision).toBe("efficacy");
});

test("a flag that gains nothing is dropped for futility before the cap", () => {
  const found = state("=".repeat(60));
  expect(found.decision).toBe("futility");
  expect(found.rounds.length).toBeLessThan(30);
  expect(found.saved).toBe(60 - found.rounds.length);
  expect(found.rounds.at(-1)?.eFutility).toBeGreaterThanOrEqual(10);
});

test("a budget that can no longer decide is curtailed, in both designs", () => {
  expect(state("=====", { planned: 11, deltaMin: 0.05 })).toMatchObject({ decision: "curtailed" });
  expect(state("====", { planned: 11, deltaMin: 0.05 }).decision).toBe("continue");
  // Fixed: 6 straight wins suffice, so after 5 equal of 10 nothing can.
  expect(state("=====", { planned: 10, design: "fixed" }).decision).toBe("curtailed");
  expect(state("====", { planned: 10, design: "fixed" }).decision).toBe("continue");
});

test("a fixed design is never stopped for looking good", () => {
  expect(state("wwwwwwwwww", { planned: 20, design: "fixed" }).decision).toBe("continue");
  expect(state("wwwwwwwwww", { planned: 10, design: "fixed" }).decision).toBe("cap");
});

test("a lost pair uses up the budget and adds no evidence", () => {
  expect(state("wwwxwww")).toMatchObject({ decision: "continue" });
  expect(state("wwwxwww").rounds.at(-1)).toMatchObject({ n: 6, b: 6 });
  expect(state("wwwwwwx", { planned: 7 }).decision).toBe("cap");
});

test("no complete round: go on", () => {
  expect(sequentialState([], planOf({ design: "sequential" }))).toMatchObject({
    decision: "continue",
    rounds: [],
    anytimeP: 1,
  });
});

test("over every run of 12 discordant pairs the false-alarm rate stays below 5 %, looking after each", () => {
  let alarms = 0;
  for (let code = 0; code < 2 ** 12; code++) {
    const results = Array.from({ length: 12 }, (_, place) => ((code >> place) & 1 ? "w" : "l")).join("");
    const { decision } = state(results, { planned: 12, deltaMin: 0.99 });
    if (decision === "efficacy" || decision === "harm") alarms += 1;
  }
  expect(alarms).toBeGreaterThan(0);
  expect(alarms / 2 ** 12).toBeLessThan(0.05);
});
