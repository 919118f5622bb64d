/** Calibration plans: a control against itself under another name, and nowhere else two equal arms. */

import { expect, test } from "vitest";
import { endpointSettings } from "../testing/model-settings.ts";
import { scenarioOf } from "../testing/scenario-builder.ts";
import { builtFlag, differingFlags } from "./arms.ts";
import { blocksOf } from "./blocks.ts";
import { type CalibrationDraws, planCalibration } from "./calibration.ts";

const CONTRADICTION = "AUDIT_SEMANTIC_CONTRADICTION";
const RETRY = "AUDIT_RETRY_SYSTEM_ERRORS";
const scenarios = [
  scenarioOf({ id: "a/one" }),
  scenarioOf({ id: "a/two", role: "control" }),
  scenarioOf({ id: "b/one", targets: [RETRY] }),
];
const plan = (flags: readonly string[], draws: CalibrationDraws = "independent") =>
  planCalibration({ flags, scenarios, seeds: ["1", "2"], model: endpointSettings(null), draws });

test("a flag's OFF arm with its context runs against a placebo of equal settings, on the flag's scenarios", () => {
  const draft = plan([CONTRADICTION, RETRY]);
  expect(draft.independent).toBe(true);
  expect(draft.comparisons.map(({ stress, controls }) => [stress, controls])).toEqual([
    [["a/one"], ["a/two"]],
    [["b/one"], []],
  ]);
  for (const { kind, flag, control, treatment } of draft.comparisons) {
    const [left, right] = [control, treatment].map((name) => draft.arms.find((arm) => arm.name === name));
    expect([kind, flag, treatment]).toEqual(["calibration", null, `${control}~placebo`]);
    expect(left && right && differingFlags(left, right)).toEqual([]);
  }
  const retry = draft.arms.filter((arm) => arm.flags[RETRY] === false);
  const { context } = builtFlag(RETRY);
  expect(retry.map(({ flags }) => flags)).toEqual([
    expect.objectContaining(context),
    expect.objectContaining(context),
  ]);
  expect(draft.arms.filter((arm) => arm.flags[CONTRADICTION] === false)).toHaveLength(2);
  expect(blocksOf(draft).every(({ arms }) => arms.length === 2)).toBe(true);
});

test("without a flag the arm of all defaults is repeated on every scenario; shared replies keep the same arms", () => {
  const [independent, shared] = [plan([]), plan([], "shared")];
  expect(independent.comparisons).toMatchObject([
    { control: "baseline", treatment: "baseline~placebo", stress: ["a/one", "b/one"], controls: ["a/two"] },
  ]);
  expect([shared.independent, shared.arms]).toEqual([false, independent.arms]);
});

test("arms that tell whether seeds are honoured share no reply: a shared one would agree with itself", () => {
  const draws = (mode: CalibrationDraws) => {
    const { independent, sameSeeds } = plan([], mode);
    return { independent, sameSeeds };
  };
  expect(draws("independent")).toEqual({ independent: true, sameSeeds: undefined });
  expect(draws("same-seeds")).toEqual({ independent: true, sameSeeds: true });
  expect(draws("shared")).toEqual({ independent: false, sameSeeds: undefined });
});

test("nothing selected is wrong use", () => {
  expect(() =>
    planCalibration({
      flags: [],
      scenarios: [],
      seeds: ["1"],
      model: endpointSettings(null),
      draws: "independent",
    }),
  ).toThrow("no scenario was selected");
});
