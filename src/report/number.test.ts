/** Proves how rates and tallies are written, above all that unknown is never 0. */

import { expect, test } from "vitest";
import { rate, tally } from "./number.ts";

test("no pairs are no rate", () => {
  expect(rate({ passes: 0, of: 0, rate: null, interval: null })).toBe("no pairs");
  expect(rate({ passes: 9, of: 10, rate: 0.9, interval: null })).toBe("9/10");
});

test("a tally names what is unknown and never counts it as no", () => {
  expect(tally({ yes: 8, no: 1, unknown: 1 })).toBe("8 of 9, 1 unknown");
  expect(tally({ yes: 0, no: 0, unknown: 10 })).toBe("unknown");
  expect(tally({ yes: 0, no: 0, unknown: 0 })).toBe("no trials");
});
