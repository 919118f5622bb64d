/** The spend cap: looked at once per new turn, before any model call. */

import { decimals } from "../../../core/format.ts";
import type { ModelReply } from "../../../core/model.ts";
import type { DurableStore } from "../../contract/harness.ts";
import type { Settings } from "../settings.ts";

const KEY = "spend-ledger";

interface Ledger {
  readonly turns: number;
  readonly costUsd: number;
}

/** Cost of a reply in dollars; a model without a known price counts as 0 here. */
export type CostOf = (reply: ModelReply) => number;

export interface SpendCap {
  /** Reason why the turn is refused, null when it may run. */
  refusal(): string | null;
  recordTurn(): void;
  recordReply(reply: ModelReply): void;
}

/** The ledger is kept with the durable state, so it survives `/new` and restarts. */
export function spendCap(durable: DurableStore, limits: Settings["spend"], costOf: CostOf): SpendCap {
  const read = (): Ledger => (durable.get(KEY) as unknown as Ledger | undefined) ?? { turns: 0, costUsd: 0 };
  const write = (change: Partial<Ledger>): void => {
    durable.set(KEY, { ...read(), ...change });
  };
  return {
    refusal() {
      const { turns, costUsd } = read();
      const { sessionCallLimit: calls, sessionCostLimitUsd: cost } = limits;
      if (cost !== null && costUsd >= cost)
        return `The session's cost limit of $${cost} is reached ($${decimals(costUsd, 4)} spent).`;
      return calls !== null && turns >= calls ? `The session's limit of ${calls} turns is reached.` : null;
    },
    recordTurn: () => write({ turns: read().turns + 1 }),
    recordReply: (reply) => write({ costUsd: read().costUsd + costOf(reply) }),
  };
}
