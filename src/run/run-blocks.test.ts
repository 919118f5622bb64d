/** Running blocks: width and order change nothing, spoiled blocks run again whole, a dead endpoint stops the run. */

import { expect, test } from "vitest";
import { LabError } from "../core/errors.ts";
import type { Block, Experiment } from "../core/experiment.ts";
import type { Model, ModelReply } from "../core/model.ts";
import type { ModelSettings } from "../core/model-settings.ts";
import type { LoadedScenario } from "../core/scenario.ts";
import type { TrialOutcome } from "../core/trial.ts";
import { layeredHarness } from "../harnesses/layered/layered-harness.ts";
import { openPriceBook } from "../llm/prices.ts";
import { simulatedModel } from "../llm/simulated/simulated-model.ts";
import { NO_JOURNAL } from "../llm/wrappers/journalled.ts";
import { planAblation } from "../plan/ablation.ts";
import { blocksOf } from "../plan/blocks.ts";
import { scenarioOf, TALK } from "../testing/scenario-builder.ts";
import type { RunSetup } from "./block.ts";
import { runBlocks } from "./run-blocks.ts";

const scenarios = [
  scenarioOf({ id: "a/one" }),
  scenarioOf({
    id: "a/two",
    simulate: [
      ...TALK,
      { when: { purpose: "propose" }, chance: 0.5, say: "Hello, Ada." },
      { when: { purpose: "propose" }, say: "Hello." },
    ],
  }),
];
const draft = planAblation({
  flags: ["AUDIT_SEMANTIC_CONTRADICTION"],
  scenarios,
  seeds: ["0", "1", "2", "3", "4", "5"],
  model: { model: "simulated" } as ModelSettings,
});
const experiment: Experiment = { id: "test", ...draft };

function setup(modelFor: (loaded: LoadedScenario) => Model): RunSetup {
  return {
    experiment,
    scenarios: new Map(scenarios.map((loaded) => [loaded.scenario.id, loaded])),
    harnessOf: () => layeredHarness,
    modelFor,
    prices: openPriceBook({ overrides: [], priceLike: null }),
    journal: NO_JOURNAL,
  };
}

interface Attempt {
  readonly block: Block;
  readonly outcomes: readonly TrialOutcome[];
  readonly last: boolean;
}

async function run(
  width: number,
  modelFor: (loaded: LoadedScenario) => Model,
  signal = new AbortController().signal,
) {
  const attempts: Attempt[] = [];
  await runBlocks(setup(modelFor), blocksOf(experiment), {
    width,
    signal,
    attemptsBefore: () => 0,
    onBlock: async (block, outcomes, last) => {
      attempts.push({ block, outcomes, last });
    },
  });
  return attempts;
}

const simulated = (loaded: LoadedScenario) => simulatedModel({ rules: loaded.rules });

/** Every later block answers faster than those before it, so that blocks finish out of order. */
function delayed(): (loaded: LoadedScenario) => Model {
  let blocks = 0;
  return (loaded) => {
    const inner = simulated(loaded);
    const wait = Math.max(1, 25 - 2 * blocks++);
    return {
      ...inner,
      async ask(request) {
        await new Promise((resolve) => setTimeout(resolve, wait));
        return inner.ask(request);
      },
    };
  };
}

/** Content of a stored row, without the times that were measured. */
function rows(attempts: readonly Attempt[]) {
  return attempts
    .flatMap(({ outcomes }) => outcomes)
    .map(({ startedAt: _, wallMs: __, ...rest }) => ({
      ...rest,
      calls: rest.calls.map((call) => ({ ...call, reply: { ...call.reply, latencyMs: null } })),
    }))
    .sort((a, b) => JSON.stringify(a.key).localeCompare(JSON.stringify(b.key)));
}

test("width 1 and width 16 give the same rows although blocks finish out of order", async () => {
  const one = await run(1, delayed());
  const sixteen = await run(16, delayed());
  const order = (attempts: readonly Attempt[]) =>
    attempts.map(({ block }) => `${block.scenario}#${block.seed}`);
  expect(order(sixteen)).not.toEqual(order(one));
  expect(rows(sixteen)).toEqual(rows(one));
  expect(rows(one)).toHaveLength(24);
});

test("seeds vary what chance decides, and both arms of a block see the same draw", async () => {
  const outcomes = (await run(4, simulated))
    .flatMap(({ outcomes }) => outcomes)
    .filter((one) => one.key.scenario === "a/two");
  const replies = new Map<string, Set<string>>();
  for (const { key, turns } of outcomes)
    replies.set(key.seed, (replies.get(key.seed) ?? new Set()).add(turns[0]?.reply ?? ""));
  expect([...replies.values()].map((set) => set.size)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(new Set([...replies.values()].flatMap((set) => [...set])).size).toBe(2);
});

function failing(times: number, failure: "server-error" | "auth") {
  let left = times;
  return (loaded: LoadedScenario): Model => ({
    ...simulated(loaded),
    async ask(request): Promise<ModelReply> {
      if (left-- <= 0) return simulated(loaded).ask(request);
      return {
        kind: "failed",
        failure: { class: failure, status: 503, message: "down" },
        usage: null,
        latencyMs: 1,
        source: "asked",
      };
    },
  });
}

test("a block spoiled by the endpoint runs again whole, and both attempts are handed over", async () => {
  const attempts = await run(1, failing(1, "server-error"));
  const first = attempts.filter(({ block }) => block === attempts[0]?.block);
  expect(first.map(({ last }) => last)).toEqual([false, true]);
  expect(first[0]?.outcomes.some((one) => one.error?.kind === "infrastructure")).toBe(true);
  expect(first[1]?.outcomes.every((one) => one.error === null && one.key.attempt === 2)).toBe(true);
  expect(attempts).toHaveLength(blocksOf(experiment).length + 1);
});

test("a dead endpoint stops the run with exit code 4 instead of failing every trial", async () => {
  const error = await run(1, failing(1000, "auth")).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(LabError);
  expect((error as LabError).exitCode).toBe(4);
});

test("an interrupted run hands over finished blocks only", async () => {
  const controller = new AbortController();
  const seen: Attempt[] = [];
  const work = runBlocks(setup(simulated), blocksOf(experiment), {
    width: 1,
    signal: controller.signal,
    attemptsBefore: () => 0,
    onBlock: async (block, outcomes, last) => {
      seen.push({ block, outcomes, last });
      if (seen.length === 3) controller.abort();
    },
  });
  await expect(work).rejects.toThrow(/abort/i);
  expect(seen).toHaveLength(3);
  for (const { block, outcomes } of seen) expect(outcomes.map((one) => one.key.arm)).toEqual(block.arms);
});

test("no block starts once the caller says that its budget is spent; those that did are complete", async () => {
  const attempts: Attempt[] = [];
  await runBlocks(setup(simulated), blocksOf(experiment), {
    width: 1,
    signal: new AbortController().signal,
    attemptsBefore: () => 0,
    onBlock: async (block, outcomes, last) => {
      attempts.push({ block, outcomes, last });
    },
    mayStart: () => attempts.length < 2,
  });
  expect(attempts.map(({ outcomes }) => outcomes.length)).toEqual([2, 2]);
});
