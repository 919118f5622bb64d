/** Writes numbers, amounts, times and dates of a plain text in one form each, so that equal ones are the same words. */

import { roundTo } from "../core/format.ts";
import { joinDigits } from "./plain-text.ts";

/** The text with every value in its one form; expects plain text in lower case. */
export function uniformValues(text: string): string {
  const steps = [numberWords, splitUnits, joinDigits, multiples, wholeAmounts, times, dates, amounts];
  return steps.reduce((current, step) => step(current), text);
}

const SMALL =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen";
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety";
const VALUES = new Map<string, number>([
  ...SMALL.split(" ").map((word, index) => [word, index + 1] as const),
  ...TENS.split(" ").map((word, index) => [word, (index + 2) * 10] as const),
]);
const NUMBER_WORD = [...VALUES.keys(), "hundred", "thousand"].join("|");
const NUMBER_WORDS = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:${NUMBER_WORD})(?:(?:-| and | )(?:${NUMBER_WORD}))*(?![\\p{L}\\p{N}_])`,
  "gu",
);

/** Below ten a word is too often no number ("one of them"), so it stays a word. */
function numberWords(text: string): string {
  return text.replace(NUMBER_WORDS, (words) => {
    const value = wordValue(words.split(/-| /));
    return value === null || value < 10 ? words : String(value);
  });
}

/** Null where the words are several numbers or none. */
function wordValue(words: readonly string[]): number | null {
  let thousands = 0;
  let group = 0;
  // The next word has to be smaller than this, so that "fifty sixty" is not a number.
  let below = Number.POSITIVE_INFINITY;
  for (const [index, word] of words.entries()) {
    if (word === "and") {
      if (!["hundred", "thousand"].includes(words[index - 1] ?? "")) return null;
    } else if (word === "thousand") {
      if (group === 0 || thousands > 0) return null;
      [thousands, group, below] = [group * 1000, 0, Number.POSITIVE_INFINITY];
    } else if (word === "hundred") {
      if (group === 0 || group > 99) return null;
      [group, below] = [group * 100, 100];
    } else {
      const value = VALUES.get(word) ?? 0;
      if (value >= below) return null;
      [group, below] = [group + value, value < 20 ? 1 : 10];
    }
  }
  return thousands + group;
}

// Not the end of a name such as kestrel-52.
const NUMBER = "(?<![\\p{L}\\p{N}_]|\\p{L}-|[.,'])(\\d+(?:[.,']\\d+)*)";
const UNITS: readonly (readonly [RegExp, string])[] = (
  [
    ["s|secs?|seconds?", "s"],
    ["mins?|minutes?", "min"],
    ["h|hrs?|hours?", "h"],
    ["ms|milliseconds?", "ms"],
    ["mm", "mm"],
    ["cm|centimet(?:re|er)s?", "cm"],
    ["km|kilomet(?:re|er)s?", "km"],
    ["kg|kilograms?|kilos?", "kg"],
    ["kb|kilobytes?", "kb"],
    ["mb|megabytes?", "mb"],
    ["gb|gigabytes?", "gb"],
    ["tb|terabytes?", "tb"],
    ["px|pixels?", "px"],
    ["rpm", "rpm"],
    ["rps", "rps"],
  ] as const
).map(([names, unit]) => [new RegExp(`${NUMBER}[ -]?(?:${names})(?![\\p{L}\\p{N}_])`, "gu"), `$1 ${unit}`]);

function splitUnits(text: string): string {
  const clock = text.replace(
    /(?<![\p{L}\p{N}_.,:])([01]\d|2[0-3])([0-5]\d) ?(?:h|hrs|hours)(?![\p{L}\p{N}_])/gu,
    "$1:$2",
  );
  return UNITS.reduce((current, [pattern, unit]) => current.replace(pattern, unit), clock);
}

const FACTORS: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, million: 1e6, billion: 1e9 };

function multiples(text: string): string {
  return text.replace(
    /(?<![\p{L}\p{N}_.,])(\d+(?:\.\d+)?) ?(k|thousand|million|billion)(?![\p{L}\p{N}_])/gu,
    (all, number: string, word: string) => {
      const value = roundTo(Number(number) * (FACTORS[word] ?? 1), 6);
      return Number.isInteger(value) ? String(value) : all;
    },
  );
}

function wholeAmounts(text: string): string {
  return text
    .replace(/(?<![\p{L}\p{N}_.,])(\d+)\.00(?!\d|[.,]\d)/gu, "$1")
    .replace(/(\d) ?(?:%|percent|per cent|pct)(?![\p{L}\p{N}_])/gu, "$1%");
}

const CURRENCIES: readonly (readonly [string, string])[] = [
  ["$", "us\\$|\\$|usd|(?:us )?dollars?"],
  ["€", "€|eur|euros?"],
  ["£", "£|gbp|pounds?"],
];

function amounts(text: string): string {
  return CURRENCIES.reduce(
    (current, [symbol, names]) =>
      current
        .replace(
          new RegExp(`(?<![\\p{L}\\p{N}_])(?:${names}) ?(\\d+(?:\\.\\d+)?)`, "gu"),
          (_, n: string) => symbol + n,
        )
        .replace(
          new RegExp(`(?<![\\p{L}\\p{N}_.,$€£])(\\d+(?:\\.\\d+)?) ?(?:${names})(?![\\p{L}\\p{N}_])`, "gu"),
          (_, n: string) => symbol + n,
        ),
    text,
  );
}

function times(text: string): string {
  return text
    .replace(
      /(?<![\p{L}\p{N}_.,:])(0?\d|1[0-2])(?:[:.]([0-5]\d))? ?([ap])\.?m\b\.?/gu,
      (_, hour: string, minute: string | undefined, half: string) =>
        `${twoDigits((Number(hour) % 12) + (half === "p" ? 12 : 0))}:${minute ?? "00"}`,
    )
    .replace(
      /(?<![\p{L}\p{N}_.,:])([01]?\d|2[0-3])(?::([0-5]\d)(?![\d:])| o'clock)/gu,
      (_, hour: string, minute: string | undefined) => `${twoDigits(Number(hour))}:${minute ?? "00"}`,
    );
}

const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);
const MONTH = "jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec";
const MONTH_NAME = `(${MONTHS.join("|")}|(?:${MONTH})\\.?)`;
const DAY = "(0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?";
const DAY_FIRST = new RegExp(`(?<![\\p{L}\\p{N}_.,:])${DAY}(?: of)? ${MONTH_NAME}(?![\\p{L}\\p{N}_])`, "gu");
const MONTH_FIRST = new RegExp(`(?<![\\p{L}\\p{N}_])${MONTH_NAME} (?:the )?${DAY}(?![\\p{L}\\p{N}_:])`, "gu");

function dates(text: string): string {
  return text
    .replace(
      /(?<![\p{L}\p{N}_.,-])(\d{4})-(0[1-9]|1[0-2])-([0-2]\d|3[01])(?![\d-])/gu,
      (_, year: string, month: string, day: string) => dateText(day, Number(month), year),
    )
    .replace(
      /(?<![\p{L}\p{N}_.,-])(0?[1-9]|[12]\d|3[01])\.(0?[1-9]|1[0-2])\.(\d{4})(?![\p{L}\p{N}_])/gu,
      (_, day: string, month: string, year: string) => dateText(day, Number(month), year),
    )
    .replace(DAY_FIRST, (_, day: string, month: string) => dateText(day, monthOf(month)))
    .replace(MONTH_FIRST, (_, month: string, day: string) => dateText(day, monthOf(month)))
    .replace(/(?<=\d [a-z]{3}), (?=\d{4}(?!\d))/g, " ");
}

function monthOf(name: string): number {
  return MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3))) + 1;
}

function dateText(day: string, month: number, year?: string): string {
  const text = `${Number(day)} ${(MONTHS[month - 1] ?? "").slice(0, 3)}`;
  return year === undefined ? text : `${text} ${year}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
