/** An experiment's identity: equal inputs give the same id, so the same command resumes instead of paying again. */

import { shortDigest } from "../core/digest.ts";
import type { Experiment } from "../core/experiment.ts";
import type { LoadedScenario } from "../core/scenario.ts";
import type { Draft } from "./ablation.ts";
import { scenariosOf } from "./blocks.ts";

/** Gives a draft its id; seeds, store, width, time-outs and the endpoint's address stay outside (ARCHITECTURE 6). */
export function identify(
  draft: Draft,
  grounds: { readonly scenarios: readonly LoadedScenario[]; readonly harnessDigest: string },
): Experiment {
  const used = new Set(scenariosOf(draft));
  const { model, toolProtocol, temperature, sendSeed, emptyContent, sendThinking } = draft.model;
  const id = shortDigest({
    arms: draft.arms,
    comparisons: draft.comparisons,
    settings: draft.settings,
    independent: draft.independent,
    sameSeeds: draft.sameSeeds,
    ...(draft.design ? { design: draft.design } : {}),
    ...(draft.rule ? { rule: draft.rule } : {}),
    ...(draft.judge ? { judge: draft.judge.model } : {}),
    model: { model, toolProtocol, temperature, sendSeed, emptyContent, sendThinking },
    scenarios: grounds.scenarios
      .filter((loaded) => used.has(loaded.scenario.id))
      .map((loaded) => [loaded.scenario.id, loaded.digest])
      .sort(),
    harness: grounds.harnessDigest,
  });
  return { id, ...draft };
}
