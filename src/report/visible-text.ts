/** Makes foreign text safe to show anywhere: no terminal sequence, control or direction character survives. */

import { stripVTControlCharacters } from "node:util";

// Every C0 and C1 control but tab and line feed, and the characters that reorder text around them.
const UNSHOWABLE = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\ufeff]/gu;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Drops escape sequences whole and puts a replacement mark where any other unshowable character stood. */
export function visibleText(text: string): string {
  return stripVTControlCharacters(text.replace(/\r\n?/g, "\n"))
    .replace(UNSHOWABLE, "\ufffd")
    .replace(LONE_SURROGATE, "\ufffd")
    .replace(/[\u2028\u2029]/g, "\n");
}

/** The same on one line: every run of white space becomes one space. */
export function oneLine(text: string): string {
  return visibleText(text).replace(/\s+/g, " ").trim();
}

/** One line of at most `length` characters; a cut is marked by an ellipsis. */
export function shorten(text: string, length: number): string {
  const characters = [...oneLine(text)];
  return characters.length <= length ? characters.join("") : `${characters.slice(0, length - 1).join("")}…`;
}
