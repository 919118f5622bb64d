/** Swap test (ARCHITECTURE 4.1): without the content of its payload, a flag that works through requests gains nothing. */

import { expect, test } from "vitest";
import { FLAGS } from "../core/flag-catalogue.ts";
import type { Model } from "../core/model.ts";
import { type LoadedScenario, SimulateRule } from "../core/scenario.ts";
import { outcomeOf } from "../core/score.ts";
import type { GradedTrial } from "../core/trial.ts";
import { gradeTrial } from "../grade/grade-trial.ts";
import { openPriceBook } from "../llm/prices.ts";
import { simulatedModel } from "../llm/simulated/simulated-model.ts";
import { makeArm } from "../plan/arms.ts";
import { runTrial } from "../run/trial.ts";
import { readScenarios } from "../scenario/read-scenarios.ts";
import { type SwappedModel, swappedModel } from "../testing/swapped-payload.ts";
import { HARNESSES, harnessOf } from "./harness-registry.ts";
import { SCENARIO_ROOT } from "./project.ts";

const SEEDS = ["1", "2", "3", "4", "5", "6", "7", "8"];
const FLAGS_BY_REQUEST = FLAGS.filter((flag) => flag.built && flag.worksThrough === "request");
const scenarios = await readScenarios(SCENARIO_ROOT, HARNESSES);
const CASES = FLAGS_BY_REQUEST.flatMap((flag) =>
  scenarios
    .filter(({ scenario }) => scenario.role === "stress" && scenario.targets.includes(flag.name))
    .map((loaded) => ({ flag, loaded, name: `${flag.name} on ${loaded.scenario.id}` })),
);

interface Trial {
  readonly loaded: LoadedScenario;
  readonly flag: (typeof FLAGS)[number];
  readonly seed: string;
  readonly on: boolean;
  readonly model?: Model;
}

async function run({ loaded, flag, seed, on, model }: Trial): Promise<GradedTrial> {
  const arm = makeArm(flag.harness, { ...flag.context, [flag.name]: on ? flag.on : flag.off });
  const outcome = await runTrial({
    key: { experiment: "swap", scenario: loaded.scenario.id, seed, arm: arm.name, attempt: 1 },
    position: 0,
    loaded,
    arm,
    harness: harnessOf(arm),
    settings: {},
    model: model ?? simulatedModel({ rules: loaded.rules }),
    prices: openPriceBook({ overrides: [], priceLike: null }),
    independent: false,
  });
  return gradeTrial({ outcome, loaded, flagOn: on, judge: null });
}

const passes = (trial: GradedTrial): boolean =>
  trial.outcome.error === null && outcomeOf(trial.scores) === "pass";

/** Control, treatment, and the treatment with its payload swapped in either way, on one seed. */
async function swapOn(flag: Trial["flag"], loaded: LoadedScenario, seed: string) {
  const control = await run({ loaded, flag, seed, on: false });
  const treatment = await run({ loaded, flag, seed, on: true });
  const swapped: { trial: GradedTrial; model: SwappedModel; swap: string }[] = [];
  for (const swap of ["whole", "below-heading"] as const) {
    const model = swappedModel(simulatedModel({ rules: loaded.rules }), control.outcome.calls, swap);
    swapped.push({ trial: await run({ loaded, flag, seed, on: true, model }), model, swap });
  }
  return { seed, control, treatment, swapped };
}

test.each(CASES)(
  "$name: with unrelated text in its place the payload wins nothing",
  async ({ flag, loaded }) => {
    const rows = [];
    for (const seed of SEEDS) rows.push(await swapOn(flag, loaded, seed));
    const better = rows.flatMap(({ seed, control, swapped }) =>
      swapped
        .filter(({ trial }) => passes(trial) && !passes(control))
        .map(({ trial, swap }) => `seed ${seed}, ${swap}: ${trial.outcome.turns.at(-1)?.reply}`),
    );
    expect(better).toEqual([]);
    const errors = rows.flatMap(({ seed, swapped }) =>
      swapped
        .filter(({ trial }) => trial.outcome.error)
        .map(({ trial }) => `${seed}: ${trial.outcome.error?.message}`),
    );
    expect(errors).toEqual([]);
    // Without these the test could not fail: something was swapped wherever the payload helped, and it does help.
    for (const { control, treatment, swapped } of rows)
      if (passes(treatment) && !passes(control))
        for (const { model } of swapped) expect(model.replaced()).toBeGreaterThan(0);
    const helped = rows.filter(({ control, treatment }) => passes(treatment) && !passes(control));
    expect(helped.length).toBeGreaterThan(0);
    expect(rows.flatMap(({ swapped }) => swapped).reduce((n, { model }) => n + model.unmatched(), 0)).toBe(0);
  },
);

test("a model that answers to a heading instead of to content is found out", async () => {
  const one = CASES.find(({ loaded }) => loaded.scenario.id === "contradiction/freeze-date");
  if (!one) throw new Error("the scenario has another name now");
  const cheat = SimulateRule.parse({
    when: {
      purpose: "propose",
      sees: {
        system: ["These statements contradict each other"],
        user: ["MERGE UNTIL"],
      },
    },
    say: "CONFLICT with the freeze",
  });
  const loaded = { ...one.loaded, rules: [cheat, ...one.loaded.rules] };
  const { control, swapped } = await swapOn(one.flag, loaded, "2");
  expect(passes(control)).toBe(false);
  expect(swapped.map(({ swap, trial }) => [swap, passes(trial)])).toEqual([
    ["whole", false],
    ["below-heading", true],
  ]);
});

test("every built flag that works through requests has a stress scenario to be swapped on", () => {
  expect(FLAGS_BY_REQUEST.map(({ name }) => CASES.some(({ flag }) => flag.name === name))).toEqual(
    FLAGS_BY_REQUEST.map(() => true),
  );
  expect(CASES.length).toBeGreaterThanOrEqual(12);
});
