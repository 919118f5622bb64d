/** Finds today's checks for stored scenarios: the file each came from, or the built-in scenario of its id. */

import { existsSync } from "node:fs";
import { digestOf } from "../../core/digest.ts";
import type { LoadedScenario } from "../../core/scenario.ts";
import { readScenarioFile } from "../../scenario/read-scenarios.ts";
import { builtInNamed } from "../environment/built-in-scenarios.ts";
import { HARNESSES } from "../environment/harness-registry.ts";

/** A stored scenario beside what it is today. */
export type TodaysScenario =
  | { readonly id: string; readonly today: LoadedScenario }
  | { readonly id: string; readonly today: null; readonly reason: string };

/** One entry for every stored scenario; where today's checks would not fit the stored trials, the reason. */
export async function todaysScenarios(stored: readonly LoadedScenario[]): Promise<readonly TodaysScenario[]> {
  const gone = stored.filter(({ file }) => !existsSync(file)).map(({ scenario }) => scenario.id);
  const builtIn = gone.length === 0 ? [] : await builtInNamed(gone);
  const found: TodaysScenario[] = [];
  for (const old of stored) {
    const { id } = old.scenario;
    const today = existsSync(old.file)
      ? await readScenarioFile(old.file, HARNESSES)
      : builtIn.find((loaded) => loaded.scenario.id === id);
    if (!today || today.scenario.id !== id)
      found.push({ id, today: null, reason: `${old.file} has no scenario of this id any more` });
    else if (playDigest(today) !== playDigest(old))
      found.push({
        id,
        today: null,
        reason: "its world, history or conversation has changed, so today's checks are about another talk",
      });
    else found.push({ id, today });
  }
  return found;
}

/** Conditions that decide a trial, apart from the simulated model. */
function playDigest({ scenario }: LoadedScenario): string {
  const { world, settings, history, conversation, harness } = scenario;
  return digestOf({ world, settings, history, conversation, harness });
}
