/** The committed table of label alarms fits a smaller run of the script that made it, with the seed moved. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { labelRates, monteCarloError, NULLS, SHAPES } from "./label-alarms.ts";

const report = readFileSync(new URL("../../reports/false-alarms.md", import.meta.url), "utf8");
const RUNS = 80;

/** Shares of one row: claim and lean of the fixed design, then of the sequential one. */
function committed(state: string, pairs: number): readonly number[] {
  const table = report.split(`### ${state}\n`)[1] ?? "";
  const row = new RegExp(`^\\| ${pairs} \\| (.*) \\|$`, "m").exec(table)?.[1] ?? "";
  return row.split(" | ").map((cell) => Number(cell.split(" ± ")[0]) / 100);
}

const cases = NULLS.flatMap((state) => SHAPES.slice(0, 4).map((shape) => [state, shape] as const));

test.each(cases)("$name at %j", (state, shape) => {
  const [fixed, sequential] = labelRates(state, shape, { runs: RUNS, seed: 99 });
  const again = [fixed?.claim, fixed?.lean, sequential?.claim, sequential?.lean];
  const told = committed(state.name, shape[0] * shape[1]);
  expect(told).toHaveLength(4);
  for (const [place, share] of told.entries()) {
    const error = monteCarloError(share, RUNS);
    expect(Math.abs((again[place] ?? Number.NaN) - share)).toBeLessThan(4.5 * error + 0.01);
  }
});

test("no size claims more often than the level, in either design and state", () => {
  for (const state of NULLS)
    for (const shape of SHAPES) {
      const [fixedClaim = 1, , sequentialClaim = 1] = committed(state.name, shape[0] * shape[1]);
      expect(Math.max(fixedClaim, sequentialClaim)).toBeLessThan(0.05 + 4 * monteCarloError(0.05, 500));
    }
});
