/** Writes a text in the plain form in which literals are looked for: without typography, markup, case and line breaks. */

/**
 * The same characters as a keyboard would write them: full-width and ligature forms, quotes, hyphens, and nothing that
 * cannot be seen. Case, lines and markup stay.
 */
export function plainCharacters(text: string): string {
  return text
    .replace(/\p{Cf}|\ufe0f|\u20e3/gu, "")
    .replace(/[‘’‚‛′ʼ´]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(RAISED, "^")
    .replace(FRACTION, " ")
    .normalize("NFKC")
    .replace(/[‐‑‒–—−]/g, "-");
}

/** The plain form of a text, once with links as their text and once with their targets too. */
export function plainForms(text: string): readonly string[] {
  const characters = plainCharacters(text);
  const linked = characters.replace(LINK, "$1");
  return linked === characters ? [plain(characters)] : [plain(linked), plain(characters)];
}

/** Takes the marks between groups of digits out: "6,000" and "6 000" are 6000, "1,00,000" is 100000. */
export function joinDigits(text: string): string {
  return text.replace(GROUPING, (number) => number.replace(/\D/g, ""));
}

// A raised digit after an ordinary one is a footnote or a power, and a fraction is a number of its own.
const RAISED = /(?<=\p{Nd})(?=[\u00b2\u00b3\u00b9\u2070-\u2079\u2080-\u2089])/gu;
const FRACTION = /(?<=\p{Nd})(?=[\u00bc-\u00be\u2150-\u215e])/gu;
const LINK = /!?\[([^[\]\n]*)\]\([^()\s]*(?: "[^"\n]*")?\)/g;

// A comma, an apostrophe, an underscore or a blank between groups of exactly three digits, or the Indian 1,00,000.
const GROUPING =
  /(?<![\p{L}\p{N}_]|\d[.,])(?:\d{1,3}(?:([,'_ ])\d{3})(?:\1\d{3})*|\d{1,2}(?:,\d{2})+,\d{3})(?![\p{L}\p{N}_])/gu;

function plain(text: string): string {
  return joinDigits(
    withoutMarkup(text)
      .replace(/\*\*|__|`/g, "")
      .replace(/(?<![\p{L}\p{N}])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}])/gu, "")
      .replace(/\s+/g, " ")
      .trim()
      .toLowerCase(),
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  nbsp: " ",
  thinsp: " ",
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  "#39": "'",
};

function withoutMarkup(text: string): string {
  return (
    text
      .replace(/&(nbsp|thinsp|amp|lt|gt|quot|apos|#39);/g, (all, name: string) => ENTITIES[name] ?? all)
      // Text that is struck out is taken back.
      .replace(/~~[^~\n]+~~/g, " ")
      .replace(/<(?:br|\/?p|\/?li|\/?div|\/?t[dhr])\b[^<>\n]*>/gi, " ")
      .replace(/<\/?(?:b|i|u|em|strong|code|span|mark|sub|sup|a)\b[^<>\n]*>/gi, "")
      .replace(/^[ \t]*(?:>[ \t]?)+/gm, "")
      .replace(/\{,\}/g, ",")
      .replace(/\\(?=[!-/:-@[-`{-~])/g, "")
  );
}
