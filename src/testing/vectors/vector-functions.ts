/** Maps the function names of the test vectors to the product's own functions, one adapter each. */

import { agreement, roganGladen } from "../../analyse/agreement.ts";
import { deltaSequence, passFailDifferences, thetaSequence } from "../../analyse/confidence-sequences.ts";
import { each, eFutility, eGraded, eValue, eValueBeta } from "../../analyse/e-process.ts";
import type { ConflictEvidence, GeneralEvidence } from "../../analyse/evidence.ts";
import { fayLumbardPGreater } from "../../analyse/fay-lumbard.ts";
import {
  clopperPearsonInterval,
  pairedDifferenceIntervals,
  tangoScore,
  wilsonInterval,
} from "../../analyse/intervals.ts";
import { betaCdf, betaQuantile } from "../../analyse/kernels/beta.ts";
import { binomialCdf } from "../../analyse/kernels/binomial.ts";
import { normalCdf, normalQuantile } from "../../analyse/kernels/normal.ts";
import { tCdf, tQuantile } from "../../analyse/kernels/student-t.ts";
import { mean, median } from "../../analyse/kernels/summary.ts";
import { mulberry32 } from "../../analyse/mulberry32.ts";
import {
  benjaminiHochberg,
  benjaminiYekutieli,
  eBH,
  holm,
  minDiscordantForFamily,
  tarone,
} from "../../analyse/multiplicity.ts";
import { placeboAtLeast, placeboBand, placeboFrequency, zeroEventUpper } from "../../analyse/noise.ts";
import { nonInferiority, pairsToCertify } from "../../analyse/non-inferiority.ts";
import { omissionTail } from "../../analyse/omission-tail.ts";
import { type Counts, pairedFigures } from "../../analyse/outcome-figures.ts";
import { mcnemar, unconditionalExact } from "../../analyse/paired-tests.ts";
import { bestCaseP, obrienFleming, peekingTypeI } from "../../analyse/peeking.ts";
import { posteriorAbove, posteriorBetter } from "../../analyse/posterior.ts";
import { connorPairs, criticalWins, millerQuestions, pairsNeeded, powerExact } from "../../analyse/power.ts";
import { ppiMean } from "../../analyse/ppi.ts";
import { bca, logRatio, ratioOfTotals } from "../../analyse/ratios.ts";
import { passAtK, passHatK } from "../../analyse/reliability.ts";
import { type Split, scenarioConflict } from "../../analyse/scenario-conflict.ts";
import { clusteredError, pairedTOnBinary, scenarioT } from "../../analyse/scenarios.ts";
import { signFlip } from "../../analyse/sign-flip.ts";
import { signedRank, signedRankPermutation } from "../../analyse/signed-rank.ts";
import { cmh, type Stratum, stratifiedFisher } from "../../analyse/uncoupled.ts";
import { rule } from "../../analyse/verdict-ladder.ts";
import { plackettBurman12 } from "../../core/configurations.ts";
import type { VectorInput } from "./vector-input.ts";

type Adapter = (input: VectorInput) => unknown;

/** A kernel takes its arguments by position; one too few or too many is refused, not filled in. */
function kernel(count: number, run: (...args: number[]) => number): Adapter {
  return (input) => {
    const args = input.numbers("args");
    if (args.length !== count) throw new TypeError(`input args has ${args.length} numbers, not ${count}`);
    return { value: run(...args) };
  };
}

const outcomeCounts = (input: VectorInput) => ({
  b: input.count("b"),
  c: input.count("c"),
  n: input.count("n"),
});

/** The pairs that count where some repeat another: as given, or scaled down where only their number is known. */
function countedOf(input: VectorInput, whole: Counts): Counts {
  if (input.has("distinct")) {
    const distinct = input.object("distinct");
    return { n: distinct.count("n"), b: distinct.count("b"), c: distinct.count("c") };
  }
  const n = input.number("nEff", whole.n);
  const scaled = (count: number) => (count * n) / whole.n;
  // Whoever leads gets no pair out of rounding.
  return whole.b >= whole.c
    ? { n, b: Math.floor(scaled(whole.b)), c: Math.ceil(scaled(whole.c)) }
    : { n, b: Math.ceil(scaled(whole.b)), c: Math.floor(scaled(whole.c)) };
}

function conflictIn(input: VectorInput): ConflictEvidence | null {
  if (!input.has("scenarioCounts")) return null;
  const rows = input.rows("scenarioCounts").map(([b = 0, c = 0, n = 1]) => ({ b, c, n }));
  const named = (points: (row: (typeof rows)[number]) => boolean) =>
    rows.flatMap((row, place) => (points(row) ? [`s${place + 1}`] : []));
  const [better, worse] = [named(({ b, c }) => b > c), named(({ b, c }) => b < c)];
  if (better.length === 0 || worse.length === 0) return null;
  const pooled = Math.sign(rows.reduce((net, { b, c }) => net + b - c, 0));
  const means = Math.sign(rows.reduce((total, { b, c, n }) => total + (b - c) / n, 0));
  const { p } = scenarioConflict(rows.map(({ b, c }) => [b, c] as const));
  return { p, better, worse, meansOpposed: means !== 0 && means === -pooled };
}

function generalIn(input: VectorInput): GeneralEvidence | null {
  const [scenarios, p] = [input.optionalNumber("scenarios"), input.optionalNumber("scenarioSignFlipP")];
  return scenarios === null || p === null ? null : { scenarios, p, interval: null };
}

function verdictOf(input: VectorInput): unknown {
  const whole = { n: input.count("n"), b: input.count("b"), c: input.count("c") };
  const counts = countedOf(input, whole);
  const alpha = input.number("alpha", 0.05);
  const passes = input.optionalNumber("offPass");
  const design = input.choice("design", ["fixed", "sequential"], "fixed");
  const figures = pairedFigures(counts);
  const ruling = rule({
    whole,
    figures,
    repeated: counts.n < whole.n,
    alpha,
    deltaMin: input.number("deltaMin", 0.1),
    design,
    sought: "gain",
    exploratory: false,
    stopped:
      design === "fixed" ? null : input.choice("stopped", ["futility", "curtailed", "cap", null], null),
    eTwo: eValue(counts.b, counts.c).eTwo,
    eNeeded: input.number("family", 1) / alpha,
    decidingP: input.number("pAdj", figures.testP),
    invalid: input.flag("valid", true) ? [] : [{ code: "calibration-latency" }],
    fired: input.optionalNumber("fired"),
    open: input.flag("mechanism", false) ? [] : null,
    notWon: whole.n - whole.b,
    differing: whole.b + whole.c,
    onControls: false,
    replicated: input.flag("replicated", false),
    controlFailures: passes === null ? null : whole.n - passes,
    general: generalIn(input),
    conflict: conflictIn(input),
    simulated: input.flag("simulated", false),
    judged: input.flag("judged", false),
    missingSensitive: input.flag("missingSensitive", false),
    aimed: null,
    alsoTrue: [],
  });
  return { ...ruling, qualifiers: [...ruling.qualifiers].sort() };
}

/** Every function name that a vector may use. */
export const VECTOR_FUNCTIONS: Readonly<Record<string, Adapter>> = {
  mcnemar: (input) => mcnemar(input.count("b"), input.count("c")),
  unconditionalExact: (input) => ({
    p: unconditionalExact(outcomeCounts(input), {
      gamma: input.number("gamma"),
      grid: input.count("grid"),
    }),
  }),
  pairedDifferenceCI: (input) =>
    pairedDifferenceIntervals(
      { both: input.count("n11"), b: input.count("b"), c: input.count("c"), neither: input.count("n00") },
      input.number("level"),
    ),
  tangoScore: (input) => tangoScore(outcomeCounts(input), input.number("delta0")),
  fayLumbardPGreater: (input) => ({
    p: fayLumbardPGreater(
      { b: input.count("b"), m: input.count("m"), n: input.count("n") },
      input.number("delta0"),
    ),
  }),
  singleProportionCI: (input) => ({
    wilson: wilsonInterval(input.count("x"), input.count("n"), input.number("level")),
    clopperPearson: clopperPearsonInterval(input.count("x"), input.count("n"), input.number("level")),
  }),
  scenarioT: (input) => {
    const { interval, ...rest } = scenarioT(input.rows("diffs"), input.number("level"));
    return { ...rest, lo: interval?.[0] ?? null, hi: interval?.[1] ?? null };
  },
  clusteredSE: (input) => {
    const { clusters, naive, ...rest } = clusteredError(input.rows("diffs"));
    return { ...rest, G: clusters, clt: naive };
  },
  signFlip: (input) => ({ p: signFlip(input.numbers("values")) }),
  pairedTOnBinary: (input) => ({
    ...pairedTOnBinary(outcomeCounts(input)),
    exactP: mcnemar(input.count("b"), input.count("c")).exactTwoSided,
  }),
  stratifiedFisher: (input) => stratifiedFisher(input.rows("tables", 4) as readonly Stratum[]),
  cmh: (input) => cmh(input.rows("tables", 4) as readonly Stratum[]),
  logRatio: (input) => {
    const found = logRatio(input.numbers("on"), input.numbers("off"), input.number("level"));
    const [lo, hi] = found.interval ?? [null, null];
    return { gmRatio: found.ratio, lo, hi, t: found.t, p: found.p, seLog: found.logError };
  },
  ratioOfTotals: (input) => {
    const found = ratioOfTotals(input.numbers("on"), input.numbers("off"), input.number("level"));
    const [lo, hi] = found.interval ?? [null, null];
    return { ratio: found.ratio, lo, hi, seLog: found.logError };
  },
  wilcoxonHL: (input) => {
    const found = signedRank(input.numbers("values"), input.number("level"));
    const [lo, hi] = found.interval ?? [null, null];
    return { W: found.W, M: found.maxW, p: found.p, hl: found.estimate, lo, hi, achieved: found.achieved };
  },
  signedRankPerm: (input) => ({ p: signedRankPermutation(input.numbers("values")) }),
  mulberry32: (input) => {
    const random = mulberry32(input.number("seed"));
    return { values: Array.from({ length: input.count("count") }, random) };
  },
  bca: (input) => {
    const options = {
      resamples: input.count("B"),
      seed: input.number("seed"),
      level: input.number("level"),
    };
    const found = bca(
      input.numbers("values"),
      input.choice("stat", ["mean", "median"]) === "median" ? median : mean,
      options,
    );
    return {
      estimate: found.estimate,
      z0: found.z0,
      a: found.acceleration,
      lo: found.interval[0],
      hi: found.interval[1],
      percentileLo: found.percentile[0],
      percentileHi: found.percentile[1],
    };
  },
  eValue: (input) => eValue(input.count("b"), input.count("c"), input.numbers("lambdas")),
  eValueBeta: (input) => eValueBeta(input.count("b"), input.count("c"), input.number("a")),
  eGraded: (input) => {
    const differences = each(input.numbers("diffs"));
    const lambdas = input.numbers("lambdas");
    return { ...eGraded(differences, lambdas), eFutility_0_2: eFutility(differences, 0.2, lambdas) };
  },
  deltaCS: (input) => ({
    interval: deltaSequence(
      passFailDifferences(outcomeCounts(input)),
      input.number("alpha"),
      input.numbers("lambdas"),
    ),
  }),
  thetaCS: (input) => ({
    interval: thetaSequence(
      { b: input.count("b"), c: input.count("c") },
      input.number("alpha"),
      input.number("a"),
    ),
  }),
  bestCaseP: (input) => ({ p: bestCaseP(input.count("b"), input.count("c"), input.count("remaining")) }),
  obrienFleming: (input) =>
    obrienFleming(input.count("looks"), input.number("alpha"), input.choice("sides", [2, 1])),
  peekingTypeI: (input) => ({ typeI: peekingTypeI(input.count("maxDiscordant"), input.number("alpha")) }),
  criticalWins: (input) => ({
    twoSided05: criticalWins(input.count("m"), 0.05, 2),
    oneSided05: criticalWins(input.count("m"), 0.05, 1),
    twoSided01: criticalWins(input.count("m"), 0.01, 2),
  }),
  powerExact: (input) => ({
    power: powerExact(
      input.count("n"),
      { p10: input.number("p10"), p01: input.number("p01") },
      input.number("alpha"),
    ),
  }),
  sampleSize: (input) => {
    const chances = { p10: input.number("p10"), p01: input.number("p01") };
    const [alpha, power] = [input.number("alpha"), input.number("power")];
    return { nExact: pairsNeeded(chances, alpha, power), nConnor: connorPairs(chances, alpha, power) };
  },
  millerN: (input) => ({
    n: millerQuestions({
      omega2: input.number("omega2"),
      sigmaA2: input.number("sigmaA2"),
      sigmaB2: input.number("sigmaB2"),
      KA: input.count("KA"),
      KB: input.count("KB"),
      delta: input.number("delta"),
      alpha: input.number("alpha"),
      power: input.number("power"),
    }),
  }),
  adjust: (input) => {
    const p = input.numbers("p");
    return { holm: holm(p), bh: benjaminiHochberg(p), by: benjaminiYekutieli(p) };
  },
  eBH: (input) => ({ rejectedIndices: eBH(input.numbers("e"), input.number("alpha")) }),
  tarone: (input) => tarone(input.numbers("minP"), input.number("alpha")),
  minDiscordantForFamily: (input) => ({
    m: minDiscordantForFamily(input.count("flags"), input.number("alpha")),
  }),
  niMinPairsNoDiscordance: (input) => {
    const options = { margin: input.number("margin"), alpha: input.number("alpha") };
    const { exact, score } = pairsToCertify({ b: 0, c: 0 }, options);
    return { fayLumbard: exact, tango: score };
  },
  nonInferiority: (input) => nonInferiority(outcomeCounts(input), input.number("margin")),
  posterior: (input) => ({
    pBetter: posteriorBetter(input.count("b"), input.count("c")),
    pAboveMinus10: posteriorAbove(outcomeCounts(input), -0.1),
    pAbovePlus10: posteriorAbove(outcomeCounts(input), 0.1),
  }),
  passAtK: (input) => {
    const [n, c, k] = [input.count("n"), input.count("c"), input.count("k")];
    return { passAtK: passAtK(n, c, k), passHatK: passHatK(n, c, k) };
  },
  agreement: (input) =>
    agreement({
      both: input.count("bothPass"),
      firstOnly: input.count("judgeAPassOnly"),
      secondOnly: input.count("judgeBPassOnly"),
      neither: input.count("bothFail"),
    }),
  roganGladen: (input) => ({
    p: roganGladen(input.number("pObs"), input.number("sensitivity"), input.number("specificity")),
  }),
  ppiMean: (input) => {
    const ones = new Array<number>(input.count("fUnlabeledOnes")).fill(1);
    const zeros = new Array<number>(input.count("fUnlabeledZeros")).fill(0);
    const found = ppiMean({
      labels: input.numbers("yLabeled"),
      judged: input.numbers("fLabeled"),
      unlabelled: [...ones, ...zeros],
      lambda: input.is("lambda", "auto") ? "auto" : input.number("lambda"),
    });
    return {
      lam: found.lambda,
      estimate: found.estimate,
      se: found.error,
      lo: found.interval[0],
      hi: found.interval[1],
    };
  },
  plackettBurman12: () => ({ rows: plackettBurman12() }),
  aaNoise: (input) => {
    const [n, psi] = [input.count("n"), input.number("psi")];
    const sizes = Array.from({ length: n + 10 }, (_, i) => i + 1);
    return {
      k95: placeboBand(n, psi),
      pAbsGe: Object.fromEntries(sizes.map((size) => [String(size), placeboAtLeast(n, psi, size)])),
    };
  },
  placeboFrequency: (input) => ({
    p: placeboFrequency(input.count("n"), input.number("psi"), input.number("net")),
  }),
  zeroEventUpper: (input) => ({ upper: zeroEventUpper(input.count("n"), input.number("conf")) }),
  scenarioConflict: (input) => scenarioConflict(input.rows("scenarios", 2) as readonly Split[]),
  omissionTail: (input) => ({ q: omissionTail(outcomeCounts(input), outcomeCounts(input.object("unit"))) }),
  verdict: verdictOf,
  betaQuantile: kernel(3, (p = 0, a = 1, b = 1) => betaQuantile(p, a, b)),
  betaCdf: kernel(3, (x = 0, a = 1, b = 1) => betaCdf(x, a, b)),
  binomialCdf: kernel(3, (k = 0, n = 0, p = 0) => binomialCdf(k, n, p)),
  tCdf: kernel(2, (t = 0, degrees = 1) => tCdf(t, degrees)),
  tQuantile: kernel(2, (p = 0, degrees = 1) => tQuantile(p, degrees)),
  normalQuantile: kernel(1, (p = 0) => normalQuantile(p)),
  normalCdf: kernel(1, (z = 0) => normalCdf(z)),
};
