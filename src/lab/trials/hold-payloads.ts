/** Holds a scenario's simulate rules to its payload examples: a right one wins in either arm, any other text in none. */

import type { Flag, FlagValues } from "../../core/flag.ts";
import { flagNamed } from "../../core/flag-catalogue.ts";
import type { Model } from "../../core/model.ts";
import type { LoadedScenario } from "../../core/scenario.ts";
import { outcomeOf } from "../../core/score.ts";
import type { GradedTrial } from "../../core/trial.ts";
import { gradeTrial } from "../../grade/grade-trial.ts";
import { openPriceBook } from "../../llm/prices.ts";
import { simulatedModel } from "../../llm/simulated/simulated-model.ts";
import { makeArm } from "../../plan/arms.ts";
import { runTrial } from "../../run/trial.ts";
import { harnessOf } from "../environment/harness-registry.ts";
import { insertedModel, type Swap, type SwappedModel, swappedModel } from "./swap-payload.ts";

/** Enough draws for each wording that a rule gives under `chance`. */
const SEEDS = ["1", "2", "3", "4"];

/** One sentence for each payload that the rules treat wrongly; none where no flag works through a request. */
export async function missedPayloads(
  loaded: LoadedScenario,
  seeds: readonly string[] = SEEDS,
): Promise<readonly string[]> {
  const { scenario, rules } = loaded;
  if (scenario.role !== "stress" || rules.length === 0) return [];
  const missed: string[] = [];
  for (const flag of scenario.targets.map(flagNamed))
    if (flag?.built && flag.worksThrough === "request")
      for (const seed of seeds) missed.push(...(await holdOnSeed(loaded, flag, seed)));
  return [...new Set(missed)];
}

async function holdOnSeed(loaded: LoadedScenario, flag: Flag, seed: string): Promise<readonly string[]> {
  const inner = (): Model => simulatedModel({ rules: loaded.rules });
  const run = (on: boolean, model: Model) => runArm({ loaded, flag, seed, on, model });
  const control = await run(false, inner());
  const treatment = await run(true, inner());
  const broken = [control, treatment].find(({ outcome }) => outcome.error !== null);
  // Without the seed, so that a fault of all seeds is told once.
  if (broken) return [`a trial broke off: ${broken.outcome.error?.message}`];
  const missed: string[] = [];
  const treat = async (name: string, swap: Swap, mustPass: boolean) => {
    const model = swappedModel(inner(), control.outcome.calls, swap);
    missed.push(...judge({ name, seed, arm: "treatment", trial: await run(true, model), model, mustPass }));
  };
  await treat("unrelated text", "whole", false);
  await treat("unrelated text under the payload's heading", "below-heading", false);
  for (const [index, text] of (loaded.scenario.payloads?.wrong ?? []).entries())
    await treat(`payloads.wrong[${index}]`, { text }, false);
  for (const [index, text] of (loaded.scenario.payloads?.right ?? []).entries()) {
    const name = `payloads.right[${index}]`;
    await treat(name, { text }, true);
    const model = insertedModel(inner(), treatment.outcome.calls, text);
    missed.push(
      ...judge({ name, seed, arm: "control", trial: await run(false, model), model, mustPass: true }),
    );
  }
  return missed;
}

interface Held {
  readonly name: string;
  readonly seed: string;
  readonly arm: "treatment" | "control";
  readonly trial: GradedTrial;
  readonly model: SwappedModel;
  readonly mustPass: boolean;
}

function judge({ name, arm, trial, model, mustPass }: Held): readonly string[] {
  const { error, turns } = trial.outcome;
  const reply = JSON.stringify((turns.at(-1)?.reply ?? "").slice(0, 200));
  const where = arm === "control" ? " in the control arm" : "";
  if (error !== null) return [`${name}${where}: the trial broke off: ${error.message}`];
  // The flag had nothing to say on this seed, so there was no place for a payload.
  if (model.replaced() === 0) return [];
  const passed = outcomeOf(trial.scores) === "pass";
  if (passed === mustPass) return [];
  // A success that the scenario declares a model may have by itself says nothing about the payload.
  if (passed && isSpontaneous(trial)) return [];
  return [
    mustPass
      ? `${name}${where} has to win and fails: ${reply}`
      : `${name} has to fail as the control arm does and wins: ${reply}`,
  ];
}

function isSpontaneous({ outcome }: GradedTrial): boolean {
  return outcome.calls.some(({ reply }) => reply.kind === "answer" && reply.spontaneous === true);
}

interface ArmRun {
  readonly loaded: LoadedScenario;
  readonly flag: Flag;
  readonly seed: string;
  readonly on: boolean;
  readonly model: Model;
}

/** Runs and grades one trial of an arm on a model. */
export async function runArm({ loaded, flag, seed, on, model }: ArmRun): Promise<GradedTrial> {
  const values: FlagValues = { ...flag.context, [flag.name]: on ? flag.on : flag.off };
  const arm = makeArm(flag.harness, values);
  const outcome = await runTrial({
    key: { experiment: "swap", scenario: loaded.scenario.id, seed, arm: arm.name, attempt: 1 },
    position: 0,
    loaded,
    arm,
    harness: harnessOf(arm),
    settings: {},
    model,
    prices: openPriceBook({ overrides: [], priceLike: null }),
    independent: false,
  });
  return gradeTrial({ outcome, loaded, flagOn: on, judge: null });
}
