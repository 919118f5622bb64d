/** Analysis settings of a stored experiment. */

import { expect, test } from "vitest";
import { experimentOf } from "../../testing/stored-experiment.ts";
import { comparisonPlanOf } from "./comparison-plan.ts";

test.each([
  [0, true],
  [0.7, undefined],
  [null, undefined],
])("temperature %s: repeats are held to be repeats: %s", (temperature, greedy) => {
  const { experiment } = experimentOf();
  const [spec] = experiment.comparisons;
  if (!spec) throw new Error("no comparison");
  const facts = { simulated: false, scenarios: 2 };
  const model = { ...experiment.model, model: "m", temperature };
  expect(comparisonPlanOf({ ...experiment, model }, spec, facts).greedy).toBe(greedy);
});
