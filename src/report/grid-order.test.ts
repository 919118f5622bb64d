/** Proves that discordant pairs come first and no pair is lost. */

import { expect, test } from "vitest";
import type { GridRow } from "../core/report-document.ts";
import { sampleReport } from "../testing/report-builder.ts";
import { gridOf, pairKind } from "./grid-order.ts";
import { plainGrid } from "./plain-grid.ts";

const sections = sampleReport().sections;

test.each(sections.map((section) => [section.flag, section] as const))(
  "%s: discordant first",
  (_flag, section) => {
    const groups = gridOf(section.grid, "stress");
    for (const { rows } of groups) {
      const discordant = rows.map((row) => ["better", "worse"].includes(pairKind(row)));
      expect(discordant).toEqual(discordant.toSorted((a, b) => Number(b) - Number(a)));
    }
    expect(groups.flatMap(({ rows }) => rows)).toHaveLength(section.comparison.units.length);
  },
);

test("a pair with an error is neither better, worse nor equal", () => {
  const side = { trial: "t", outcome: "pass", error: null, fired: true } as const;
  const row: GridRow = {
    scenario: "s",
    seed: "1",
    role: "stress",
    control: side,
    treatment: { ...side, outcome: "error" },
    diverged: null,
  };
  expect(pairKind(row)).toBe("not-scored");
});

test("the plain grid shows symbols, firing and discordance", () => {
  const memory = sections[2];
  if (memory === undefined) throw new Error("the sample has a third section");
  expect(plainGrid(memory, "stress")).toBe(
    [
      "memory/corrected-fact",
      "  seed  3  7  1  2  4  5  6  8  9  10 11 12",
      "  ON    ●▴ ●▴ ●▴ ●▴ ●▴ ●▴ ●▴ ●▴ ●▴ ●▴ ●▴ ●▴",
      "  OFF   ○  ○  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●",
      "        ^  ^",
      "",
      "memory/many-facts",
      "  seed  5  6  1  2  3  4  7  8  9  10 11 12",
      "  ON    ●▴ ?▴ ●▴ ●▴ ●▴ ○▴ ●▴ ●▴ ●▴ ●▴ ●▴ ●▴",
      "  OFF   !  ●  ●  ●  ●  ○  ●  ●  ●  ●  ●  ●",
    ].join("\n"),
  );
  expect(plainGrid(memory, "control")).toBeNull();
});
