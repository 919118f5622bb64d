/** Tests flag x model: the test of scenarios that disagree, with models in place of scenarios (STATISTICS 11.2). */

import type { Comparison } from "../core/comparison.ts";
import type { ModelContrast } from "../core/model-contrast.ts";
import { adjustPlainly } from "./family.ts";
import { isAtMost } from "./paired-tests.ts";
import { scenarioConflict } from "./scenario-conflict.ts";

/** One comparison of a variant, and the model that it was run on. */
export interface OnModel {
  readonly variant: string;
  readonly model: string;
  readonly comparison: Comparison;
}

/** One contrast a variant, in the order of their first comparisons. */
export function modelContrasts(all: readonly OnModel[]): readonly ModelContrast[] {
  const variants = [...new Set(all.map(({ variant }) => variant))];
  const plain = variants.map((variant) => plainContrast(all.filter((one) => one.variant === variant)));
  return plain.map((contrast, place) => {
    const { p } = contrast;
    if (p === null) return { ...contrast, adjustedP: null, differs: null };
    const others = plain.flatMap((other, at) => (at === place || other.p === null ? [] : [other.p]));
    const adjustedP = adjustPlainly(p, others);
    return { ...contrast, adjustedP, differs: isAtMost(adjustedP, all[0]?.comparison.plan.alpha ?? 0.05) };
  });
}

function plainContrast(all: readonly OnModel[]): Omit<ModelContrast, "adjustedP" | "differs"> {
  const rows = all.map(({ model, comparison }) => {
    const { n, b, c } = comparison.counts;
    const { label } = comparison.verdict;
    return {
      ...{ model, comparison: comparison.plan.id, n, better: b, worse: c, label },
      delta: n === 0 ? null : (b - c) / n,
      counted: n > 0 && label !== "invalid",
    };
  });
  const counted = rows.filter((row) => row.counted);
  const isTested = counted.length > 1 && all.every(({ comparison }) => !comparison.plan.simulated);
  return {
    variant: all[0]?.variant ?? "",
    rows,
    p: isTested ? scenarioConflict(counted.map(({ better, worse }) => [better, worse] as const)).p : null,
  };
}
