/** Differences between a recorded scenario and today's, since a replay uses the recorded text. */

import { existsSync } from "node:fs";
import type { LoadedScenario } from "../../core/scenario.ts";
import { readScenarioFile } from "../../scenario/read-scenarios.ts";
import { builtInNamed } from "../environment/built-in-scenarios.ts";
import { HARNESSES } from "../environment/harness-registry.ts";

/** Difference of today's scenario of that id from the recorded one, as a sentence; null when there is none. */
export async function scenarioNote({ scenario, digest, file }: LoadedScenario): Promise<string | null> {
  const used = "the replay uses the recorded text";
  try {
    const ofFile = /\.ya?ml$/i.test(file) && existsSync(file);
    const today = ofFile
      ? await readScenarioFile(file, HARNESSES)
      : (await builtInNamed([scenario.id])).find((one) => one.scenario.id === scenario.id);
    if (!today || today.scenario.id !== scenario.id)
      return `today there is no scenario ${scenario.id} where it was recorded from; ${used}`;
    return today.digest === digest
      ? null
      : `today's scenario ${scenario.id} differs from the recorded one (${digest.slice(0, 12)} then, ${today.digest.slice(0, 12)} now); ${used}`;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `today's scenario ${scenario.id} cannot be read (${why}); ${used}`;
  }
}
