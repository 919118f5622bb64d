/** Settings that a scenario or an experiment overrides; which there are is declared by the harness. */

import { z } from "zod";
import type { Json } from "./json.ts";

/** Groups of named values, any subset of what the harness declares. */
export const SettingsOverride = z.record(z.string(), z.record(z.string(), z.unknown() as z.ZodType<Json>));
export type SettingsOverride = Readonly<Record<string, Readonly<Record<string, Json>>>>;

/** Lays overrides over one another; a later one wins field by field. */
export function mergeSettings(...overrides: readonly (SettingsOverride | undefined)[]): SettingsOverride {
  const merged: Record<string, Record<string, Json>> = {};
  for (const override of overrides)
    for (const [group, values] of Object.entries(override ?? {}))
      merged[group] = { ...merged[group], ...values };
  return merged;
}
