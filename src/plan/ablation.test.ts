/** Ablations: which arms, comparisons and blocks a list of flags gives. */

import { expect, test } from "vitest";
import type { ModelSettings } from "../core/model-settings.ts";
import { scenarioOf } from "../testing/scenario-builder.ts";
import { planAblation } from "./ablation.ts";
import { builtFlag } from "./arms.ts";
import { blocksOf } from "./blocks.ts";
import { identify } from "./identity.ts";

const MODEL: ModelSettings = {
  model: "simulated",
  baseUrl: null,
  apiKeyEnv: null,
  toolProtocol: "native",
  temperature: null,
  timeoutMs: 1000,
  maxRetries: 0,
  priceLike: null,
  sendSeed: true,
};
const CONTRADICTION = "AUDIT_SEMANTIC_CONTRADICTION";
const RETRY = "AUDIT_RETRY_SYSTEM_ERRORS";
const COMPACTION = "AUDIT_SEMANTIC_COMPACTION";
const scenarios = [
  scenarioOf({ id: "a/one" }),
  scenarioOf({ id: "a/two", role: "control" }),
  scenarioOf({ id: "b/one", targets: [RETRY] }),
  scenarioOf({ id: "c/one", targets: [COMPACTION] }),
];
const plan = (flags: readonly string[], seeds = ["1", "2", "3"]) =>
  planAblation({ flags, scenarios, seeds, model: MODEL });

test("a flag that is on by default is compared with the baseline as its treatment", () => {
  const draft = plan([CONTRADICTION]);
  expect(draft.comparisons).toEqual([
    {
      id: CONTRADICTION,
      flag: CONTRADICTION,
      control: `${CONTRADICTION}=0`,
      treatment: "baseline",
      stress: ["a/one"],
      controls: ["a/two"],
    },
  ]);
});

test("a flag's context is held fixed in both arms: the matcher is off for retry once it is built (A-111)", () => {
  const draft = plan([RETRY]);
  for (const arm of draft.arms) expect(arm.flags).toMatchObject(builtFlag(RETRY).context);
  expect(draft.arms).toHaveLength(2);
});

test("arms with equal flag values are one arm", () => {
  expect(plan([CONTRADICTION, COMPACTION]).arms.map((arm) => arm.name)).toEqual([
    `${COMPACTION}=1`,
    `${CONTRADICTION}=0`,
    "baseline",
  ]);
});

test("a selection in which no scenario targets a flag is refused", () => {
  expect(() => plan(["AUDIT_MEMORY_BUDGETED_RENDER"])).toThrow(/targets AUDIT_MEMORY_BUDGETED_RENDER/);
});

test("blocks hold all arms of a scenario and seed, in random order, balanced over every two seeds", () => {
  const seeds = Array.from({ length: 40 }, (_, index) => String(index));
  const blocks = blocksOf(plan([CONTRADICTION], seeds));
  expect(blocks).toHaveLength(80);
  expect(blocks).toEqual(blocksOf(plan([CONTRADICTION], seeds)));
  const orders = blocks
    .filter((block) => block.scenario === "a/one")
    .map((block) => block.arms[0] === "baseline");
  expect(orders.filter(Boolean)).toHaveLength(20);
  expect(new Set(orders.filter((_, index) => index % 2 === 0)).size).toBe(2);
});

test("more seeds leave the blocks of the seeds before them as they were", () => {
  const few = blocksOf(plan([CONTRADICTION], ["1", "2"]));
  const more = blocksOf(plan([CONTRADICTION], ["1", "2", "3"]));
  expect(more.slice(0, few.length)).toEqual(few);
});

test("an experiment's identity ignores seeds and time-outs, and changes with scenarios, arms, model, endpoint and harness", () => {
  const id = (draft = plan([CONTRADICTION]), harnessDigest = "h", used = scenarios) =>
    identify(draft, { scenarios: used, harnessDigest }).id;
  const base = id();
  expect(id(plan([CONTRADICTION], ["7"]))).toBe(base);
  expect(id({ ...plan([CONTRADICTION]), model: { ...MODEL, timeoutMs: 5 } })).toBe(base);
  expect(id({ ...plan([CONTRADICTION]), model: { ...MODEL, baseUrl: "http://127.0.0.1:1/v1" } })).not.toBe(
    base,
  );
  expect(id(plan([RETRY]))).not.toBe(base);
  expect(id({ ...plan([CONTRADICTION]), model: { ...MODEL, model: "other" } })).not.toBe(base);
  expect(id(plan([CONTRADICTION]), "changed")).not.toBe(base);
  const edited = scenarios.map((one) =>
    one.scenario.id === "a/one" ? scenarioOf({ id: "a/one", purpose: "Another." }) : one,
  );
  expect(id(plan([CONTRADICTION]), "h", edited)).not.toBe(base);
  const unrelated = scenarios.map((one) =>
    one.scenario.id === "c/one" ? scenarioOf({ id: "c/one", purpose: "Another." }) : one,
  );
  expect(id(plan([CONTRADICTION]), "h", unrelated)).toBe(base);
});

test("control scenarios alone are planned, and refused where a run looks for a verdict", () => {
  const request = {
    flags: [CONTRADICTION],
    scenarios: [scenarioOf({ id: "a/two", role: "control" })],
    seeds: ["1"],
    model: MODEL,
  };
  expect(planAblation(request).comparisons).toMatchObject([{ stress: [], controls: ["a/two"] }]);
  const rule = { design: "sequential", deltaMin: 0.2, until: null } as const;
  expect(() => planAblation({ ...request, rule })).toThrow(/are all controls/);
});
