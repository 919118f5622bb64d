/** Measures how well a value fits a JSON Schema. */

import { z } from "zod";
import type { Json } from "../core/json.ts";
import type { JsonSchema } from "../core/tool.ts";

/** 2 fits; 1 fits but for fields that the schema does not name; 0 does not fit. */
export type Fit = 0 | 1 | 2;

/** Opens the measure of a schema; one that cannot be read is fitted by every object. */
export function openFit(schema: JsonSchema): (value: Json) => Fit {
  const [strict, open] = [validator(schema), validator(withoutClosing(schema) as JsonSchema)];
  if (strict === null || open === null)
    return (value) => (typeof value === "object" && value !== null ? 1 : 0);
  return (value) => (strict.safeParse(value).success ? 2 : open.safeParse(value).success ? 1 : 0);
}

function validator(schema: JsonSchema): z.ZodType | null {
  try {
    return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  } catch {
    return null;
  }
}

function withoutClosing(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withoutClosing);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !(key === "additionalProperties" && value === false))
      .map(([key, value]) => [key, withoutClosing(value as Json)]),
  );
}
