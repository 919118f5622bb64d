/** Money that was really paid for replies. */

import type { Experiment } from "../../core/experiment.ts";
import { isSimulated } from "../../core/model-settings.ts";
import type { ReportDocument } from "../../core/report-document.ts";

/** Nothing where nothing was asked and for simulated replies; unknown where another model's prices stand in for prices that nobody knows. */
export function paidFor(spentUsd: number | null, { model }: Pick<Experiment, "model">): number | null {
  if (isSimulated(model) || spentUsd === 0) return 0;
  return model.priceLike === null ? spentUsd : null;
}

/** The totals of an experiment with what was paid: a judge has prices of its own. */
export function paidTotals<T extends Pick<ReportDocument["totals"], "spentUsd" | "judge">>(
  totals: T,
  experiment: Pick<Experiment, "model">,
): T {
  const own = totals.spentUsd === null ? null : totals.spentUsd - (totals.judge?.spentUsd ?? 0);
  const [model, judge] = [paidFor(own, experiment), totals.judge ? totals.judge.spentUsd : 0];
  return { ...totals, spentUsd: model === null || judge === null ? null : model + judge };
}
