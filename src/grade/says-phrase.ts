/** Decides whether a text says a phrase of a check. */

import { parsePattern } from "../core/pattern.ts";

/** A literal, a `/.../` pattern, or a list of which any one will do. */
export type Phrase = string | readonly string[];

/**
 * Whether the text says the phrase. A literal has to stand on word boundaries and is looked for without regard to
 * case, white space, digit grouping ("6,000", "6 000"), emphasis marks and typographic variants of quotes, hyphens and
 * blanks; a number never matches inside a longer one ("3000" in "13000", "3000.5" or "3,000,000"). A pattern sees the
 * text as it is. Three-digit numbers that stand side by side without a mark read as one grouped number.
 */
export function saysPhrase(text: string, phrase: Phrase): boolean {
  if (typeof phrase !== "string") return phrase.some((choice) => saysPhrase(text, choice));
  const pattern = parsePattern(phrase);
  if (pattern !== null) return pattern.test(text);
  const wanted = plain(phrase);
  return wanted !== "" && literalPattern(wanted).test(plain(text));
}

/** Gives the phrases a text does not say. */
export function unsaid(text: string, phrases: readonly Phrase[]): readonly Phrase[] {
  return phrases.filter((phrase) => !saysPhrase(text, phrase));
}

/** Writes a phrase for a reader. */
export function phraseText(phrase: Phrase): string {
  return typeof phrase === "string"
    ? JSON.stringify(phrase)
    : phrase.map((choice) => JSON.stringify(choice)).join(" or ");
}

// A comma, an apostrophe, an underscore or a blank between groups of exactly three digits.
const GROUPING = /(?<![\p{L}\p{N}_]|\d[.,])\d{1,3}(?:([,'_ ])\d{3})(?:\1\d{3})*(?![\p{L}\p{N}_])/gu;

function plain(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[‘’‛′]/g, "'")
    .replace(/[“”„‟″]/g, '"')
    .replace(/[‐‑‒–—−]/g, "-")
    .replace(/\*\*|__|`/g, "")
    .replace(/(?<![\p{L}\p{N}])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}])/gu, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase()
    .replace(GROUPING, (number) => number.replace(/\D/g, ""));
}

function literalPattern(wanted: string): RegExp {
  const literal = wanted.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const before = startsWord(wanted) ? "(?<![\\p{L}\\p{N}_])" : "";
  const after = endsWord(wanted) ? "(?![\\p{L}\\p{N}_])" : "";
  // A number ends where its digits, decimals and groups end, not at the mark between them.
  const noDigitsBefore = /^\d/.test(wanted) ? "(?<!\\d[.,])" : "";
  const noDigitsAfter = /\d$/.test(wanted) ? "(?![.,]\\d)" : "";
  return new RegExp(`${noDigitsBefore}${before}${literal}${after}${noDigitsAfter}`, "u");
}

function startsWord(text: string): boolean {
  return /^[\p{L}\p{N}_]/u.test(text);
}

function endsWord(text: string): boolean {
  return /[\p{L}\p{N}_]$/u.test(text);
}
