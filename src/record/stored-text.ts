/** Text as DuckDB can hold it: half emoji (lone surrogates, left by clipping) are written so that they come back. */

import { digestText } from "../core/digest.ts";

const MARK = "\uFFFD";
const LONE = /\p{Surrogate}/u;
const LONE_OR_MARKED = /\uFFFD(?=[\uE000-\uE800])|\p{Surrogate}/gu;
const MARKED = /\uFFFD([\uE000-\uE800])/g;

/** Valid Unicode; text that is valid already is left as it is, but for a mark that would be read as ours. */
export function storedText(text: string): string {
  if (!text.includes(MARK) && !LONE.test(text)) return text;
  return text.replace(LONE_OR_MARKED, (found) =>
    found === MARK ? "\uFFFD\uE800" : MARK + String.fromCharCode(found.charCodeAt(0) - 0xd800 + 0xe000),
  );
}

/** Back the text that `storedText` was given. */
export function originalText(text: string): string {
  if (!text.includes(MARK)) return text;
  return text.replace(MARKED, (_, code: string) =>
    code === "\uE800" ? MARK : String.fromCharCode(code.charCodeAt(0) - 0xe000 + 0xd800),
  );
}

/** JSON text of a value; absent fields stay absent. */
export function storedJson(value: unknown): string {
  const text = JSON.stringify(value);
  // JSON.stringify escapes lone surrogates as \udXXX, which DuckDB's JSON reader refuses.
  return text.includes("\\ud") || text.includes(MARK) ? JSON.stringify(mapTexts(value, storedText)) : text;
}

/** Back a value that `storedJson` was given. */
export function originalJson<T>(text: string): T {
  const value: unknown = JSON.parse(text);
  return (text.includes(MARK) ? mapTexts(value, originalText) : value) as T;
}

/** Address of a stored text: the first half of its SHA-256. */
export function addressOf(text: string): string {
  return digestText(text).slice(0, 32);
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value as Record<string, unknown>).map(([key, item]) => [map(key), mapTexts(item, map)]),
  );
}
