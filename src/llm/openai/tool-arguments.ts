/** Reads the arguments of a tool call, which arrive as text, as an object, or as something else altogether. */

import type { Json } from "../../core/json.ts";
import type { JsonSchema, ToolCall } from "../../core/tool.ts";

/** Arguments that can be used, or what stood there instead. */
export type ArgumentsRead =
  | { readonly kind: "object"; readonly value: ToolCall["arguments"]; readonly decoded: boolean }
  | { readonly kind: "malformed"; readonly raw: string; readonly unterminated: boolean };

/** An empty text means no arguments; JSON that is not an object is malformed, and nothing is closed or guessed. */
export function readArguments(raw: unknown, schema: JsonSchema | undefined): ArgumentsRead {
  if (raw === undefined || raw === null) return { kind: "object", value: {}, decoded: false };
  const text = typeof raw === "string" ? raw : JSON.stringify(raw);
  if (text.trim() === "") return { kind: "object", value: {}, decoded: false };
  try {
    const { value, decoded } = decodeText(JSON.parse(text) as Json);
    if (isObject(value)) {
      const nested = decodeNested(value, schema);
      return { kind: "object", value: nested.value, decoded: decoded || nested.decoded };
    }
    return { kind: "malformed", raw: text, unterminated: false };
  } catch {
    return { kind: "malformed", raw: text, unterminated: !/[}\]]\s*$/.test(text) };
  }
}

/** Encodings on top of the one that belongs there; more than this many are somebody's text. */
const EXTRA_ENCODINGS = 3;

/** An object that was encoded again as a JSON string; a string that holds something else is left as it is. */
function decodeText(given: Json): { readonly value: Json; readonly decoded: boolean } {
  let value = given;
  for (let i = 0; i < EXTRA_ENCODINGS && typeof value === "string"; i++) {
    const inner = parseAny(value);
    if (inner === undefined) break;
    if (isObject(inner)) return { value: inner, decoded: true };
    value = inner;
  }
  return { value: given, decoded: false };
}

function parseAny(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Decodes a string only where the schema wants an array or object: "42" stays the text it is. */
function decodeNested(
  value: { readonly [key: string]: Json },
  schema: JsonSchema | undefined,
): { value: ToolCall["arguments"]; decoded: boolean } {
  const properties = schema?.properties;
  let decoded = false;
  const entries = Object.entries(value).map(([name, part]): [string, Json] => {
    const wanted = isObject(properties ?? null) ? (properties as { [key: string]: Json })[name] : undefined;
    const types = typesOf(wanted);
    if (typeof part !== "string" || types.includes("string")) return [name, part];
    const inner = parseAny(part);
    const fits = Array.isArray(inner)
      ? types.includes("array")
      : inner !== undefined && isObject(inner) && types.includes("object");
    if (inner === undefined || !fits) return [name, part];
    decoded = true;
    return [name, inner];
  });
  return { value: Object.fromEntries(entries), decoded };
}

/** The types that a schema allows, also through a list of types and alternatives. */
function typesOf(schema: Json | undefined): readonly string[] {
  if (schema === undefined || !isObject(schema)) return [];
  const { type, anyOf, oneOf } = schema;
  const named = Array.isArray(type) ? type.map(String) : typeof type === "string" ? [type] : [];
  const among = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list.flatMap(typesOf) : []));
  return [...named, ...among];
}
