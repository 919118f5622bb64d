/** Takes p-values, intervals of rates and chances out of a comparison that can support none (STATISTICS 11.2). */

import type { Saving } from "../core/aim.ts";
import type { Comparison } from "../core/comparison.ts";

type Analysed = Omit<Comparison, "verdict" | "recommendation">;

function withoutTests(saving: Saving): Saving {
  const { evidence, notWorse } = saving;
  return {
    ...saving,
    evidence: {
      ...evidence,
      interval95: null,
      interval90: null,
      suite: { ...evidence.suite, p: null },
      general: { ...evidence.general, p: null },
    },
    notWorse: { ...notWorse, p: null },
    adjusted: null,
    pairsToExcludeHarm: null,
  };
}

/** A simulated run shows mechanisms and an invalid one nothing, so neither carries a figure that reads like evidence. */
export function withholdInference(full: Analysed): Analysed {
  const { effect, rates, scenarioLevel, position } = full;
  const half = (one: typeof position.treatmentFirst) => ({ ...one, interval95: null });
  return {
    ...full,
    effect: {
      ...effect,
      exactP: null,
      betterP: null,
      worseP: null,
      midP: null,
      midBetterP: null,
      midWorseP: null,
      adjustedP: null,
      neededInFamily: null,
      interval95: null,
      interval90: null,
      tango95: null,
    },
    rates: {
      control: { ...rates.control, interval: null },
      treatment: { ...rates.treatment, interval: null },
    },
    sequential: null,
    saving: full.saving && withoutTests(full.saving),
    noWorse: full.noWorse && {
      ...full.noWorse,
      test: { ...full.noWorse.test, p: null },
      adjustedP: null,
      pairsToExcludeHarm: null,
    },
    scenarioLevel: {
      ...scenarioLevel,
      signFlipP: null,
      adjustedP: null,
      interval95: null,
      standardError: null,
      tP: null,
    },
    conflict: full.conflict && { ...full.conflict, p: null },
    graded: null,
    cost: { ...full.cost, perSuccessUsd: null, perSuccessReason: "no gain is established here" },
    engagement: { ...full.engagement, divergesBelow: null },
    placebo: null,
    omissions: full.omissions.map((omission) => ({ ...omission, exactP: null, tail: null })),
    position: {
      ...position,
      treatmentFirst: half(position.treatmentFirst),
      treatmentSecond: half(position.treatmentSecond),
    },
    worstCase: full.worstCase && { ...full.worstCase, exactP: null },
    posterior: null,
  };
}
