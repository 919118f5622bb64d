/** Compares two arms: from paired outcomes and a plan to everything a reader needs, verdict included. */
import type { Comparison, Headroom, Placebo } from "../core/comparison.ts";
import { type ComparisonFacts, NO_FACTS } from "../core/comparison-facts.ts";
import type { ComparisonPlan } from "../core/comparison-plan.ts";
import { refuseDuplicates } from "../core/pair-order.ts";
import type { PairCounts, PairedUnit } from "../core/pairs.ts";
import { reliabilityOf } from "./arm-reliability.ts";
import { costVerdict } from "./cost-verdict.ts";
import { effectiveSize } from "./counted-pairs.ts";
import { gradedOf, posteriorOf, sequentialOf } from "./effect.ts";
import { callsByPurposeOf, ownCallCheck } from "./engagement.ts";
import { waitingOf } from "./metric-ratios.ts";
import { winsToProve } from "./multiplicity.ts";
import { assumedPsi, placeboFrequency } from "./noise.ts";
import { omissionsOf } from "./omissions.ts";
import { byArm, isSpontaneous } from "./pair-counts.ts";
import { inOrder } from "./qualifiers.ts";
import { recommend } from "./recommend.ts";
import { ruleOn } from "./rule-on.ts";
import { withholdInference } from "./withhold-inference.ts";
import { sayVerdict } from "./words/say-verdict.ts";

/** Assumed rate of a placebo where no calibration has one. */
const ASSUMED_PSI = 0.3;

function calibratedPsi({ calibration }: ComparisonFacts): Pick<Placebo, "psi" | "source"> {
  if (calibration === null || calibration.pairs === 0) return { psi: ASSUMED_PSI, source: "assumed" };
  const discordant = calibration.b + calibration.c;
  return {
    psi: assumedPsi(discordant, calibration.pairs),
    source: discordant === 0 ? "calibration-bound" : "calibration",
  };
}

/** A flag that does nothing differs at least as often as these pairs do: what was seen counts where it is larger. */
function placeboOf({ n, b, c }: PairCounts, known: ComparisonFacts): Placebo {
  const net = Math.abs(b - c);
  const expected = calibratedPsi(known);
  const observed = n === 0 ? 0 : (b + c) / n;
  const { psi, source } =
    observed > expected.psi ? ({ psi: observed, source: "observed" } as const) : expected;
  return { net, frequency: placeboFrequency(n, psi, net), psi, source };
}

function headroomOf(controlFailures: number, plan: ComparisonPlan): Headroom {
  // Holm holds one flag of a family, the last, to alpha itself; the bar of a sequential family is the same for all.
  const winsNeeded = winsToProve(plan.design === "fixed" ? { ...plan, family: 1 } : plan);
  return { controlFailures, winsNeeded, enough: controlFailures >= winsNeeded };
}

/**
 * Analyses paired outcomes. Contract: pure; never throws on any mix of outcomes, none included, and throws a
 * LabError only where one scenario and seed is named twice.
 */
export function compare(
  unordered: readonly PairedUnit[],
  plan: ComparisonPlan,
  given: Partial<ComparisonFacts> = {},
): Comparison {
  const known: ComparisonFacts = { ...NO_FACTS, ...given };
  refuseDuplicates(unordered);
  const ruled = ruleOn(unordered, plan, known);
  const { units, valid, ratios, costMetric, effect, position, tally } = ruled;
  const { counts } = ruled.counted;
  const cost = ratios[costMetric].ofTotals;
  const omissions = omissionsOf(units, { facts: ruled.facts, tally, ruling: ruled.ruling, cost, costMetric });
  // A run that carries no verdict, or whose flag never acted, has nothing that could rest on one unit.
  const silent = ruled.ruling.label === "invalid" || ruled.ruling.label === "inert";
  const hangs = !silent && omissions.some(({ changes }) => changes.length > 0);
  const ruling = hangs
    ? { ...ruled.ruling, qualifiers: inOrder([...ruled.ruling.qualifiers, "hangs-on-one"]) }
    : ruled.ruling;
  const sequential = sequentialOf(counts, plan);
  const full = {
    plan,
    facts: known,
    units,
    denominators: ruled.denominators,
    counts,
    rates: ruled.counted.rates,
    effect,
    sequential,
    saving: ruled.saving,
    noWorse: ruled.noWorse,
    scenarios: ruled.scenarios,
    scenarioLevel: ruled.scenarioLevel,
    conflict: ruled.facts.conflict,
    graded: gradedOf(units),
    ratios,
    latency: waitingOf(units),
    // What the pairs of a sequential run show has to hold at every look, so its own interval says whether a gain is there.
    cost: costVerdict(
      ratios[costMetric],
      { ...effect, interval95: sequential?.interval95 ?? effect.interval95 },
      {
        orderConfounded: position.confounded,
        hangsOnOne: omissions.some(({ changes }) => changes.includes("cost")),
      },
    ),
    callsByPurpose: callsByPurposeOf(units),
    engagement: ruled.engagement,
    placebo: placeboOf(counts, known),
    headroom: headroomOf(ruled.counted.rates.control.of - ruled.counted.rates.control.passes, plan),
    omissions,
    position,
    worstCase: ruled.worstCase,
    nEff: effectiveSize(valid, plan),
    spontaneousPairs: valid.filter(isSpontaneous).length,
    reliability: byArm((arm) => reliabilityOf(units, arm)),
    posterior: posteriorOf(counts, plan.deltaMin),
    mechanism: ruled.mechanism,
    ownCallOnlyInTreatment: ownCallCheck(units, plan),
  };
  const shown = plan.simulated || ruling.label === "invalid" ? withholdInference(full) : full;
  const draft = { ...shown, ruling };
  return { ...shown, recommendation: recommend(draft), verdict: sayVerdict(draft) };
}
