/** Finds the JSON value in a model's text: fences, leading words and trailing commas are forgiven, thoughts are not read. */

import type { Json } from "../core/json.ts";

/** A value with how it was found. */
export interface JsonFound {
  readonly value: Json;
  /** The text had to be put right (trailing commas) before it parsed. */
  readonly repaired: boolean;
}

/** The first whole JSON value of the text, or undefined: never one from inside a thought or an unclosed fragment. */
export function findJson(text: string): JsonFound | undefined {
  const spoken = withoutThoughts(text).trim();
  const whole = parse(spoken);
  if (whole) return whole;
  for (const fence of spoken.matchAll(/```[a-zA-Z]*\s*\n?(.*?)```/gs)) {
    const found = parse((fence[1] ?? "").trim());
    if (found) return found;
  }
  return firstEmbedded(spoken);
}

function withoutThoughts(text: string): string {
  return text.replace(/<think(?:ing)?>.*?(?:<\/think(?:ing)?>|$)/gs, "");
}

function parse(text: string): JsonFound | undefined {
  if (text === "") return undefined;
  const value = tryParse(text);
  if (value !== undefined) return { value, repaired: false };
  const repaired = tryParse(dropTrailingCommas(text));
  return repaired === undefined ? undefined : { value: repaired, repaired: true };
}

function tryParse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

const stringOrTrailingComma = /"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/gs;

function dropTrailingCommas(text: string): string {
  return text.replace(stringOrTrailingComma, (part) => (part === "," ? "" : part));
}

function firstEmbedded(text: string): JsonFound | undefined {
  for (const start of text.matchAll(/[{[]/g)) {
    const end = balancedEnd(text, start.index);
    const found = end === null ? undefined : parse(text.slice(start.index, end));
    if (found) return found;
  }
  return undefined;
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
