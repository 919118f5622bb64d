/** Rates of claims and of leans among runs in which the flag does nothing, by number of pairs. */
import { mulberry32 } from "../../src/analyse/mulberry32.ts";
import { ruleOn } from "../../src/analyse/rule-on.ts";
import { sequentialState } from "../../src/analyse/sequential-state.ts";
import { NO_FACTS } from "../../src/core/comparison-facts.ts";
import type { ComparisonPlan } from "../../src/core/comparison-plan.ts";
import { type ArmOutcome, MISSING_OUTCOME, type PairedUnit } from "../../src/core/pairs.ts";

/** Labels that a reader takes for a finding about the flag. */
const CLAIMS: ReadonlySet<string> = new Set(["demonstrated", "verified", "harmful", "mixed"]);
const LEANS: ReadonlySet<string> = new Set(["suggestive", "suggestive-harm"]);

/** Scenarios and seeds of each size. */
export const SHAPES = [
  [1, 3],
  [1, 5],
  [2, 5],
  [4, 5],
  [5, 10],
  [10, 10],
] as const;

/** A way in which scenarios come by their pass rate, the same in both arms. */
export interface NullState {
  readonly name: string;
  readonly rate: (random: () => number) => number;
}

/** Many scenarios near always or never passed, and scenarios that mostly pass. */
export const NULLS: readonly NullState[] = [
  // The sine of a uniform angle, squared, is Beta(1/2, 1/2).
  {
    name: "scenarios mostly easy or hard, Beta(1/2, 1/2)",
    rate: (random) => Math.sin((random() * Math.PI) / 2) ** 2,
  },
  { name: "every scenario a coin, 1/2", rate: () => 0.5 },
  { name: "every scenario passes 8 in 10", rate: () => 0.8 },
];

/** Shares of the runs that ended so. */
export interface LabelRates {
  readonly pairs: number;
  readonly design: ComparisonPlan["design"];
  readonly claim: number;
  readonly lean: number;
  readonly runs: number;
}

function outcomeOf(passes: boolean): ArmOutcome {
  return { ...MISSING_OUTCOME, outcome: passes ? "pass" : "fail", fired: true };
}

/** Units in running order: one pair on every scenario, then the next seed. */
function nullRun(state: NullState, [scenarios, seeds]: readonly [number, number], random: () => number) {
  const rates = Array.from({ length: scenarios }, () => state.rate(random));
  const units: PairedUnit[] = [];
  for (let seed = 1; seed <= seeds; seed++)
    for (const [place, rate] of rates.entries()) {
      const control = outcomeOf(random() < rate);
      const treatment = outcomeOf(random() < rate);
      const name = { scenario: `s${place}`, seed: String(seed) };
      units.push({ ...name, control, treatment, diverged: true, prefixIdentical: null });
    }
  return units;
}

function planOf(design: ComparisonPlan["design"], planned: number): ComparisonPlan {
  return {
    id: "null",
    flag: "FLAG",
    aim: "success",
    control: "off",
    treatment: "on",
    purpose: "benefit",
    design,
    alpha: 0.05,
    deltaMin: 0.2,
    family: 1,
    simulated: false,
    pairing: "seed",
    flagMakesCalls: false,
    planned,
    orderKnown: true,
  };
}

function labelOf(units: readonly PairedUnit[], plan: ComparisonPlan): string {
  if (plan.design === "fixed") return ruleOn(units, plan, NO_FACTS).ruling.label;
  const { rounds, decision } = sequentialState(units, plan);
  const seen = units.slice(0, rounds.at(-1)?.n ?? 0);
  return ruleOn(seen, plan, { ...NO_FACTS, stopped: decision }).ruling.label;
}

/** Plays null runs of one size in both designs. Contract: the same seed gives the same shares. */
export function labelRates(
  state: NullState,
  shape: readonly [number, number],
  { runs, seed }: { readonly runs: number; readonly seed: number },
): readonly LabelRates[] {
  const pairs = shape[0] * shape[1];
  const random = mulberry32(seed * 1000 + pairs);
  const played = Array.from({ length: runs }, () => nullRun(state, shape, random));
  return (["fixed", "sequential"] as const).map((design) => {
    const plan = planOf(design, pairs);
    const labels = played.map((units) => labelOf(units, plan));
    const share = (set: ReadonlySet<string>) => labels.filter((label) => set.has(label)).length / runs;
    return { pairs, design, claim: share(CLAIMS), lean: share(LEANS), runs };
  });
}

/** Standard error of a share that so many runs gave; of none or all, that of one run more. */
export function monteCarloError(share: number, runs: number): number {
  const p = Math.min(1 - 1 / (runs + 1), Math.max(1 / (runs + 1), share));
  return Math.sqrt((p * (1 - p)) / runs);
}

const percent = (share: number) => (share * 100).toFixed(1);

function cell(share: number, runs: number): string {
  return `${percent(share)} ± ${percent(monteCarloError(share, runs))}`;
}

/** What the largest shares of claims rest on: two tests, each with a level of its own. */
export function claimSentence(rates: readonly LabelRates[]): string {
  const most = (design: LabelRates["design"]) =>
    percent(Math.max(...rates.filter((one) => one.design === design).map(({ claim }) => claim)));
  return `At most ${most("fixed")} % of fixed runs claim something and ${most("sequential")} % of sequential ones. The level of 5 % holds for each test and not for the label: a fixed run has two ways to a claim, the test of success (demonstrated, verified, harmful) and the test of scenarios that disagree (mixed), and nothing adjusts one for the other. A sequential run can be mixed only where it reaches its cap.`;
}

/** The section of the report: one table a state, one row a size. */
export function labelSection(options: { readonly runs: number; readonly seed: number }): string {
  const all: LabelRates[] = [];
  const tables = NULLS.flatMap((state) => [
    `### ${state.name}`,
    "",
    "| pairs | fixed: claim | fixed: lean | sequential: claim | sequential: lean |",
    "|---|---|---|---|---|",
    ...SHAPES.map((shape) => {
      const rates = labelRates(state, shape, options);
      all.push(...rates);
      const cells = rates.flatMap(({ claim, lean, runs }) => [cell(claim, runs), cell(lean, runs)]);
      return `| ${[shape[0] * shape[1], ...cells].join(" | ")} |`;
    }),
    "",
  ]);
  return [
    "## Labels: how often nothing looks like something",
    "",
    `Runs in per cent in which the flag does nothing and which end with a claim (${[...CLAIMS].join(", ")}) or with a lean (${[...LEANS].join(", ")}), by ${options.runs} simulated runs each (seed ${options.seed}), ± one Monte Carlo standard error. Scenarios x seeds: ${SHAPES.map((shape) => shape.join(" x ")).join(", ")}; smallest effect worth having 20 points; a sequential run is capped at the same pairs and labelled where it stopped. A lean is no claim and is never counted as one.`,
    "",
    claimSentence(all),
    "",
    ...tables,
  ].join("\n");
}
