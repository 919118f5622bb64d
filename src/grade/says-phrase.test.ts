/** The table of what counts as saying a phrase. */

import { expect, test } from "vitest";
import { findUnsaid, phraseText, saysPhrase } from "./says-phrase.ts";

test.each([
  // digit grouping, both ways
  ["The limit is 6,000 a minute.", "6000"],
  ["The limit is 6 000 a minute.", "6000"],
  ["The limit is 6\u00a0000 a minute.", "6000"],
  ["The limit is 6\u202f000 a minute.", "6000"],
  ["The limit is 6'000 a minute.", "6000"],
  ["The limit is 6’000 a minute.", "6000"],
  ["The limit is 6_000 a minute.", "6000"],
  ["The limit is 6000 a minute.", "6,000"],
  ["The limit is 6000 a minute.", "6 000"],
  ["Total 1,234,567 rows", "1234567"],
  ["Total 1 234 567 rows", "1,234,567"],
  ["It costs $3,000.", "$3000"],
  ["It costs 3,000.50 in all", "3000.50"],
  ["One of 100 200", "100 200"],
  ["6,000 200 times", "6000"],
  ["limits 6,000, 200 and 300", "200"],
  // where a number may stand
  ["It is 3000.", "3000"],
  ["It is 3000, not more", "3000"],
  ["(3000)", "3000"],
  ["3000/min", "3000"],
  ["=3000;", "3000"],
  ["from 2000-3000", "3000"],
  ["ratio 1.5.", "1.5"],
  ["about -1.5 degrees", "-1.5"],
  ["about −1.5 degrees", "-1.5"],
  ["50% of it", "50"],
  ["at 09:30 sharp", "09:30"],
  ["on 2026-03-02", "2026-03-02"],
  ["**6,000** requests per minute", "6000 requests per minute"],
  ["`6000` requests", "6000 requests"],
  ["*Anna* leads", "anna leads"],
  ["_Anna_ leads", "Anna leads"],
  // words
  ["ANNA leads the launch", "anna"],
  ["The launch\n   owner is Anna", "launch owner is anna"],
  ["Anna's plan", "Anna"],
  ["Anna’s plan", "Anna's plan"],
  ["a well‑known fact", "well-known"],
  ["Ärger in Köln", "köln"],
  ["the file notes/a.md is new", "notes/a.md"],
  ["see c++ notes", "C++"],
  ["call foo_bar() now", "foo_bar"],
  ["mail ops@intra.example.", "ops@intra.example"],
  // patterns see the text as it is
  ["6,000", "/6,?000/"],
  ["Anna", "/anna/i"],
  ["a\nb", "/a.b/s"],
  ["version 12b", "/\\d+b/"],
])("%j says %j", (text, phrase) => {
  expect(saysPhrase(text, phrase)).toBe(true);
});

test.each([
  ["13000 of them", "3000"],
  ["30001 of them", "3000"],
  ["It is 3000.5", "3000"],
  ["It is 3000,5", "3000"],
  ["It is 3,000.5", "3000"],
  ["It is 13,000", "3000"],
  ["It is 3,000,000", "3000"],
  ["It is 3 000 000", "3000"],
  ["It is 6,000", "6"],
  ["It is 6 000", "6"],
  ["It is 6,000", "000"],
  ["ratio 11.5", "1.5"],
  ["ratio 1.55", "1.5"],
  ["ratio 1.5.2", "1.5"],
  ["ratio 2.1.5", "1.5"],
  ["ratio 1.5", "5"],
  ["ratio 1.5", "1"],
  ["10k rows", "10"],
  ["x3000", "3000"],
  ["id_3000", "3000"],
  ["Annabel leads", "Anna"],
  ["Joanna leads", "anna"],
  ["Ärger", "rger"],
  ["foo_bar", "foo"],
  ["Anna", "/anna/"],
  ["", "anything"],
  ["nothing to see", "**"],
  ["Anna and Ben", "Ben and Anna"],
])("%j does not say %j", (text, phrase) => {
  expect(saysPhrase(text, phrase)).toBe(false);
});

test("a list is said when any one of its members is", () => {
  expect(saysPhrase("It moved to 14 May.", ["May 14", "14 May"])).toBe(true);
  expect(saysPhrase("It moved to 15 May.", ["May 14", "14 May"])).toBe(false);
  expect(saysPhrase("5.5", ["5", "/^5\\.5$/"])).toBe(true);
});

test("what is not said is listed in order, and written for a reader", () => {
  expect(findUnsaid("a c", ["a", "b", ["x", "c"], ["y", "z"]])).toEqual(["b", ["y", "z"]]);
  expect(phraseText(["y", "z"])).toBe('"y" or "z"');
});

/** Texts that a person reads as saying the phrase, by what is different in them. */
const SAME: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  "what cannot be seen": [
    ["KESTREL\u200b-52 it is", "KESTREL-52"],
    ["An\u00adna leads", "Anna"],
    ["\u202aAnna\u202c leads", "Anna"],
    ["\ufeffAnna", "Anna"],
    ["6\u2060000 a minute", "6000"],
    ["6\ufe0f\u20e3 of them", "6"],
  ],
  "typographic characters": [
    ["KESTREL\u201152", "KESTREL-52"],
    ["KESTREL－52", "KESTREL-52"],
    ["Ａｎｎａ leads ６０００", "Anna leads 6000"],
    ["the ﬁrst oﬀer", "first offer"],
    ["Annaʼs plan, Anna´s plan", "Anna's plan, Anna's plan"],
    ["„quoted“ «twice»", '"quoted" "twice"'],
    ["launch\u00a0owner\u2003is\u202fAnna", "launch owner is Anna"],
    ["wait… no", "wait..."],
    ["Ko\u0308ln", "Köln"],
  ],
  "footnotes, powers and fractions": [
    ["The limit is 6000¹.", "6000"],
    ["about 10⁶ of them", "10"],
    ["3½ hours", "3"],
  ],
  markup: [
    ["6**000** a minute", "6000"],
    ["[Anna](mailto:anna@x.example) leads", "Anna leads"],
    ['see [the notes](notes/a.md "notes")', "notes/a.md"],
    ["![chart](c.png) of 6000", "6000"],
    ["| owner | limit |\n|---|---|\n| Anna | 6,000 |", "6000"],
    ["```\nDB_HOST=heron-7\n```", "DB_HOST=heron-7"],
    ["<b>Anna</b> leads<br>today", "Anna leads today"],
    ["6&nbsp;000 &amp; more", "6000 & more"],
    ["foo\\_bar costs \\$3,000", "foo_bar costs $3000"],
    ["6{,}000 or 6\\,000", "6000"],
    ["> the launch\n> owner is Anna", "launch owner is Anna"],
    ["# Anna leads", "anna leads"],
  ],
  numbers: [
    ["six thousand requests", "6000"],
    ["twelve hundred", "1,200"],
    ["one thousand two hundred and fifty", "1250"],
    ["twenty-five of them", "25"],
    ["6k a minute", "6000"],
    ["1.2k rows", "1200"],
    ["2.5 million rows", "2500000"],
    ["1,00,000 rows", "100000"],
    ["6,000.00 in all", "6000"],
    ["6000", "six thousand"],
  ],
  "units and amounts": [
    ["301cm at the pier", "301"],
    ["301cm at the pier", "301 cm"],
    ["blocked for 90s", "90 seconds"],
    ["a 90-second block", "90 seconds"],
    ["25 megabytes", "25MB"],
    ["2hrs", "2 hours"],
    ["6,000rpm", "6000"],
    ["50 percent", "50%"],
    ["50 % of it", "50%"],
    ["3,000 USD", "$3000"],
    ["3,000 dollars", "$3000"],
    ["US$ 3,000", "$3000"],
    ["EUR 20", "20 €"],
    ["€20", "20 euros"],
  ],
  times: [
    ["at 9 am", "9:00"],
    ["at 9 a.m. sharp", "09:00"],
    ["at 9:30 PM", "21:30"],
    ["at 9.30 pm", "21:30"],
    ["at 12 am", "0:00"],
    ["at 12 pm", "12:00"],
    ["at 0900 hours", "9:00"],
    ["at 9 o’clock", "9:00"],
    ["at 09:45", "9:45"],
    ["from 9 to 10 am", "10:00"],
    ["at 9 am", "9"],
  ],
  dates: [
    ["on May 14", "14 May"],
    ["on the 14th of May", "May 14"],
    ["on May 14th, 2026", "14 May 2026"],
    ["on 2026-05-14", "14 May"],
    ["due 2026-05-14", "May 14, 2026"],
    ["on 14.05.2026", "14 May"],
    ["on 3 Mar.", "3 March"],
    ["on Friday, 13 March", "March 13"],
    ["on the 14th of May", "May"],
  ],
};

test.each(Object.entries(SAME).flatMap(([kind, rows]) => rows.map((row) => [kind, ...row] as const)))(
  "%s: %j says %j",
  (_, text, phrase) => {
    expect(saysPhrase(text, phrase)).toBe(true);
  },
);

/** Texts that a person reads as saying something else. */
const OTHER: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  "parts of words": [
    ["maybe later", "May"],
    ["10 in 100", "0"],
    ["the tickets", "ticket"],
    ["KESTREL-520", "KESTREL-52"],
    ["XKESTREL-52", "KESTREL-52"],
    ["café", "caf"],
  ],
  "footnotes, powers and fractions": [
    ["The limit is 6000¹.", "60001"],
    ["about 10⁶ of them", "106"],
    ["3½ hours", "31"],
  ],
  markup: [
    ["~~13 March~~ 18 March", "13 March"],
    ["3*4 boxes", "34"],
  ],
  numbers: [
    ["one of them", "1"],
    ["fifty sixty", "110"],
    ["twenty twenty-six", "46"],
    ["sixteen thousand", "6000"],
    ["16k", "6000"],
    ["1.26k", "6000"],
    ["6,000.50", "6000"],
    ["someone", "one"],
    ["six thousandths", "6000"],
  ],
  "units and amounts": [
    ["1301cm", "301 cm"],
    ["90 s", "90 minutes"],
    ["KESTREL-52s", "52 s"],
    ["150%", "50%"],
    ["$13,000", "$3000"],
    ["A$3000", "$3000"],
    ["€3000", "$3000"],
    ["$3000.50", "$3000"],
  ],
  times: [
    ["at 9 pm", "9:00"],
    ["at 19:30", "9:30"],
    ["at 9:30:15", "9:30 am"],
    ["I am 9", "9:00"],
    ["code 0900", "9:00"],
  ],
  dates: [
    ["on 13 March", "3 March"],
    ["on May 14", "May 1"],
    ["in May 2026", "20 May"],
    ["on 2026-05-14", "14 April"],
    ["on 14 May 2025", "14 May 2026"],
    ["maybe 14 of them", "14 May"],
  ],
};

test.each(Object.entries(OTHER).flatMap(([kind, rows]) => rows.map((row) => [kind, ...row] as const)))(
  "%s: %j does not say %j",
  (_, text, phrase) => {
    expect(saysPhrase(text, phrase)).toBe(false);
  },
);

test.each([
  "It is not 14 May.",
  "I never said 14 May.",
  "I doubt that it is 14 May.",
  "14 May is wrong.",
  "15 May rather than 14 May",
  "It would be 14 May if the hall were free.",
  'You wrote: "14 May".',
  "Is it 14 May?",
  "12, 13, 14 May or later",
])("a phrase is said whatever the sentence makes of it: %j", (text) => {
  expect(saysPhrase(text, "14 May")).toBe(true);
});

test("data is read by its characters: no other dress of a value, and patterns see each character", () => {
  expect(saysPhrase("DUE=14 May", "2026-05-14", "data")).toBe(false);
  expect(saysPhrase("limit: 6k", "6000", "data")).toBe(false);
  expect(saysPhrase("limit: 6,000", "6000", "data")).toBe(true);
  expect(saysPhrase("rollback KESTREL\u201152", "/KESTREL-52/", "data")).toBe(false);
  expect(saysPhrase("rollback KESTREL\u201152", "/KESTREL-52/")).toBe(true);
});

test.each(["[", "*", "~~a", "<b", "1'1", "one ", "> ", "1,1", "9:", "`"])(
  "a long text of %j is read in time that grows with its length",
  (part) => {
    expect(saysPhrase(part.repeat(50_000), "6000 a minute")).toBe(false);
  },
);
