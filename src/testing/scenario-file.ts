/** Writes scenarios to files for tests that run the command line. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ScenarioInput } from "../core/scenario.ts";
import { scenarioOf } from "./scenario-builder.ts";

/** Writes a scenario built from what is given and returns its path; JSON is YAML too. */
export function scenarioFile(folder: string, overrides: Partial<ScenarioInput> & { id: string }): string {
  const file = join(folder, `${overrides.id.replaceAll("/", "-")}.yaml`);
  writeFileSync(file, JSON.stringify(scenarioOf(overrides).scenario));
  return file;
}
