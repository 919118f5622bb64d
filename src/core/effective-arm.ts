/** Effective model and settings of an arm: its own where it names them, else those of its experiment. */

import type { Arm } from "./arm.ts";
import { endpointOf } from "./endpoint-address.ts";
import type { Experiment } from "./experiment.ts";
import { canonicalJson, type Json } from "./json.ts";
import type { ModelSettings } from "./model-settings.ts";
import { mergeSettings, type SettingsOverride } from "./settings.ts";

type Shared = Pick<Experiment, "model" | "settings">;

/** The model that answers an arm. */
export function modelOf({ model }: Pick<Shared, "model">, arm: Pick<Arm, "model">): ModelSettings {
  return arm.model ?? model;
}

/** The settings of an arm; those of the scenario lie below them. */
export function settingsOf(
  { settings }: Pick<Shared, "settings">,
  arm: Pick<Arm, "settings">,
): SettingsOverride {
  return arm.settings === undefined ? settings : mergeSettings(settings, arm.settings);
}

/** Every model that answers in an experiment, each once, the experiment's own first. */
export function modelsOf({ model, arms }: Pick<Experiment, "model" | "arms">): readonly ModelSettings[] {
  const all = [model, ...arms.flatMap((arm) => arm.model ?? [])];
  return [...new Map(all.toReversed().map((one) => [answeringKey(one), one])).values()].toReversed();
}

/** The arm with this name; an experiment names no other. */
export function armNamed<A extends Arm>({ arms }: { readonly arms: readonly A[] }, name: string): A {
  const arm = arms.find((one) => one.name === name);
  if (!arm) throw new Error(`the experiment has no arm ${name}`);
  return arm;
}

/** The experiment as one arm runs it: the arm's model and settings stand for those of the experiment. */
export function asRunBy<E extends Experiment>(experiment: E, name: string): E {
  const arm = experiment.arms.find((one) => one.name === name);
  if (arm === undefined || (arm.model === undefined && arm.settings === undefined)) return experiment;
  return { ...experiment, model: modelOf(experiment, arm), settings: settingsOf(experiment, arm) };
}

/** Settings of a model that decide replies: name, endpoint and manner of asking, without keys, prices and patience. */
export function answeringPart(settings: ModelSettings): { readonly [field: string]: Json | undefined } {
  const { model, toolProtocol, temperature, sendSeed, emptyContent, sendThinking } = settings;
  // From the address as it was given, since what is shown of one leaves the values of its query out.
  const endpoint = endpointOf(settings.secretUrl?.reveal() ?? settings.baseUrl);
  return {
    ...{ model, toolProtocol, temperature, sendSeed, emptyContent, sendThinking },
    ...(endpoint === null ? {} : { endpoint }),
  };
}

/** Equal texts for models that answer alike. */
export function answeringKey(settings: ModelSettings): string {
  return canonicalJson(answeringPart(settings));
}

/** Properties of an arm that decide its trials, its name aside; equal texts are equal arms. */
export function armKey(experiment: Shared, arm: Arm): string {
  const { harness, flags } = arm;
  return canonicalJson({
    ...{ harness, flags, settings: settingsOf(experiment, arm) },
    model: answeringPart(modelOf(experiment, arm)),
  });
}
