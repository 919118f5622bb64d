/** Loads and selects the scenarios and seeds of a run: built-in ones, or the user's own folder or file. */

import { stat } from "node:fs/promises";
import { LabError } from "../../core/errors.ts";
import type { LoadedScenario } from "../../core/scenario.ts";
import { readScenarioFile, readScenarios } from "../../scenario/read-scenarios.ts";
import { selectScenarios } from "../../scenario/select.ts";
import { allBuiltIn, builtInNamed, builtInTargeting } from "./built-in-scenarios.ts";
import { HARNESSES } from "./harness-registry.ts";

/** Patterns that name a file or folder on disc are read from there; the others select among the built-in scenarios. */
export async function loadSelection(
  patterns: readonly string[] | undefined,
  flags: readonly string[] | undefined,
): Promise<readonly LoadedScenario[]> {
  if (!patterns || patterns.length === 0)
    return flags && flags.length > 0
      ? selectScenarios(await builtInTargeting(flags), { flags })
      : selectScenarios(await allBuiltIn(), {});
  const loaded: LoadedScenario[] = [];
  const names: string[] = [];
  for (const pattern of patterns) {
    const kind = await stat(pattern).catch(() => null);
    if (kind?.isDirectory()) loaded.push(...(await readScenarios(pattern, HARNESSES)));
    else if (kind?.isFile()) loaded.push(await readScenarioFile(pattern, HARNESSES));
    else names.push(pattern);
  }
  if (names.length > 0)
    loaded.push(
      ...selectScenarios(
        await builtInNamed(names, flags),
        flags ? { patterns: names, flags } : { patterns: names },
      ),
    );
  const ids = loaded.map((one) => one.scenario.id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice)
    throw new LabError({
      code: "duplicate-scenario",
      what: `scenario ${twice} is selected from two files`,
      where: loaded
        .filter((one) => one.scenario.id === twice)
        .map((one) => one.file)
        .join(" and "),
      remedy: "give one of them another id, or select only one",
    });
  return loaded;
}
