/** Phrases of scenario files: a text between slashes is a regular expression, anything else is a literal. */

import { LabError } from "./errors.ts";

/** Compiles `/source/flags`; null for a literal, a LabError for an expression that does not compile. */
export function parsePattern(phrase: string): RegExp | null {
  const parts = /^\/(?<source>.+)\/(?<flags>[dgimsuvy]*)$/s.exec(phrase)?.groups;
  if (!parts) return null;
  try {
    return new RegExp(parts.source ?? "", (parts.flags ?? "").replace(/[gy]/g, ""));
  } catch (cause) {
    throw new LabError({
      code: "bad-pattern",
      what: `the pattern ${phrase} is no regular expression`,
      remedy: "correct it, or leave out the slashes to look for it literally",
      cause,
    });
  }
}
