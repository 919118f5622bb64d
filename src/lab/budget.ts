/** Keeps account of what an experiment has spent, so that no block starts once its budget is reached. */

import { LabError } from "../core/errors.ts";
import type { ModelSettings } from "../core/experiment.ts";
import type { GradedTrial } from "../core/trial.ts";
import type { PriceBook } from "../llm/prices.ts";
import type { Store } from "../record/store-port.ts";

export interface Budget {
  readonly limitUsd: number;
  add(trials: readonly GradedTrial[]): void;
  spentUsd(): number;
  isSpent(): boolean;
}

/** Refuses a budget that nobody could hold a run to. */
export function requirePrice(model: ModelSettings, prices: PriceBook): void {
  if (prices.price(model.model) !== null) return;
  throw new LabError({
    code: "unpriced-budget",
    what: `${model.model} has no known price, so spending cannot be held to a budget`,
    where: "--budget-usd",
    remedy:
      "price it as if it were a catalogue model (--price-like <model>), or enter its price in harness-lab.yaml",
  });
}

/** Starts from what the stored attempts of the experiment have spent; a call of unknown cost counts as the dearest known one. */
export async function openBudget(store: Store, experimentId: string, limitUsd: number): Promise<Budget> {
  const calls = callLedger();
  for (const row of await store.trials({ experiment: experimentId })) {
    if (row.spentUsd !== null) calls.known(row.spentUsd, null);
    else calls.trial(await store.loadTrial(row.id));
  }
  return {
    limitUsd,
    add: (trials) => trials.forEach(calls.trial),
    spentUsd: calls.total,
    isSpent: () => calls.total() >= limitUsd,
  };
}

/** Adds up what calls have spent; `total` counts a call of unknown cost as the dearest known one. */
export function callLedger() {
  let sum = 0;
  let dearest = 0;
  let unknown = 0;
  const known = (usd: number, oneCall: number | null): void => {
    sum += usd;
    dearest = Math.max(dearest, oneCall ?? 0);
  };
  return {
    known,
    trial(trial: GradedTrial): void {
      for (const { spentUsd } of trial.outcome.calls)
        if (spentUsd === null) unknown += 1;
        else known(spentUsd, spentUsd);
    },
    total: () => sum + unknown * dearest,
    isKnown: () => unknown === 0,
  };
}
