/** Attempts end at the first failure of the endpoint (reliability-1 row 3); a harness that asks again by itself is forgiven. */

import { expect, test } from "vitest";
import type { Experiment } from "../core/experiment.ts";
import type { FailureClass, Model, ModelReply, ModelRequest } from "../core/model.ts";
import type { ModelSettings } from "../core/model-settings.ts";
import type { TrialOutcome } from "../core/trial.ts";
import { defineHarness } from "../harnesses/contract/define-harness.ts";
import type { Harness } from "../harnesses/contract/harness.ts";
import { failedReply } from "../llm/failed-reply.ts";
import { openPriceBook } from "../llm/prices.ts";
import { NO_JOURNAL } from "../llm/wrappers/journalled.ts";
import { planAblation } from "../plan/ablation.ts";
import { blocksOf } from "../plan/blocks.ts";
import { modelRequest } from "../testing/model-requests.ts";
import { scenarioOf } from "../testing/scenario-builder.ts";
import { modelAnswer } from "../testing/scripted-model.ts";
import { runBlock } from "./block.ts";

const FLAG = "AUDIT_SEMANTIC_CONTRADICTION";
const loaded = scenarioOf({
  id: "a/faulty",
  conversation: [{ user: "one" }, { user: "two" }],
  world: {
    now: "2026-03-02T09:00:00Z",
    faults: [{ on: "model", purpose: "injected", call: "all", status: 503 }],
  },
});
const draft = planAblation({
  flags: [FLAG],
  scenarios: [loaded],
  seeds: ["0"],
  model: { model: "m" } as ModelSettings,
});
const experiment: Experiment = { id: "test", ...draft };
const [block] = blocksOf(experiment);

/** Asks three questions a turn, each twice when it asks again by itself, and says how many were answered. */
function asking(retriesItself: boolean): Harness {
  return defineHarness({
    id: "layered",
    ...(retriesItself ? { retriesItself } : {}),
    async open({ model }) {
      return {
        async turn({ turn }) {
          let answered = 0;
          for (const purpose of ["first", "injected", "second"]) {
            const request = { ...modelRequest({ user: `turn ${turn}` }), purpose };
            const reply = await model.ask(request);
            const last = reply.kind === "failed" && retriesItself ? await model.ask(request) : reply;
            if (last.kind === "answer") answered += 1;
          }
          return { reply: `${answered}`, status: "ok", staged: [], followUps: [] };
        },
        decide: async () => ({ kind: "ok", content: "" }),
        command: async () => "",
        [Symbol.asyncDispose]: async () => {},
      };
    },
  });
}

async function run(answers: (request: ModelRequest, n: number) => ModelReply, retriesItself = false) {
  let asked = 0;
  const model: Model = { id: "m", simulated: false, ask: async (request) => answers(request, ++asked) };
  if (!block) throw new Error("the plan has no block");
  const outcomes = await runBlock(
    {
      experiment: { ...experiment, independent: true },
      scenarios: new Map([[loaded.scenario.id, loaded]]),
      harnessOf: () => asking(retriesItself),
      modelFor: () => model,
      prices: openPriceBook({ overrides: [], priceLike: null }),
      journal: NO_JOURNAL,
    },
    block,
    1,
    new AbortController().signal,
  );
  return { outcomes, asked };
}

const fails = (failure: FailureClass) => failedReply({ class: failure, message: failure });
const errors = (outcomes: readonly TrialOutcome[]) => outcomes.map(({ error }) => error?.kind ?? null);

test.each<[FailureClass, string]>([
  ["network", "infrastructure"],
  ["timeout", "infrastructure"],
  ["no-completion", "infrastructure"],
  ["quota", "operator"],
  ["bad-request", "operator"],
])("a %s ends the attempt of both arms at once, as an error of kind %s", async (failure, kind) => {
  const { outcomes, asked } = await run((_, n) => (n === 2 ? fails(failure) : modelAnswer("fine")));
  expect(asked).toBe(2);
  expect(errors(outcomes)).toEqual([kind, kind]);
  expect(outcomes[0]).toMatchObject({ turns: [], calls: [{}, { source: "injected" }, {}] });
  expect(outcomes[1]).toMatchObject({ calls: [], error: { message: expect.stringContaining("not run") } });
});

test.each<FailureClass>(["context-length", "malformed-reply", "refused"])(
  "a %s is the agent's own: the conversation goes on to its end",
  async (failure) => {
    const { outcomes } = await run((_, n) => (n === 2 ? fails(failure) : modelAnswer("fine")));
    expect(errors(outcomes)).toEqual([null, null]);
    expect(outcomes[0]?.turns.map(({ reply }) => reply)).toEqual(["1", "2"]);
  },
);

test("a fault that the scenario injects is for the harness to see", async () => {
  const { outcomes } = await run(() => modelAnswer("fine"));
  expect(errors(outcomes)).toEqual([null, null]);
  expect(outcomes[0]?.turns.map(({ reply }) => reply)).toEqual(["2", "2"]);
});

test("a harness that asks again by itself is spoiled only where no later try of the same request succeeds", async () => {
  const once = await run((_, n) => (n === 1 ? fails("network") : modelAnswer("fine")), true);
  expect(errors(once.outcomes)).toEqual([null, null]);
  expect(once.outcomes[0]?.turns).toHaveLength(2);
  const ever = await run(
    ({ purpose }) => (purpose === "second" ? fails("network") : modelAnswer("fine")),
    true,
  );
  expect(errors(ever.outcomes)).toEqual(["infrastructure", "infrastructure"]);
  expect(ever.outcomes[0]?.turns).toHaveLength(2);
});

test("a call that was under way beside the failed one is waited for and counted", async () => {
  const parallel: Harness = {
    ...asking(false),
    async open({ model }) {
      const session = await asking(false).open({ model, settings: {} } as never);
      return {
        ...session,
        async turn() {
          await Promise.all(["a", "b"].map((purpose) => model.ask({ ...modelRequest(), purpose })));
          return { reply: "", status: "ok", staged: [], followUps: [] };
        },
      };
    },
  };
  const late: Model = {
    id: "m",
    simulated: false,
    async ask({ purpose }) {
      if (purpose === "a") return fails("network");
      await new Promise((resolve) => setTimeout(resolve, 20));
      return modelAnswer("late");
    },
  };
  const { runTrial } = await import("./trial.ts");
  const [arm] = experiment.arms;
  if (!arm) throw new Error("the plan has no arm");
  const outcome = await runTrial({
    key: { experiment: "test", scenario: loaded.scenario.id, seed: "0", arm: arm.name, attempt: 1 },
    position: 0,
    loaded,
    arm,
    harness: parallel,
    settings: {},
    model: late,
    prices: openPriceBook({ overrides: [], priceLike: null }),
    independent: false,
  });
  expect(outcome.calls.map(({ purpose, reply }) => [purpose, reply.kind])).toEqual([
    ["a", "failed"],
    ["b", "answer"],
  ]);
});
