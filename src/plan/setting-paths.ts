/** The settings of a harness as paths with their values, so that two arms can be compared setting by setting. */

import { z } from "zod";
import type { HarnessFace } from "../core/harness-face.ts";
import type { Json } from "../core/json.ts";
import { mergeSettings, type SettingsOverride } from "../core/settings.ts";

/** Part of a JSON Schema that is read. */
interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly default?: Json;
}

/** Every setting of a harness by its path, with its default; undefined where there is none. */
export function settingDefaults({
  settings,
}: Pick<HarnessFace, "settings">): ReadonlyMap<string, Json | undefined> {
  const found = new Map<string, Json | undefined>();
  const walk = (path: string, { properties, default: value }: SchemaNode): void => {
    if (properties === undefined) found.set(path, value);
    else for (const [name, field] of Object.entries(properties)) walk(`${path}.${name}`, field);
  };
  walk("settings", z.toJSONSchema(settings, { io: "input" }) as SchemaNode);
  return found;
}

/** The value of every setting under some overrides, the later ones over the earlier. */
export function effectiveSettings(
  face: Pick<HarnessFace, "settings">,
  overrides: readonly (SettingsOverride | undefined)[],
): ReadonlyMap<string, Json | undefined> {
  const values = new Map(settingDefaults(face));
  for (const [group, fields] of Object.entries(mergeSettings(...overrides)))
    for (const [name, value] of Object.entries(fields)) values.set(`settings.${group}.${name}`, value);
  return values;
}
