/** Takes secrets out of texts and values: servers echo them in any encoding, and what is stored must not hold one. */

import type { Json } from "../../core/json.ts";

const BLOT = "[key]";
/** A shorter key is a placeholder of a keyless endpoint; taking it out would garble ordinary words. */
const SHORTEST_KEY = 8;

/** Takes the secrets out of a text, and out of every text of a value. */
export interface Blotter {
  text(text: string): string;
  value<T>(value: T): T;
}

/** Opens a blotter for some secrets; absent and short ones are left where they stand. */
export function openBlotter(secrets: readonly (string | null)[]): Blotter {
  const known = secrets.filter((secret) => secret !== null).filter(({ length }) => length >= SHORTEST_KEY);
  if (known.length === 0) return { text: (text) => text, value: (value) => value };
  const longestFirst = [...new Set(known)].sort((a, b) => b.length - a.length);
  const forms = new RegExp(longestFirst.flatMap(formsOf).join("|"), "g");
  const text = (given: string): string => blotTail(given.replace(forms, BLOT), longestFirst);
  return { text, value: <T>(value: T) => mapTexts(value as Json, text) as T };
}

function mapTexts(value: Json | undefined, map: (text: string) => string): Json | undefined {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((item: Json) => mapTexts(item, map) as Json);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [map(key), mapTexts(item as Json, map) as Json]),
  );
}

/** Patterns of a key as it may be written: character by character in any mixture of encodings, in base64, in hex. */
function formsOf(key: string): readonly string[] {
  const bytes = Buffer.from(key);
  const inBase64 = [0, 1, 2].map((offset) => base64Core(bytes, offset));
  return [
    [...key].map(characterForms).join(""),
    ...inBase64.map((core) => [...core].map(base64Forms).join("")),
    [...bytes.toString("hex")].map((digit) => either(digit)).join(""),
  ];
}

/** The characters of a base64 text that depend on the key alone, where `offset` bytes stand before it. */
function base64Core(bytes: Buffer, offset: number): string {
  const whole = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
  const spoiled = [0, 2, 3][offset] ?? 0;
  return whole.slice(spoiled, Math.floor(((offset + bytes.length) * 8) / 6));
}

function base64Forms(character: string): string {
  if (character === "+") return `(?:${characterForms("+")}|-)`;
  if (character === "/") return `(?:${characterForms("/")}|_)`;
  return characterForms(character);
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "'": "apos",
  "/": "sol",
  "+": "plus",
  "=": "equals",
  _: "lowbar",
  "-": "hyphen",
  ".": "period",
  ":": "colon",
};

/** One character: plain or behind backslashes, as \u0026, as %26 or %2526, as &#38;, &#x26; or &amp;. */
function characterForms(character: string): string {
  const plain = character.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
  const unit = character.charCodeAt(0);
  if (character.length > 1 || unit > 0x7f)
    return `(?:${plain}|${escapedUnits(character)}|${percentBytes(character)})`;
  const hex = unit.toString(16).padStart(2, "0").replace(/./g, either);
  const name = ENTITIES[character];
  const entities = [`#0*${unit}`, `#[xX]0*${hex}`, ...(name ? [name] : [])];
  const forms = [
    // A backslash before a letter is an escape of its own, as in "\\n".
    `${/\w/.test(character) ? "" : "\\\\*"}${plain}`,
    `\\\\+[uU]00${hex}`,
    `\\\\+[xX]${hex}`,
    `%(?:25)*${hex}`,
    `&(?:amp;)*(?:${entities.join("|")});`,
    ...(character === " " ? ["\\+"] : []),
  ];
  return `(?:${forms.join("|")})`;
}

function escapedUnits(character: string): string {
  return Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
    .map((unit) => `\\\\+[uU]${unit.toString(16).padStart(4, "0").replace(/./g, either)}`)
    .join("");
}

function percentBytes(character: string): string {
  return [...Buffer.from(character)]
    .map((byte) => `%(?:25)*${byte.toString(16).padStart(2, "0").replace(/./g, either)}`)
    .join("");
}

/** A digit or letter in either case. */
function either(character: string): string {
  const upper = character.toUpperCase();
  return upper === character ? character : `[${character}${upper}]`;
}

/** A text that was cut inside a key ends with its beginning: more than half of it is as good as the key. */
function blotTail(text: string, keys: readonly string[]): string {
  for (const key of keys) {
    const shortest = Math.max(SHORTEST_KEY, Math.ceil(key.length / 2));
    for (let length = key.length - 1; length >= shortest; length--)
      if (text.endsWith(key.slice(0, length))) return text.slice(0, -length) + BLOT;
  }
  return text;
}
