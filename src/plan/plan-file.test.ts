/** Arms of an experiment file: whatever may differ is a path, and every difference is declared. */

import { describe, expect, test } from "vitest";
import type { LabError } from "../core/errors.ts";
import { modelSettings } from "../lab/endpoint/model-access.ts";
import { HARNESSES } from "../lab/environment/harness-registry.ts";
import { scenarioOf } from "../testing/scenario-builder.ts";
import { ExperimentFile, type ModelSpec } from "./experiment-file.ts";
import { planExperiment } from "./plan-file.ts";

const FLAG = "AUDIT_SEMANTIC_CONTRADICTION";

const modelFor = (...specs: readonly (ModelSpec | undefined)[]) => {
  const named = specs.map((spec) => (typeof spec === "string" ? { id: spec } : { ...spec }));
  const { id, ...rest } = Object.assign({}, ...named) as { id?: string };
  return modelSettings({ ...rest, model: id });
};
const planned = (file: object, scenario = scenarioOf()) =>
  planExperiment(
    ExperimentFile.parse({ name: "x", scenarios: ["example/greets"], model: "local", ...file }),
    "x.yaml",
    { scenarios: [scenario], seeds: ["1"], harnesses: HARNESSES, modelFor },
  );
const refusal = (file: object): Partial<LabError> => {
  try {
    planned(file);
  } catch (error) {
    const { code, where } = error as LabError;
    return { code, where };
  }
  return {};
};

const VARIANTS: readonly (readonly [string, object])[] = [
  ["model.id", { model: "small" }],
  ["model.baseUrl", { model: { baseUrl: "http://127.0.0.1:1/v1" } }],
  ["model.endpoint", { model: { baseUrl: "http://127.0.0.1:1/v1" } }],
  ["model.temperature", { model: { temperature: 1 } }],
  ["model.toolProtocol", { model: { toolProtocol: "json" } }],
  ["model.emptyContent", { model: { emptyContent: "text" } }],
  ["model.sendThinking", { model: { sendThinking: true } }],
  ["model", { model: "small" }],
  ["settings.memory.budgetChars", { settings: { memory: { budgetChars: 5 } } }],
  ["settings.memory", { settings: { memory: { budgetChars: 5 } } }],
  [FLAG, { flags: { [FLAG]: 0 } }],
];
test.each(VARIANTS)(
  "vary: [%s] lets a variant differ in it, and without it the same variant is refused",
  (path, variant) => {
    const { arms, comparisons } = planned({ vary: [path], variants: { other: variant } });
    expect(arms.map(({ name }) => name)).toEqual(["baseline", "other"]);
    expect(comparisons[0]?.flag).toBe(path === FLAG ? FLAG : null);
    expect(refusal({ vary: ["AUDIT_RETRY_SYSTEM_ERRORS"], variants: { other: variant } })).toEqual({
      code: "undeclared-difference",
      where: "x.yaml, variants.other",
    });
  },
);

test("the table has a variant for every path of a model that vary knows", () => {
  let remedy = "";
  try {
    planned({ vary: ["model.nothing"], variants: { other: {} } });
  } catch (error) {
    remedy = (error as LabError).remedy ?? "";
  }
  const known = [...remedy.matchAll(/model\.\w+/g)].map(([path]) => path);
  expect(known.length).toBeGreaterThan(5);
  expect(known.filter((path) => !VARIANTS.some(([one]) => one === path))).toEqual([]);
});

test.each([
  ["nothing at all", {}],
  ["the baseline's model by name", { model: "local" }],
  ["a price, which changes no reply", { model: { priceLike: "gpt-4.1" } }],
  ["a setting at its default", { settings: { memory: { budgetChars: 4000 } } }],
  ["a flag at its default", { flags: { [FLAG]: 1 } }],
])("a variant that names %s is equal to the baseline, which is an error", (_, variant) => {
  expect(refusal({ vary: [FLAG, "model", "settings.memory"], variants: { same: variant } })).toEqual({
    code: "equal-arms",
    where: "x.yaml, variants.same",
  });
});

describe("ON is the arm that has the flag on", () => {
  const sides = (baseline: object, variant: object, more: object = {}) => {
    const [spec] = planned({
      vary: [FLAG],
      baseline: { flags: baseline },
      variants: { other: { flags: variant } },
      ...more,
    }).comparisons;
    return [spec?.flag, spec?.control, spec?.treatment];
  };

  test("a variant that turns a flag off is the control, and one that turns it on the treatment", () => {
    expect(sides({}, { [FLAG]: 0 })).toEqual([FLAG, "other", "baseline"]);
    expect(sides({ [FLAG]: 0 }, { [FLAG]: 1 })).toEqual([FLAG, "baseline", "other"]);
  });

  test("an aim that the file names is asked of the variant, whose arms then have no ON and OFF", () => {
    expect(sides({}, { [FLAG]: 0 }, { aim: "tokens" })).toEqual([null, "baseline", "other"]);
    expect(sides({}, { [FLAG]: 0 }, { aim: "no-worse", margin: 10 })).toEqual([null, "baseline", "other"]);
    expect(sides({ [FLAG]: 0 }, { [FLAG]: 1 }, { aim: "tokens" })).toEqual([FLAG, "baseline", "other"]);
  });
});

test("a setting at its default is another one where a scenario lowers it", () => {
  const scenario = scenarioOf({ settings: { memory: { budgetChars: 10 } } });
  const variants = { whole: { settings: { memory: { budgetChars: 4000 } } } };
  const { arms } = planned({ vary: ["settings.memory.budgetChars"], variants }, scenario);
  expect(arms[1]?.settings).toEqual({ memory: { budgetChars: 4000 } });
});

test.each([
  [["model.idd"], "unknown-path"],
  [["settings.memory.budget"], "unknown-path"],
  [["env.PLANNER"], "unknown-path"],
  [["AUDIT_NOTHING"], "unknown-flag"],
])("vary: %j is an error, since there is no such thing", (vary, code) => {
  expect(refusal({ vary, variants: { a: { model: "small" } } })).toEqual({ code, where: "x.yaml, vary" });
});

test("an arm of a simulated model is not held against one of a real model", () => {
  const variants = { real: { model: "small" } };
  expect(refusal({ model: "simulated", vary: ["model.id"], variants }).code).toBe("simulated-and-real");
});

test("the model of the baseline is that of the experiment, and an arm names its own only where it differs", () => {
  const variants = { small: { model: "small" }, off: { flags: { [FLAG]: 0 } } };
  const { model, arms } = planned({ baseline: { model: "large" }, vary: ["model.id", FLAG], variants });
  expect(model.model).toBe("large");
  expect(arms.map((arm) => arm.model?.model)).toEqual([undefined, "small", undefined]);
});
