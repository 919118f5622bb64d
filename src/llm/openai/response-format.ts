/** Asks a server for JSON of a schema. */

import type { ResponseFormatJSONSchema } from "openai/resources/shared";
import type { Json } from "../../core/json.ts";
import type { JsonSchema } from "../../core/tool.ts";

/** The `response_format` of a schema; strict where the schema is of the kind that strict servers take. */
export function jsonSchemaFormat(name: string, schema: JsonSchema): ResponseFormatJSONSchema {
  const { $schema: _dialect, ...rest } = schema;
  // Servers take letters, digits, _ and - up to 64.
  const safeName = name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64);
  return { type: "json_schema", json_schema: { name: safeName, schema: rest, strict: isStrict(rest) } };
}

/** Strict servers want every object closed and each of its properties required. */
function isStrict(schema: Json): boolean {
  if (Array.isArray(schema)) return schema.every(isStrict);
  if (typeof schema !== "object" || schema === null) return true;
  const parts = schema as { readonly [key: string]: Json };
  if (parts.type === "object" || parts.properties !== undefined) {
    const required = Array.isArray(parts.required) ? parts.required : [];
    const names = Object.keys((parts.properties ?? {}) as object);
    if (parts.additionalProperties !== false || names.some((name) => !required.includes(name))) return false;
  }
  return Object.values(parts).every(isStrict);
}
