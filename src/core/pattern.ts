/** Phrases of scenario files: a text between slashes is a regular expression, anything else is a literal. */

import { RE2JS } from "re2js";
import { LabError } from "./errors.ts";

/** A compiled expression. Its time grows in proportion to the text, so no file can hang the lab with one. */
export interface Pattern {
  test(text: string): boolean;
  /** Named groups of the first match, those that took part; null when nothing matches. */
  groups(text: string): Readonly<Record<string, string>> | null;
}

const compiled = new Map<string, Pattern>();

/** Compiles `/source/flags`; null for a literal, a LabError for an expression that cannot run in linear time. */
export function parsePattern(phrase: string): Pattern | null {
  const known = compiled.get(phrase);
  if (known) return known;
  const parts = /^\/(?<source>.+)\/(?<flags>[dgimsuvy]*)$/s.exec(phrase)?.groups;
  if (!parts) return null;
  const pattern = compile(phrase, parts.source ?? "", parts.flags ?? "");
  compiled.set(phrase, pattern);
  return pattern;
}

function compile(phrase: string, source: string, flags: string): Pattern {
  try {
    if (BACKREFERENCE.test(source)) throw new SyntaxError("refers back to a group");
    // JavaScript's \s knows all blanks; models write non-breaking ones.
    const expression = RE2JS.compile(withUnicodeBlanks(RE2JS.translateRegExp(source)), flagBits(flags));
    return {
      test: (text) => expression.test(withPlainLineEnds(text)),
      groups(given) {
        const text = withPlainLineEnds(given);
        // Whether it matches is known far sooner than where its groups lie.
        if (!expression.test(text)) return null;
        const matcher = expression.matcher(text);
        matcher.find();
        const names = Object.keys(expression.namedGroups());
        return Object.fromEntries(
          names.map((name) => [name, matcher.group(name)] as const).filter(isPresent),
        );
      },
    };
  } catch (cause) {
    throw new LabError({
      code: "bad-pattern",
      what: `the pattern ${phrase} ${whatIsWrong(source)}`,
      remedy: remedyFor(source),
      cause,
    });
  }
}

function isPresent(entry: readonly [string, string | null]): entry is readonly [string, string] {
  return entry[1] !== null;
}

function flagBits(flags: string): number {
  return (
    (flags.includes("i") ? RE2JS.CASE_INSENSITIVE : 0) |
    (flags.includes("m") ? RE2JS.MULTILINE : 0) |
    (flags.includes("s") ? RE2JS.DOTALL : 0)
  );
}

const BLANKS =
  "\\t\\n\\v\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";
const OTHERS =
  "\\x00-\\x08\\x0e-\\x1f\\x21-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}";

/** `\s` and `\S` as classes of all blanks and of everything else, or as their members inside a class. */
function withUnicodeBlanks(source: string): string {
  let inClass = false;
  return source.replace(/\\[\s\S]|\[|\]/g, (token) => {
    if (token === "[") inClass = true;
    else if (token === "]") inClass = false;
    else if (token === "\\s" || token === "\\S") {
      const members = token === "\\s" ? BLANKS : OTHERS;
      return inClass ? members : `[${members}]`;
    }
    return token;
  });
}

/** A Windows line end is one line end, as `.`, `^` and `$` see it in JavaScript. */
function withPlainLineEnds(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

// An escaped backslash before them makes them literal, so that pairs are read from the left.
const LOOKAROUND = /^(?:[^\\]|\\[\s\S])*?\(\?<?[=!]/;
const BACKREFERENCE = /^(?:[^\\]|\\[^1-9k]|\\k(?!<))*?\\(?:[1-9]|k<)/;
const LONG_REPEAT = /\{\d*,?\d{4,}\}/;

function whatIsWrong(source: string): string {
  if (LOOKAROUND.test(source)) return "looks ahead or behind, which patterns here cannot";
  if (BACKREFERENCE.test(source)) return "refers back to a group, which patterns here cannot";
  if (LONG_REPEAT.test(source)) return "repeats more than 1,000 times, which patterns here cannot";
  return "is not a regular expression";
}

function remedyFor(source: string): string {
  if (LOOKAROUND.test(source))
    return "write the conditions as a list: all entries of `states` or `sees` have to hold, `omits` and `none` name what must be absent";
  if (BACKREFERENCE.test(source)) return "capture both places under names of their own, or write them out";
  if (LONG_REPEAT.test(source)) return "use a smaller bound, or * or +";
  return "correct it, or leave out the slashes to look for it literally";
}
