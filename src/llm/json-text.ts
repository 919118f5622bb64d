/** Finds the JSON value in a model's text: fences, words around it and small slips are forgiven and named, thoughts are not read. */

import type { Json } from "../core/json.ts";
import type { JsonSchema } from "../core/tool.ts";
import { openFit } from "./schema-fit.ts";

/** Obstacle to a value: stable words that go into a reply's notes. */
type JsonNote =
  /** Trailing commas or raw line ends in texts. */
  | "repaired-json"
  | "fenced-json"
  | "text-around-json"
  /** The value was written as the text of a JSON string. */
  | "decoded-json"
  /** Several values fit what was asked. */
  | "several-json"
  /** None fits what was asked. */
  | "unfit-json";

/** A value with how it was found. */
export interface JsonFound {
  readonly value: Json;
  readonly notes: readonly JsonNote[];
}

/** Purpose of the value. */
export interface JsonWanted {
  readonly schema?: JsonSchema;
  /** Choice among several that fit: models put examples before an answer, and go on after a step. */
  readonly take?: "first" | "last";
}

/**
 * The JSON value of the text that fits the schema, the last one when several do; without a schema the first one.
 * Undefined where there is none: never one from inside a thought or an unclosed fragment.
 */
export function findJson(text: string, { schema, take = "last" }: JsonWanted = {}): JsonFound | undefined {
  const spoken = text.replace(/<think(?:ing)?>.*?(?:<\/think(?:ing)?>|$)/gs, "").trim();
  const found = valuesIn(spoken).map((one) => (schema ? decode(one, schema) : one));
  if (!schema) return found[0];
  const measure = openFit(schema);
  const ranked = found.map((one) => ({ one, rank: measure(one.value) }));
  const best = Math.max(...ranked.map(({ rank }) => rank));
  const fitting = ranked.filter(({ rank }) => rank === best).map(({ one }) => one);
  const chosen = take === "last" ? fitting.at(-1) : fitting[0];
  if (!chosen) return undefined;
  const notes: JsonNote[] = [...chosen.notes];
  if (best === 0) notes.push("unfit-json");
  else if (fitting.length > 1) notes.push("several-json");
  return { value: chosen.value, notes };
}

/** Each unclosed bracket is followed to the end of the text; a text of brackets would take minutes. */
const MOST_UNCLOSED = 50;

/** Every value of the text that is not part of another, in order. */
function valuesIn(text: string): readonly JsonFound[] {
  const whole = parse(text, []);
  if (whole) return [whole];
  const found: JsonFound[] = [];
  let end = 0;
  let unclosed = 0;
  for (const start of text.matchAll(/```[a-zA-Z]*\s*\n?(?<fenced>.*?)```|[{[]/gs)) {
    if (start.index < end) continue;
    const fenced = start.groups?.fenced;
    if (fenced !== undefined) {
      const one = parse(fenced.trim(), [
        start[0].length === text.length ? "fenced-json" : "text-around-json",
      ]);
      found.push(...(one ? [one] : findEmbedded(fenced)));
      end = start.index + start[0].length;
    } else {
      const closed = balancedEnd(text, start.index);
      if (closed === null && ++unclosed > MOST_UNCLOSED) return found;
      const one = closed === null ? undefined : parse(text.slice(start.index, closed), ["text-around-json"]);
      if (one === undefined || closed === null) continue;
      found.push(one);
      end = closed;
    }
  }
  return found;
}

function findEmbedded(text: string): readonly JsonFound[] {
  return text.includes("```") ? [] : valuesIn(text).map((one) => ({ ...one, notes: ["text-around-json"] }));
}

function parse(text: string, notes: readonly JsonNote[]): JsonFound | undefined {
  if (text === "") return undefined;
  const value = tryParse(text);
  if (value !== undefined) return { value, notes };
  const repaired = tryParse(putRight(text));
  return repaired === undefined ? undefined : { value: repaired, notes: [...notes, "repaired-json"] };
}

/** A text that holds JSON of its own, where the schema wants something other than a text. */
function decode(found: JsonFound, schema: JsonSchema): JsonFound {
  if (typeof found.value !== "string" || schema.type === "string" || schema.type === undefined) return found;
  const inner = tryParse(found.value.trim());
  return inner === undefined || typeof inner === "string"
    ? found
    : { value: inner, notes: [...found.notes, "decoded-json"] };
}

function tryParse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

const stringOrTrailingComma = /"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/gs;
const CONTROL: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Drops trailing commas, and escapes raw line ends and tabs inside strings. */
function putRight(text: string): string {
  return text.replace(stringOrTrailingComma, (part) =>
    part === "," ? "" : part.replace(/[\n\r\t]/g, (raw) => CONTROL[raw] ?? raw),
  );
}

function balancedEnd(text: string, start: number): number | null {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (inString) {
      if (char === "\\") at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{" || char === "[") depth++;
    else if ((char === "}" || char === "]") && --depth === 0) return at + 1;
  }
  return null;
}
