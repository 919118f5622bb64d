/** Decides what the data supports saying about the treatment's cost, and computes what one more success costs. */
import type { Effect } from "../core/comparison.ts";
import type { CostVerdict, MetricRatio } from "../core/metric.ts";

/** Facts that weaken a cost word. */
export interface CostDoubts {
  readonly orderConfounded: boolean;
  readonly hangsOnOne: boolean;
}

type Price = Pick<CostVerdict, "perSuccessUsd" | "perSuccessReason">;

function priceOfSuccess(ratio: MetricRatio, effect: Effect): Price {
  const refused = (perSuccessReason: string): Price => ({ perSuccessUsd: null, perSuccessReason });
  const [low, high] = effect.interval95 ?? [-1, 1];
  if (effect.delta === null || (low <= 0 && high >= 0))
    return refused("not defined, the gain is not established");
  if (ratio.totals === null) return refused("cost unknown");
  if (effect.delta < 0) return refused("not defined, the treatment passes less often");
  const extra = (ratio.totals.treatment - ratio.totals.control) / ratio.known;
  return { perSuccessUsd: extra / effect.delta, perSuccessReason: null };
}

/** The cost word; it is "shown" only where neither order, one unit nor unknown costs can explain it. */
export function costVerdict(ratio: MetricRatio, effect: Effect, doubts: CostDoubts): CostVerdict {
  const basis = ratio.metric === "costUsd" ? "billed" : "uncached";
  const price = priceOfSuccess(ratio, effect);
  if (ratio.totals === null) return { basis: null, word: "unknown", strength: null, ...price };
  if (ratio.ofTotals === null) {
    const word = ratio.totals.treatment > ratio.totals.control ? "more-expensive" : "cheaper";
    return { basis, word, strength: "suggestive", ...price };
  }
  if (ratio.state === "identical")
    return { basis, word: "identical", strength: ratio.missingSensitive ? "suggestive" : null, ...price };
  const { ratio: estimate, interval95 } = ratio.ofTotals;
  if (interval95 !== null && interval95[0] <= 1 && interval95[1] >= 1) {
    return { basis, word: "no-difference-shown", strength: null, ...price };
  }
  const doubtful =
    interval95 === null || doubts.orderConfounded || doubts.hangsOnOne || ratio.missingSensitive;
  return {
    basis,
    word: estimate > 1 ? "more-expensive" : "cheaper",
    strength: doubtful ? "suggestive" : "shown",
    ...price,
  };
}
