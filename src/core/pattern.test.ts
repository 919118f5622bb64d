/** Patterns of scenario files: linear time, JavaScript's spelling, and errors that name the remedy. */

import { expect, test } from "vitest";
import { LabError } from "./errors.ts";
import { parsePattern } from "./pattern.ts";

test("a text without slashes is a literal", () => {
  expect(parsePattern("a+b")).toBeNull();
  expect(parsePattern("/usr/bin")).toBeNull();
});

test.each([
  ["/^(a+)+$/", "a"],
  ["/^(a|aa)+$/", "a"],
  ["/^(?:(?:a*)*)*$/", "a"],
  ["/(x+x+)+y/", "x"],
  ["/^(?:a?){40}a{40}$/", "a"],
  ["/(?:.*a){12}$/s", "a"],
])("%s on a long near miss ends at once (reports-1 F10)", (phrase, letter) => {
  const near = `${letter.repeat(5_000)}b`;
  // With a backtracking engine this test would not end.
  expect(parsePattern(phrase)?.test(near)).toBe(false);
});

test.each([
  ["/\\u0041\\x42/", "AB", true],
  ["/caf\\u00e9/i", "CAFÉ", true],
  ["/a\\sb/", "a\u00a0b", true],
  ["/a[\\s,]b/", "a\u202fb", true],
  ["/a\\Sb/", "a\u00a0b", false],
  ["/a[\\s\\S]*b/", "a\n\nb", true],
  ["/^b$/m", "a\nb", true],
  ["/^b$/", "a\nb", false],
  ["/a.b/s", "a\nb", true],
  ["/\\p{L}+/u", "ø", true],
  ["/https?:\\/\\/x/", "https://x", true],
  ["/x/gy", "axb", true],
  ["/^[\\S]$/", "\u00a0", false],
  ["/^[^\\S]$/", "\u00a0", true],
  ["/^b/m", "a\r\nb", true],
  ["/a$/m", "a\r\nb", true],
  ["/a.b/", "a\rb", false],
  ["/C:\\\\1/", "C:\\1", true],
  ["/\\\\(?:x)/", "\\x", true],
])("%s reads as in JavaScript", (phrase, text, found) => {
  expect(parsePattern(phrase)?.test(text)).toBe(found);
});

test("named groups that took part are captured", () => {
  const pattern = parsePattern("/(?<n>\\d+) per (?<unit>minute|hour)(?<rest>!)?/");
  expect(pattern?.groups("at 50 per hour")).toEqual({ n: "50", unit: "hour" });
  expect(pattern?.groups("at fifty")).toBeNull();
});

test.each([
  ["/a(?=b)/", /looks ahead or behind/, /as a list/],
  ["/(?!x)y/", /looks ahead or behind/, /as a list/],
  ["/(?<=a)b/", /looks ahead or behind/, /as a list/],
  ["/(?<!a)b/", /looks ahead or behind/, /as a list/],
  ["/(a)\\1/", /refers back/, /names of their own/],
  ["/(?<a>x)\\k<a>/", /refers back/, /names of their own/],
  ["/a{1001}/", /more than 1,000 times/, /smaller bound/],
  ["/(/", /is not a regular expression/, /leave out the slashes/],
])("%s is refused with what to write instead", (phrase, what, remedy) => {
  const error = (() => {
    try {
      return parsePattern(phrase);
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(error).toBeInstanceOf(LabError);
  expect((error as LabError).what).toMatch(what);
  expect((error as LabError).remedy).toMatch(remedy);
});
