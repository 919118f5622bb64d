/** Plans a calibration: each control arm against itself under another name, the placebo. */

import type { Arm } from "../core/arm.ts";
import { LabError } from "../core/errors.ts";
import type { ComparisonSpec } from "../core/experiment.ts";
import type { ModelSettings } from "../core/model-settings.ts";
import type { LoadedScenario } from "../core/scenario.ts";
import { type Draft, planAblation } from "./ablation.ts";
import { makeArm } from "./arms.ts";

/**
 * Replies of control and placebo: `independent` under sampling seeds of their own, which measures the noise
 * of verdicts; `same-seeds` each for itself under equal seeds, which tells whether the endpoint honours them; `shared`,
 * where nothing may differ.
 */
export type CalibrationDraws = "independent" | "same-seeds" | "shared";

export interface CalibrationRequest {
  /** Each flag's OFF arm with its context is repeated; with none, the arm of all defaults. */
  readonly flags: readonly string[];
  readonly scenarios: readonly LoadedScenario[];
  readonly seeds: readonly string[];
  readonly model: ModelSettings;
  readonly draws: CalibrationDraws;
}

/** The one place where two arms of an experiment may have equal settings: their difference is noise by design. */
export function planCalibration(request: CalibrationRequest): Draft {
  const { flags, scenarios, seeds, model } = request;
  const { arms, comparisons } =
    flags.length === 0
      ? defaultsAgainstThemselves(scenarios)
      : planAblation({ flags, scenarios, seeds, model });
  const controls = new Set(comparisons.map(({ control }) => control));
  const repeated = arms.filter(({ name }) => controls.has(name));
  return {
    name: `calibrate ${flags.length === 0 ? "defaults" : [...new Set(flags)].join(" ")}${DRAWS_IN_NAME[request.draws]}`,
    arms: repeated.flatMap((arm) => [arm, { ...arm, name: placeboOf(arm.name) }]),
    comparisons: comparisons.map((spec) => ({
      ...spec,
      kind: "calibration",
      flag: null,
      treatment: placeboOf(spec.control),
    })),
    seeds,
    model,
    settings: {},
    independent: request.draws !== "shared",
    ...(request.draws === "same-seeds" ? { sameSeeds: true } : {}),
  };
}

const DRAWS_IN_NAME = { independent: "", "same-seeds": ", same seeds", shared: ", shared replies" } as const;

function placeboOf(arm: string): string {
  return `${arm}~placebo`;
}

function defaultsAgainstThemselves(scenarios: readonly LoadedScenario[]): {
  readonly arms: readonly Arm[];
  readonly comparisons: readonly ComparisonSpec[];
} {
  const harnesses = [...new Set(scenarios.map(({ scenario }) => scenario.harness))];
  const [harness] = harnesses;
  if (harness === undefined || harnesses.length > 1)
    throw new LabError({
      code: harness === undefined ? "no-scenario" : "mixed-harnesses",
      what:
        harness === undefined
          ? "no scenario was selected to calibrate on"
          : `the selected scenarios are for several harnesses: ${harnesses.join(", ")}`,
      where: "--scenarios",
      remedy: "select scenarios of one harness (harness-lab scenarios)",
    });
  const arm = makeArm(harness, {});
  const ids = (role: "stress" | "control") =>
    scenarios.filter(({ scenario }) => scenario.role === role).map(({ scenario }) => scenario.id);
  const spec = { id: arm.name, flag: null, control: arm.name, treatment: arm.name };
  return { arms: [arm], comparisons: [{ ...spec, stress: ids("stress"), controls: ids("control") }] };
}
