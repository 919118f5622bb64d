/** Writes the false-alarm tables of our gate, beside two common rules, and of our labels, with a chart of the gate's: `npx tsx scripts/bench/false-alarms.ts [SEED]`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { argv, stdout } from "node:process";
import { type ErrorRates, errorRates, type TrueState } from "../../src/analyse/gate-error-rates.ts";
import { falseAlarmSvg } from "./false-alarms-chart.ts";
import { labelSection } from "./label-alarms.ts";

const SIZES = [3, 5, 10, 20, 50, 100];
const MARGIN = 0.1;
const ALPHA = 0.05;
const RESAMPLES = 1000;
/** Runs of each label cell: about two minutes on one core, and errors of at most 2.3 points. */
const LABEL_RUNS = 500;
const seed = Number(argv[2] ?? 1);

const unchanged: readonly TrueState[] = [
  { name: "no change, 10 % of pairs differ by noise", win: 0.05, loss: 0.05 },
  { name: "no change, 32 % differ", win: 0.16, loss: 0.16 },
  { name: "no change, 50 % differ", win: 0.25, loss: 0.25 },
];
const worse: readonly TrueState[] = [
  { name: "10 points worse, never better", win: 0, loss: 0.1 },
  { name: "20 points worse (wins 5 %, loses 25 %)", win: 0.05, loss: 0.25 },
  { name: "30 points worse, never better", win: 0, loss: 0.3 },
];

const rates = SIZES.flatMap((n) =>
  errorRates(n, [...unchanged, ...worse], { margin: MARGIN, alpha: ALPHA, seed, resamples: RESAMPLES }),
);

function percent(share: number): string {
  const value = share * 100;
  return value === 0 ? "0" : value < 0.1 ? "<0.1" : value < 10 ? value.toFixed(1) : value.toFixed(0);
}

const heading = [
  "| pairs | our gate blocks | with confirm rerun | our gate passes | inconclusive | any drop fails | bootstrap, 95 % interval | bootstrap, 90 % interval |",
  "|---|---|---|---|---|---|---|---|",
];

function row(rate: ErrorRates): string {
  const { n, regression, confirmed, pass, inconclusive, anyDrop, bootstrap95, bootstrap90 } = rate;
  const shares = [regression, confirmed, pass, inconclusive, anyDrop, bootstrap95, bootstrap90];
  return `| ${[n, ...shares.map(percent)].join(" | ")} |`;
}

function section({ name }: TrueState): readonly string[] {
  return [`### ${name}`, "", ...heading, ...rates.filter(({ state }) => state.name === name).map(row), ""];
}

/** The range of a rate over the states in which nothing changed. */
function range(of: (rate: ErrorRates) => number): string {
  const found = rates.filter(({ state }) => unchanged.includes(state)).map(of);
  return `${percent(Math.min(...found))} to ${percent(Math.max(...found))} %`;
}

const text = [
  "# How often a gate is wrong",
  "",
  `Chances in per cent that each rule ends as named, by the number of matched pairs. Margin ${MARGIN * 100} points, one-sided level ${ALPHA * 100} %.`,
  'Our gate and "any drop fails" are exact: every table of wins and losses, weighted by its chance.',
  `The percentile bootstrap resamples each table ${RESAMPLES} times (seed ${seed}) and blocks when its interval lies below 0; the 90 % interval has our gate's one-sided level.`,
  "",
  `Reproduce: \`npx tsx scripts/bench/false-alarms.ts ${seed}\``,
  "",
  "![How often each rule blocks, by number of pairs: above nothing changed, below the candidate is worse](false-alarms.svg)",
  "",
  "Above, blocks are false alarms and the dotted line is the level of 5 %; below, they are right. The tables hold every figure of the chart.",
  "",
  "## Nothing changed: blocks are false alarms",
  "",
  ...unchanged.flatMap(section),
  "## The candidate is worse: blocks are right",
  "",
  ...worse.flatMap(section),
  "## Reading",
  "",
  `- "Any drop fails" blocks ${range(({ anyDrop }) => anyDrop)} of harmless changes, and more pairs make it worse, not better.`,
  `- The 90 % percentile bootstrap blocks ${range(({ bootstrap90 }) => bootstrap90)} of them where its level says 5 %; the 95 % interval ${range(({ bootstrap95 }) => bootstrap95)} where it says 2.5 %.`,
  `- Our gate blocks ${range(({ regression }) => regression)} where its level says 5 %, and with the confirm rerun ${range(({ confirmed }) => confirmed)}.`,
  "- The price is power: with few pairs our gate ends inconclusive where the bootstrap already blocks, rightly or not.",
  "- With a margin of 10 points at least 29 pairs without a difference are needed before it can pass at all.",
  "",
  labelSection({ runs: LABEL_RUNS, seed }),
].join("\n");

mkdirSync(new URL("../../reports/", import.meta.url), { recursive: true });
writeFileSync(new URL("../../reports/false-alarms.md", import.meta.url), text);
const chart = await falseAlarmSvg({ rates, sizes: SIZES, unchanged, worse, alpha: ALPHA });
writeFileSync(new URL("../../reports/false-alarms.svg", import.meta.url), chart);
stdout.write(`reports/false-alarms.md and .svg written (seed ${seed})\n`);
