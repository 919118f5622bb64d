/** The committed table of label alarms fits a smaller run of the script that made it, with the seed moved. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { claimSentence, labelRates, monteCarloError, NULLS, SHAPES } from "./label-alarms.ts";

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
  const row = committed(state.name, shape[0] * shape[1]);
  expect(row).toHaveLength(4);
  for (const [place, share] of row.entries()) {
    const error = monteCarloError(share, RUNS);
    expect(Math.abs((again[place] ?? Number.NaN) - share)).toBeLessThan(4.5 * error + 0.01);
  }
});

const methodology = readFileSync(new URL("../../METHODOLOGY.md", import.meta.url), "utf8");

const told = NULLS.flatMap((state) =>
  SHAPES.flatMap((shape) => {
    const pairs = shape[0] * shape[1];
    const [fixed = 1, lean = 1, sequential = 1, stopped = 1] = committed(state.name, pairs);
    return [
      { pairs, runs: 500, design: "fixed" as const, claim: fixed, lean },
      { pairs, runs: 500, design: "sequential" as const, claim: sequential, lean: stopped },
    ];
  }),
);

test("a sequential run claims at its level, a fixed one at most at that of its two tests together", () => {
  for (const { design, claim } of told) {
    const level = design === "fixed" ? 0.1 : 0.05;
    expect(claim).toBeLessThan(level + 2 * monteCarloError(level, 500));
  }
});

test("report and METHODOLOGY name the largest share of claims that the tables hold", () => {
  expect(report).toContain(claimSentence(told));
  const most = Math.max(...told.map(({ claim }) => claim * 100)).toFixed(1);
  expect(methodology).toContain(`in up to ${most} % of fixed runs`);
});

test("METHODOLOGY gives leans of small fixed runs as the tables have them (statistics-1 row 11)", () => {
  const small = told
    .filter(({ design, pairs }) => design === "fixed" && pairs <= 20)
    .map(({ lean }) => lean * 100);
  const range = `${Math.min(...small).toFixed(0)} to ${Math.max(...small).toFixed(0)} %`;
  expect(methodology).toContain(
    `a run of 3 to 20 pairs ends with a lean or a moderate suggestion in ${range}`,
  );
  expect(methodology).not.toContain("about a quarter");
});
