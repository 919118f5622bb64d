/** Uses the columns that say whether a row is an outcome at all, where their meaning is clear, and else asks for it. */

import { LabError } from "../core/errors.ts";
import type { Outcome } from "../core/pairs.ts";
import { plainName } from "./plain-name.ts";
import { type ColumnSense, columnSense, type Sense, senseOf } from "./validity-words.ts";

/** A column that speaks of validity. */
export interface Sign {
  readonly column: string;
  readonly place: number;
  readonly sense: ColumnSense;
}

/** Finds the columns that speak of validity among those that nothing else was said about. */
export function signsAmong(columns: readonly string[], taken: ReadonlySet<number>): readonly Sign[] {
  return columns.flatMap((column, place) => {
    const sense = taken.has(place) ? null : columnSense(column);
    return sense === null ? [] : [{ column, place, sense }];
  });
}

/** Kind of a row that is not an outcome. */
interface SetAside {
  readonly outcome: Extract<Outcome, "missing" | "error">;
  readonly reason: string;
}

/** Places of one word of a column: the first row with it, and the first of each result. */
interface Sighting {
  readonly text: string;
  readonly line: number;
  passLine: number | null;
  failLine: number | null;
}

/** Free text has no end of words; that many are enough to know that it is some. */
const MOST_WORDS = 500;

/** Words of one column over all rows. */
export class SignWords {
  readonly sign: Sign;
  readonly #words = new Map<string, Sighting>();

  constructor(sign: Sign) {
    this.sign = sign;
  }

  /** Takes a cell in, with the line and the result of its row. */
  see(text: string, line: number, outcome: Outcome): void {
    const word = wordOf(text);
    let found = this.#words.get(word);
    if (found === undefined) {
      if (this.#words.size >= MOST_WORDS) return;
      found = { text, line, passLine: null, failLine: null };
      this.#words.set(word, found);
    }
    if (outcome === "pass") found.passLine ??= line;
    if (outcome === "fail") found.failLine ??= line;
  }

  /** The rule that the whole column gives: null where it says nothing of validity, a sighting where it is unclear. */
  rule(): Rule | Sighting | null {
    const seen = [...this.#words.values()];
    const said = seen.filter(({ text }) => !isNothing(text));
    const { sense } = this.sign;
    if (said.length === 0) return null;
    // Numbers in such a column are a setting or a measure: "timeout: 300".
    const optional = sense.kind === "truth" && sense.sense.startsWith("maybe");
    if (optional && said.some(({ text }) => truthOf(text) === null && senseOf(text) === null)) return null;
    const ofResults = said.some(({ text }) => senseOf(text) === "pass");
    const rules = new Map<string, SetAside | null>();
    for (const word of seen) {
      const meant = isNothing(word.text) ? nothingMeans(sense, said) : meaningOf(word, sense, ofResults);
      const matters = word.passLine !== null || word.failLine !== null;
      if (meant === "unclear" && matters) return word;
      const outcome = meant === "set-aside" ? "missing" : meant === "error" ? "error" : null;
      const shown = isNothing(word.text) ? "unknown" : shorten(word.text);
      rules.set(
        wordOf(word.text),
        outcome === null ? null : { outcome, reason: `${this.sign.column} is ${shown}` },
      );
    }
    return (text) => rules.get(wordOf(text)) ?? null;
  }
}

/** Kind of a row with this cell that is not an outcome; null where it is one. */
export type Rule = (text: string) => SetAside | null;

type Meaning = "counts" | "set-aside" | "error" | "unclear";

const NOTHING = new Set(["", "none", "null", "nan", "na"]);
const TRUE = new Set(["true", "t", "yes", "y", "1", "1.0"]);
const FALSE = new Set(["false", "f", "no", "n", "0", "0.0"]);

function wordOf(text: string): string {
  return text.trim().toLowerCase();
}

function isNothing(text: string): boolean {
  return NOTHING.has(plainName(text));
}

function truthOf(text: string): boolean | null {
  const word = wordOf(text);
  return TRUE.has(word) ? true : FALSE.has(word) ? false : null;
}

function meaningOf(word: Sighting, sense: ColumnSense, ofResults: boolean): Meaning {
  const truth = truthOf(word.text);
  if (sense.kind === "number") return Number(word.text) === 0 || truth === false ? "counts" : "unclear";
  if (sense.kind === "reason") return truth === false ? "counts" : "set-aside";
  if (sense.kind === "truth" && truth !== null)
    return meaningOfSense(truth ? sense.sense : otherSide(sense.sense));
  const said = senseOf(word.text);
  if (said === null) return "unclear";
  // Beside "passed", "failed" is the result told again, as long as no row that passes has it.
  if (said === "maybe-not" && ofResults && word.passLine === null) return "counts";
  return meaningOfSense(said);
}

function otherSide(sense: Sense): Sense {
  if (sense === "counts") return "set-aside";
  if (sense === "maybe") return "maybe-not";
  return sense === "maybe-not" ? "maybe" : "counts";
}

function meaningOfSense(sense: Sense): Meaning {
  if (sense === "set-aside" || sense === "error") return sense;
  return sense === "maybe-not" ? "unclear" : "counts";
}

/** An empty cell is unknown, save in a column that only marks the rows that something is wrong with. */
function nothingMeans(sense: ColumnSense, said: readonly Sighting[]): Meaning {
  if (sense.kind === "reason" || sense.kind === "number") return "counts";
  if (sense.kind === "status") return "set-aside";
  const marksFaults = sense.sense === "set-aside" || sense.sense === "error" || sense.sense === "maybe-not";
  return marksFaults && said.every(({ text }) => truthOf(text) !== false) ? "counts" : "set-aside";
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}

/** Asks what a column means. */
export function unclearColumn({ column }: Sign, { text, line }: Sighting, file: string): LabError {
  return new LabError({
    code: "unclear-validity",
    what: `whether a row with ${column} ${JSON.stringify(shorten(text))} is an outcome was not said`,
    where: `${file}, line ${line}, column ${column}`,
    remedy: `say it: --valid ${column}=<value> when only rows with that value are outcomes, --valid ${column}=any when all are`,
  });
}
