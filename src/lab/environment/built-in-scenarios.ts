/** Reads built-in scenarios, and of those only the files that can be meant: reading every one takes most of a second. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { LoadedScenario } from "../../core/scenario.ts";
import { readScenarioFile, readScenarios } from "../../scenario/read-scenarios.ts";
import { HARNESSES } from "./harness-registry.ts";
import { SCENARIO_ROOT } from "./project.ts";

/**
 * At least the built-in scenarios that some names mean: no others where each is an id, all where one may be a glob or a
 * tag, or where these do not target every flag, since then the others tell whether any does.
 */
export async function builtInNamed(
  names: readonly string[],
  flags: readonly string[] = [],
): Promise<readonly LoadedScenario[]> {
  const files = [...new Set(names)].map((name) => join(SCENARIO_ROOT, `${name}.yaml`)).sort();
  if (!files.every((file) => existsSync(file))) return allBuiltIn();
  const loaded = await Promise.all(files.map((file) => readScenarioFile(file, HARNESSES)));
  // A file's name is its id, and where it were not, an id would mean another file.
  const areMeant = loaded.every(({ scenario }) => names.includes(scenario.id));
  return areMeant && targetAll(loaded, flags) ? loaded : allBuiltIn();
}

/** At least the built-in scenarios that target some flags: a file that does not name one cannot. */
export async function builtInTargeting(flags: readonly string[]): Promise<readonly LoadedScenario[]> {
  const found = await readScenarios(SCENARIO_ROOT, HARNESSES, (text) =>
    flags.some((flag) => text.includes(flag)),
  );
  return targetAll(found, flags) ? found : allBuiltIn();
}

function targetAll(scenarios: readonly LoadedScenario[], flags: readonly string[]): boolean {
  return flags.every((flag) => scenarios.some(({ scenario }) => scenario.targets.includes(flag)));
}

/** Every built-in scenario. */
export function allBuiltIn(): Promise<readonly LoadedScenario[]> {
  return readScenarios(SCENARIO_ROOT, HARNESSES);
}
