/** Reads what a user sets for an arm: FLAG=value, or the path of a setting or of the model with its value. */

import type { Arm } from "../../core/arm.ts";
import { shownAddress } from "../../core/endpoint-address.ts";
import { LabError } from "../../core/errors.ts";
import type { Flag, FlagValue, FlagValues } from "../../core/flag.ts";
import type { HarnessFace } from "../../core/harness-face.ts";
import type { Json } from "../../core/json.ts";
import type { SettingsOverride } from "../../core/settings.ts";
import { varyPaths } from "../../plan/arm-differences.ts";
import { builtFlag, checkedValue } from "../../plan/arms.ts";
import type { ArmChanges } from "../../plan/gate.ts";
import { layerModel } from "../endpoint/layer-model.ts";
import type { ModelOptions } from "../endpoint/model-access.ts";
import { HARNESSES } from "../environment/harness-registry.ts";

/** Properties in which a candidate differs from its base. */
export interface Changes {
  readonly flags: FlagValues;
  readonly settings: SettingsOverride;
  /** Absent = the model of the base. */
  readonly model?: ModelOptions;
  /** The assignments that are not flags, as written, for names and reports. */
  readonly paths: readonly string[];
}

/** Field below `model` that a path sets, and the reader of its value. */
const MODEL_FIELDS: Readonly<Record<string, (text: string) => ModelOptions | null>> = {
  "model.id": (model) => ({ model }),
  "model.baseUrl": (baseUrl) => (URL.canParse(baseUrl) ? { baseUrl } : null),
  "model.apiKeyEnv": (apiKeyEnv) => ({ apiKeyEnv }),
  "model.priceLike": (priceLike) => ({ priceLike }),
  "model.temperature": (text) => {
    const temperature = text.trim() === "" ? Number.NaN : Number(text);
    return temperature >= 0 && temperature <= 2 ? { temperature } : null;
  },
  "model.toolProtocol": (toolProtocol) =>
    toolProtocol === "native" || toolProtocol === "json" ? { toolProtocol } : null,
};

/** Checked changes; an unknown or unbuilt flag, an unknown path, or text that assigns nothing is wrong use. */
export function readAssignments(assignments: readonly string[], option: string): Changes {
  const flags: Record<string, FlagValue> = {};
  let settings: SettingsOverride = {};
  let model: ModelOptions = {};
  const paths: string[] = [];
  for (const assignment of assignments) {
    const at = assignment.indexOf("=");
    const [name, value] = [assignment.slice(0, at), assignment.slice(at + 1)];
    if (at < 1 || value === "" || (!name.includes(".") && value.includes("=")))
      throw new LabError({
        code: "bad-option",
        what: `${assignment} is not an assignment`,
        where: option,
        remedy: "write FLAG=0, FLAG=1, model.id=<model> or settings.<group>.<name>=<value>",
      });
    if (!name.includes(".")) {
      flags[name] = checkedValue(builtFlag(name), value);
      continue;
    }
    const path = modelPath(name) ?? varyPaths([name], HARNESSES, option)[0] ?? name;
    const shown = shownValue(path, value);
    if (shown !== null) paths.push(`${path}=${shown}`);
    if (path.startsWith("settings.")) settings = withSetting(settings, path, { value, option });
    else model = { ...model, ...modelField(path, value, option) };
  }
  return { flags, settings, paths, ...(Object.keys(model).length > 0 ? { model } : {}) };
}

/** Part of an assignment that may stand in a name: no key, and nothing that changes no reply. */
function shownValue(path: string, value: string): string | null {
  if (path === "model.apiKeyEnv" || path === "model.priceLike") return null;
  return path === "model.baseUrl" ? shownAddress(value) : value;
}

/** Paths that change how a model is reached or priced count here, though they make no difference to `vary`. */
function modelPath(name: string): string | null {
  return name in MODEL_FIELDS ? name : null;
}

function modelField(path: string, value: string, option: string): ModelOptions {
  const read = MODEL_FIELDS[path]?.(value);
  if (read) return read;
  throw new LabError({
    code: "bad-option",
    what: MODEL_FIELDS[path]
      ? `${JSON.stringify(value)} is not a value of ${path}`
      : `${path} cannot be set by itself`,
    where: option,
    remedy: `set one of ${Object.keys(MODEL_FIELDS).join(", ")} (an address as a whole, a temperature from 0 to 2)`,
  });
}

function withSetting(
  settings: SettingsOverride,
  path: string,
  { value, option }: { readonly value: string; readonly option: string },
): SettingsOverride {
  const [, group = "", name = ""] = path.split(".");
  return { ...settings, [group]: { ...settings[group], [name]: readSetting(path, value, option) } };
}

/** The value as a harness takes it: a number, true, false or null where it takes one, else the text. */
function readSetting(path: string, text: string, option: string): Json {
  const [, group = "", name = ""] = path.split(".");
  const fits = (face: HarnessFace, value: Json) =>
    face.settings.safeParse({ [group]: { [name]: value } }).success;
  const literal = /^(?:true|false|null|-?\d+(?:\.\d+)?)$/.test(text) ? (JSON.parse(text) as Json) : text;
  const value = [literal, text].find((one) => [...HARNESSES.values()].some((face) => fits(face, one)));
  if (value !== undefined && name !== "") return value;
  throw new LabError({
    code: "bad-option",
    what: `${JSON.stringify(text)} is not a value of ${path}`,
    where: option,
    remedy: "give a value that the harness takes for this setting (docs, settings)",
  });
}

/** The changes with the candidate's model complete: that of the request with what the candidate names otherwise. */
export function candidateChanges(
  { model, ...changes }: Changes,
  { model: given }: { readonly model: ModelOptions },
): ArmChanges {
  return { ...changes, ...(model === undefined ? {} : { model: layerModel(given, model) }) };
}

/** The flags that a user's changes set otherwise than the base has them: those that have to fire for a gate to test anything. */
export function changedFlags({ flags }: Changes, base: Arm): readonly Flag[] {
  return Object.entries(flags)
    .filter(([name, value]) => base.flags[name] !== value)
    .map(([name]) => builtFlag(name));
}
