/** Reads the arguments of a tool call, which arrive as text, as an object, or as something else altogether. */

import type { Json } from "../../core/json.ts";
import type { JsonSchema, ToolCall } from "../../core/tool.ts";

/** Arguments that can be used, or what stood there instead. */
export type ArgumentsRead =
  | { readonly kind: "object"; readonly value: ToolCall["arguments"]; readonly decoded: boolean }
  | { readonly kind: "malformed"; readonly raw: string; readonly unterminated: boolean };

/** An empty text is no arguments; JSON that is no object is malformed, and nothing is closed or guessed. */
export function readArguments(raw: unknown, schema: JsonSchema | undefined): ArgumentsRead {
  if (raw === undefined || raw === null) return { kind: "object", value: {}, decoded: false };
  const text = typeof raw === "string" ? raw : JSON.stringify(raw);
  if (text.trim() === "") return { kind: "object", value: {}, decoded: false };
  try {
    const value = JSON.parse(text) as Json;
    if (isObject(value)) return { kind: "object", ...decodeNested(value, schema) };
    return { kind: "malformed", raw: text, unterminated: false };
  } catch {
    return { kind: "malformed", raw: text, unterminated: !/[}\]]\s*$/.test(text) };
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
    const type = wanted !== undefined && isObject(wanted) ? wanted.type : undefined;
    if (typeof part !== "string" || (type !== "array" && type !== "object")) return [name, part];
    const inner = parseAs(part, type);
    if (inner === undefined) return [name, part];
    decoded = true;
    return [name, inner];
  });
  return { value: Object.fromEntries(entries), decoded };
}

function parseAs(text: string, type: "array" | "object"): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return (type === "array" ? Array.isArray(value) : isObject(value)) ? value : undefined;
  } catch {
    return undefined;
  }
}
