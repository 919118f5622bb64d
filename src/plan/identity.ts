/** An experiment's identity: equal inputs give the same id, so the same command resumes instead of paying again. */

import { shortDigest } from "../core/digest.ts";
import { answeringPart } from "../core/effective-arm.ts";
import { answererOf, endpointOf } from "../core/endpoint-address.ts";
import type { Experiment } from "../core/experiment.ts";
import type { ModelSettings } from "../core/model-settings.ts";
import type { LoadedScenario } from "../core/scenario.ts";
import type { Draft } from "./ablation.ts";
import { scenariosOf } from "./blocks.ts";

/**
 * A draft its id; seeds, store, width and time-outs stay outside. The endpoint counts, since two servers may call
 * different models by one name; its keys do not, nor where none is named, so that those ids are what they were.
 */
export function identify(
  draft: Draft,
  setup: { readonly scenarios: readonly LoadedScenario[]; readonly harnessDigest: string },
): Experiment {
  const used = new Set(scenariosOf(draft));
  const id = shortDigest({
    arms: draft.arms.map((arm) => (arm.model ? { ...arm, model: answeringPart(arm.model) } : arm)),
    comparisons: draft.comparisons,
    settings: draft.settings,
    independent: draft.independent,
    sameSeeds: draft.sameSeeds,
    ...(draft.design ? { design: draft.design } : {}),
    ...(draft.rule ? { rule: draft.rule } : {}),
    ...(draft.judge ? { judge: answererOf({ ...draft.judge, baseUrl: endpointIn(draft.judge) }) } : {}),
    model: answeringPart(draft.model),
    scenarios: setup.scenarios
      .filter((loaded) => used.has(loaded.scenario.id))
      .map((loaded) => [loaded.scenario.id, loaded.digest])
      .sort(),
    harness: setup.harnessDigest,
  });
  return { id, ...draft };
}

/** From the address as it was given, since what is shown of one leaves the values of its query out. */
function endpointIn({ secretUrl, baseUrl }: ModelSettings): string | null {
  return endpointOf(secretUrl?.reveal() ?? baseUrl);
}
