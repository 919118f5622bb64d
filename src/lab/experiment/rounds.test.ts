/** Sequential runs round by round: who goes on, who stops, and that an interruption changes no decision. */

import { expect, test } from "vitest";
import type { Block, DecisionRule, Experiment } from "../../core/experiment.ts";
import { experimentOf } from "../../testing/stored-experiment.ts";
import { openByOutcomes, roundsBy } from "./rounds.ts";

const RULE: DecisionRule = { design: "sequential", deltaMin: 0.2, until: null };
const seeds = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));
const spec = (id: string, stress: readonly string[]) => ({
  id,
  flag: null,
  control: `${id}-off`,
  treatment: `${id}-on`,
  stress,
  controls: [],
});

/** Two comparisons on scenarios of their own: "wins" gains on every pair, "equal" on none. */
function experiment(cap: number): Experiment {
  return experimentOf({
    comparisons: [spec("wins", ["stress/one", "stress/two"]), spec("equal", ["control/greets"])],
    arms: ["wins-off", "wins-on", "equal-off", "equal-on"].map((name) => ({
      name,
      harness: "layered",
      flags: {},
    })),
    seeds: seeds(cap),
    rule: RULE,
  }).experiment;
}

const outcomeOf = (arm: string): "pass" | "fail" =>
  arm === "wins-on" ? "pass" : arm === "wins-off" ? "fail" : "pass";

type Row = Parameters<typeof openByOutcomes>[0][number];

/** Runs rounds over the rows stored so far; `stop` cuts the run off after so many blocks, in a round or not. */
async function run(
  rows: Row[],
  of: Experiment,
  { stop = Number.POSITIVE_INFINITY, errors = [] as readonly string[] } = {},
): Promise<readonly (readonly string[])[]> {
  const missing = (blocks: readonly Block[]) =>
    blocks.filter(({ scenario, seed, arms }) =>
      arms.some(
        (arm) => !rows.some(({ key }) => key.scenario === scenario && key.seed === seed && key.arm === arm),
      ),
    );
  const rounds: string[][] = [];
  let left = stop;
  for await (const batch of roundsBy(of, missing, async () => openByOutcomes(rows, of))) {
    const done: string[] = [];
    for (const { scenario, seed, arms } of batch) {
      if (left-- <= 0) return [...rounds, done];
      const name = `${scenario}#${seed}`;
      for (const arm of arms) {
        const key = { experiment: of.id, scenario, seed, arm, attempt: 1 };
        rows.push({ key, superseded: false, outcome: errors.includes(name) ? "error" : outcomeOf(arm) });
      }
      done.push(name);
    }
    rounds.push(done);
  }
  return rounds;
}

test("each comparison stops on its own: the winner for efficacy, the other for futility", async () => {
  const rounds = await run([], experiment(40));
  // Two comparisons have to reach 40: nine straight wins, two a round.
  expect(rounds.filter((round) => round.some((name) => name.startsWith("stress/")))).toHaveLength(5);
  expect(rounds[0]).toEqual(["control/greets#1", "stress/one#1", "stress/two#1"]);
  expect(rounds[5]).toEqual(["control/greets#6"]);
  expect(rounds.length).toBeGreaterThan(5);
  expect(rounds.length).toBeLessThan(40);
});

test("a run until harmful goes on while the treatment loses, up to the proof of harm", async () => {
  const losing = experimentOf({
    comparisons: [{ ...spec("loses", ["stress/one"]), control: "wins-on", treatment: "wins-off" }],
    arms: ["wins-on", "wins-off"].map((name) => ({ name, harness: "layered", flags: {} })),
    seeds: seeds(20),
    rule: { ...RULE, until: "harmful" },
  }).experiment;
  expect(await run([], losing)).toHaveLength(7);
});

test("a run that is cut off anywhere and goes on runs the same blocks as one that was not", async () => {
  const expected = (await run([], experiment(12))).flat();
  for (let stop = 0; stop <= expected.length; stop++) {
    const rows: Row[] = [];
    const first = await run(rows, experiment(12), { stop });
    const rest = await run(rows, experiment(12));
    expect([...first.flat(), ...rest.flat()]).toEqual(expected);
    expect(await run(rows, experiment(12))).toEqual([]);
  }
});

test("a pair that was lost to an error belongs to its round and adds no evidence", async () => {
  const rounds = await run([], experiment(40), { errors: ["stress/one#2", "stress/two#3"] });
  const wins = rounds.filter((round) => round.some((name) => name.startsWith("stress/")));
  // Eight of ten are won after five rounds, so a sixth is needed.
  expect(wins).toHaveLength(6);
});

test("a comparison that was curtailed goes on under a larger cap, one that was decided does not", async () => {
  const rows: Row[] = [];
  const rounds = await run(rows, experiment(5));
  // Of five pairs of one scenario none could reach 40, whatever they say.
  expect(rounds.flat().filter((name) => name.startsWith("control/"))).toEqual(["control/greets#1"]);
  const extended = (await run(rows, experiment(40))).flat();
  expect(extended.every((name) => name.startsWith("control/"))).toBe(true);
  expect(extended[0]).toBe("control/greets#2");
});
