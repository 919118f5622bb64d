/** In what two arms differ, as the paths that `vary` of an experiment file declares. */

import type { Arm } from "../core/arm.ts";
import { answeringPart, modelOf, settingsOf } from "../core/effective-arm.ts";
import { LabError } from "../core/errors.ts";
import type { Experiment } from "../core/experiment.ts";
import { FLAGS, flagNamed } from "../core/flag-catalogue.ts";
import type { HarnessFaces } from "../core/harness-face.ts";
import { canonicalJson, type Json } from "../core/json.ts";
import { nearestNames } from "../core/nearest-names.ts";
import type { LoadedScenario } from "../core/scenario.ts";
import { differingFlags } from "./arms.ts";
import { effectiveSettings, settingDefaults } from "./setting-paths.ts";

/** Paths of a model, by the part of its settings that decides replies. */
const MODEL_PATHS = {
  model: "model.id",
  endpoint: "model.baseUrl",
  toolProtocol: "model.toolProtocol",
  temperature: "model.temperature",
  emptyContent: "model.emptyContent",
  sendThinking: "model.sendThinking",
} as const;

/** Other words for a path. */
const ALIASES: Readonly<Record<string, string>> = {
  "model.model": "model.id",
  "model.endpoint": "model.baseUrl",
};

/** Properties that the arms run on beside themselves. */
export interface ArmSurroundings {
  readonly experiment: Pick<Experiment, "model" | "settings">;
  readonly scenarios: readonly LoadedScenario[];
  readonly harnesses: HarnessFaces;
}

/** The paths in which the trials of two arms may differ; none = they are equal arms. */
export function armDifferences(a: Arm, b: Arm, around: ArmSurroundings): readonly string[] {
  const { experiment } = around;
  const models = [answeringPart(modelOf(experiment, a)), answeringPart(modelOf(experiment, b))] as const;
  const asked = Object.entries(MODEL_PATHS).flatMap(([field, path]) =>
    isSame(models[0][field], models[1][field]) ? [] : [path],
  );
  // Flags and settings are of one harness; those of another one have nothing to be compared with.
  if (a.harness !== b.harness) return ["harness", ...asked];
  return [...differingFlags(a, b), ...settingDifferences(a, b, around), ...asked];
}

/** A scenario lowers settings too, so that a value which is the default may still be another one on it. */
function settingDifferences(
  a: Arm,
  b: Arm,
  { experiment, scenarios, harnesses }: ArmSurroundings,
): readonly string[] {
  const face = harnesses.get(a.harness);
  if (face === undefined) return [];
  const below = [undefined, ...scenarios.map(({ scenario }) => scenario.settings)];
  const differing = below.flatMap((base) => {
    const [left, right] = [a, b].map((arm) => effectiveSettings(face, [base, settingsOf(experiment, arm)]));
    return [...new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])])].filter(
      (path) => !isSame(left?.get(path), right?.get(path)),
    );
  });
  return [...new Set(differing)];
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

/** The flags and paths of `vary` in one spelling; a name that stands for nothing is wrong use. */
export function varyPaths(
  vary: readonly string[],
  harnesses: HarnessFaces,
  where: string,
): readonly string[] {
  const settings = [...harnesses.values()].flatMap((face) => [...settingDefaults(face).keys()]);
  const known = [
    ...FLAGS.map(({ name }) => name),
    ...["harness", "model", ...Object.values(MODEL_PATHS), ...settings],
  ];
  const groups = new Set(settings.map((path) => path.slice(0, path.lastIndexOf("."))));
  return vary.map((given) => {
    const path = ALIASES[given] ?? given;
    if (known.includes(path) || groups.has(path)) return path;
    const near = nearestNames(path, known);
    const kind = path.includes(".") ? "path" : "flag";
    throw new LabError({
      code: kind === "flag" ? "unknown-flag" : "unknown-path",
      what: `there is no ${kind} ${given}`,
      where: `${where}, vary`,
      remedy: `${near.length > 0 ? `did you mean ${near.join(" or ")}? ` : ""}name a flag (harness-lab flags), harness, a path below model (${Object.values(MODEL_PATHS).join(", ")}) or a setting of the harness (settings.<group>.<name>)`,
    });
  });
}

/** True where `vary` declares a path: by itself, or by a group that holds it. */
export function isDeclared(path: string, vary: readonly string[]): boolean {
  return vary.some((declared) => path === declared || path.startsWith(`${declared}.`));
}

/** The names in `vary` that are flags. */
export function variedFlags(vary: readonly string[]): readonly string[] {
  return vary.filter((name) => flagNamed(name) !== undefined);
}
