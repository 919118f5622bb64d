/** Opens the model of every arm of an experiment, with its prices; arms that ask alike share one. */

import type { Arm } from "../../core/arm.ts";
import { answeringKey, modelOf, modelsOf } from "../../core/effective-arm.ts";
import type { Experiment } from "../../core/experiment.ts";
import type { Model } from "../../core/model.ts";
import type { ModelSettings } from "../../core/model-settings.ts";
import type { LoadedScenario } from "../../core/scenario.ts";
import type { PriceBook } from "../../llm/prices.ts";
import { checkEndpoint, openModels, pricesFor, type WaitConsole } from "./model-access.ts";

type Asking = Pick<Experiment, "model" | "arms">;

/** A value for each model of an experiment, found again by the arm that it answers. */
async function perModel<T>(
  experiment: Asking,
  open: (settings: ModelSettings) => Promise<T>,
): Promise<(arm: Pick<Arm, "model">) => T> {
  const opened = new Map<string, T>();
  for (const settings of modelsOf(experiment)) opened.set(answeringKey(settings), await open(settings));
  return (arm) => {
    const found = opened.get(answeringKey(modelOf(experiment, arm)));
    if (found === undefined) throw new Error("an arm names a model that its experiment does not have");
    return found;
  };
}

/** Opens every model and asks each endpoint a first time; rejects where one cannot be used. */
export async function openArmModels(
  experiment: Asking,
  [first]: readonly LoadedScenario[],
  console: WaitConsole,
): Promise<(loaded: LoadedScenario, arm: Pick<Arm, "model">) => Model> {
  const opened = await perModel(experiment, async (settings) => {
    const modelFor = await openModels(settings, console);
    if (first) await checkEndpoint(settings, modelFor(first));
    return modelFor;
  });
  return (loaded, arm) => opened(arm)(loaded);
}

/** The price book of every arm: each model at its own price. */
export async function openArmPrices(experiment: Asking): Promise<(arm: Pick<Arm, "model">) => PriceBook> {
  return perModel(experiment, pricesFor);
}
