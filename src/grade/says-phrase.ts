/** Decides whether a text says a phrase of a check. */

import { parsePattern } from "../core/pattern.ts";
import { plainCharacters, plainForms } from "./plain-text.ts";
import { uniformValues } from "./same-value.ts";

/** A literal, a `/.../` pattern, or a list of which any one will do. */
export type Phrase = string | readonly string[];

/** Manner of reading a text: `prose` by its meaning to a person; `data` (files, commands) closer to its characters. */
export type Reading = "prose" | "data";

/**
 * True where the text says the phrase, be it in a denial, a question or a quotation. A literal has to stand on word
 * boundaries and is looked for without regard to case, white space, typography, markup and digit grouping ("6,000");
 * a number never matches inside a longer one ("3000" in "13000", "3000.5" or "3,000,000"). Three-digit numbers that
 * stand side by side without a mark read as one grouped number. In prose, equal numbers, amounts, times and dates are
 * the same ("six thousand", "9 am" and "09:00", "13 March" and "2026-03-13"). A pattern sees the text as it is; prose
 * also as a keyboard would have written it, since models write typographic hyphens and blanks.
 */
export function saysPhrase(text: string, phrase: Phrase, reading: Reading = "prose"): boolean {
  if (typeof phrase !== "string") return phrase.some((choice) => saysPhrase(text, choice, reading));
  const pattern = parsePattern(phrase);
  if (pattern !== null)
    return pattern.test(text) || (reading === "prose" && pattern.test(plainCharacters(text)));
  const forms = plainForms(text);
  return plainForms(phrase).some((wanted) => forms.some((form) => holdsLiteral(form, wanted, reading)));
}

/** The phrases a text does not say. */
export function findUnsaid(
  text: string,
  phrases: readonly Phrase[],
  reading: Reading = "prose",
): readonly Phrase[] {
  return phrases.filter((phrase) => !saysPhrase(text, phrase, reading));
}

/** Writes a phrase for a reader. */
export function phraseText(phrase: Phrase): string {
  return typeof phrase === "string"
    ? JSON.stringify(phrase)
    : phrase.map((choice) => JSON.stringify(choice)).join(" or ");
}

function holdsLiteral(text: string, wanted: string, reading: Reading): boolean {
  if (wanted === "") return false;
  if (literalPattern(wanted).test(text)) return true;
  return reading === "prose" && literalPattern(uniformValues(wanted)).test(uniformValues(text));
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
  return /^[\p{L}\p{N}_$€£]/u.test(text);
}

function endsWord(text: string): boolean {
  return /[\p{L}\p{N}_]$/u.test(text);
}
