/** Reads what a row says its result is: one vocabulary for a whole file, and a score where it is a number. */

import type { Outcome } from "../core/pairs.ts";
import { plainName } from "./plain-name.ts";

/** Scores have no end of texts. */
const MOST_KNOWN = 1000;

interface Vocabulary {
  readonly pass: readonly string[];
  readonly fail: readonly string[];
}

/** Ways of writing results; a word may belong to several, and what the file says elsewhere decides. */
const VOCABULARIES: readonly Vocabulary[] = [
  { pass: ["true", "t"], fail: ["false", "f"] },
  { pass: ["yes", "y"], fail: ["no", "n"] },
  { pass: ["pass", "passed"], fail: ["fail", "failed"] },
  { pass: ["success", "succeeded", "successful"], fail: ["failure", "fail", "failed", "unsuccessful"] },
  { pass: ["correct", "right"], fail: ["incorrect", "wrong"] },
  { pass: ["solved"], fail: ["unsolved", "notsolved"] },
  { pass: ["resolved"], fail: ["unresolved", "notresolved"] },
  { pass: ["accepted"], fail: ["rejected"] },
];
/** The first two only say whether something is so, and not whether that is good. */
const BARE = 2;
const NUMBERS = VOCABULARIES.length;

/** Words that say why there is no result; they go with every vocabulary. */
const NO_RESULT: Readonly<Record<string, Outcome>> = {
  error: "error",
  errored: "error",
  skipped: "missing",
  notrun: "missing",
  missing: "missing",
  unscored: "unscored",
  ungraded: "unscored",
};

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Reads a plain decimal number; null for anything else, "NaN", "0x10" and "Infinity" among it. */
export function numberIn(text: string): number | null {
  return NUMBER.test(text) ? Number(text) : null;
}

export interface ResultRules {
  /** From which score on, or down to which where lower is better, a row is a pass; null = not said. */
  readonly passAt: number | null;
  readonly lowerIsBetter: boolean;
}

export interface Result {
  readonly outcome: Outcome;
  /** Null where the row says pass or fail in a word. */
  readonly score: number | null;
}

/** Fault of a result, and its remedy. */
export class ResultProblem {
  readonly what: string;
  readonly remedy: string;

  constructor(what: string, remedy: string) {
    this.what = what;
    this.remedy = remedy;
  }
}

const REMEDY =
  "write true, false, pass, fail, yes, no, 1, 0 or a score from 0 to 1; leave it empty when it is unknown";

/** Reads the results of one file, row after row. */
export class ResultReader {
  readonly #rules: ResultRules;
  #possible: readonly number[] = Array.from({ length: NUMBERS + 1 }, (_, place) => place);
  #first: { readonly text: string; readonly line: number } | null = null;
  #bounded = true;
  /** A value that was read once reads the same again: each word narrows the vocabulary to those that it is in. */
  readonly #known = new Map<string, Result>();

  constructor(rules: ResultRules) {
    this.#rules = rules;
  }

  /** Every score so far lies from 0 to 1, so that differences of scores have bounds. */
  get bounded(): boolean {
    return this.#bounded;
  }

  /** The result of a row, or what keeps it from having one. */
  read(text: string, line: number): Result | ResultProblem {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const found = this.#understand(text, line);
    if (!(found instanceof ResultProblem) && this.#known.size < MOST_KNOWN) this.#known.set(text, found);
    return found;
  }

  #understand(text: string, line: number): Result | ResultProblem {
    const word = plainName(text);
    const none = NO_RESULT[word];
    if (none !== undefined) return { outcome: none, score: null };
    const value = numberIn(text);
    const mine = value === null ? vocabulariesOf(word) : [NUMBERS];
    if (mine.length === 0)
      return new ResultProblem(`${JSON.stringify(text)} says neither pass nor fail`, REMEDY);
    const left = this.#possible.filter((place) => mine.includes(place));
    if (left.length === 0 && this.#first !== null)
      return new ResultProblem(
        `${JSON.stringify(text)} is another way of writing results than ${JSON.stringify(this.#first.text)} on line ${this.#first.line}`,
        "write every result of the file alike",
      );
    this.#possible = left;
    this.#first ??= { text, line };
    return value === null ? this.#ofWord(word, text) : this.#ofScore(value, text);
  }

  #ofWord(word: string, text: string): Result | ResultProblem {
    const good = VOCABULARIES.some(({ pass }) => pass.includes(word));
    if (!this.#rules.lowerIsBetter) return { outcome: good ? "pass" : "fail", score: null };
    if (this.#possible.some((place) => place < BARE)) return { outcome: good ? "fail" : "pass", score: null };
    return new ResultProblem(
      `${JSON.stringify(text)} says by itself which result is better`,
      "leave --lower-is-better out",
    );
  }

  #ofScore(value: number, text: string): Result | ResultProblem {
    const { passAt, lowerIsBetter } = this.#rules;
    // Faults are counted, so that where fewer are better there may be many.
    const counted = lowerIsBetter && passAt !== null && value > 1 && Number.isFinite(value);
    if (counted) this.#bounded = false;
    if (!(value >= 0 && value <= 1) && !counted)
      return new ResultProblem(`${JSON.stringify(text)} says neither pass nor fail`, REMEDY);
    if (passAt === null && value !== 0 && value !== 1)
      return new ResultProblem(
        `${text} is a graded score, and from where on it is a pass was not said`,
        lowerIsBetter
          ? "give --pass-at, e.g. --pass-at 0 when only a score of 0 is a pass"
          : "give --pass-at, e.g. --pass-at 1 when only a full score is a pass",
      );
    const passes = lowerIsBetter ? value <= (passAt ?? 0) : value >= (passAt ?? 1);
    // Scores are compared as gains, so a low one that is good has to be a high one.
    const score = passAt === null || counted ? null : lowerIsBetter ? 1 - value : value;
    return { outcome: passes ? "pass" : "fail", score };
  }
}

function vocabulariesOf(word: string): readonly number[] {
  return VOCABULARIES.flatMap(({ pass, fail }, place) =>
    pass.includes(word) || fail.includes(word) ? [place] : [],
  );
}
