/** Holds an experiment to its spending limit, call by call. */

import { LabError } from "../../core/errors.ts";
import type { Block, Experiment } from "../../core/experiment.ts";
import { JUDGE } from "../../core/lab-purposes.ts";
import type { Model, ModelReply } from "../../core/model.ts";
import type { ModelCall } from "../../core/model-call.ts";
import type { ModelSettings } from "../../core/model-settings.ts";
import type { GradedTrial } from "../../core/trial.ts";
import { type PriceBook, priceOfAnswer } from "../../llm/prices.ts";
import {
  type Allotment,
  budgetedModel,
  highestCostOf,
  type Reservation,
  type SpendingAccount,
} from "../../llm/wrappers/budgeted.ts";
import { purposeOfKey } from "../../llm/wrappers/journalled.ts";
import type { Store } from "../../record/store-port.ts";

export interface Budget extends SpendingAccount {
  readonly limitUsd: number;
  /** Counts money that was paid without a reservation: by earlier runs, or by another process. */
  book(usd: number): void;
  /** Sets half of what is left aside for a trial of another process, so that several at once stay within the limit. */
  allot(): Allotment;
  spentUsd(): number;
  /** True where a pair of this expected cost may begin: no call was refused, and it still fits. */
  leavesRoom(expectedUsd: number): boolean;
  /** Highest cost of the first call that was refused; null while none was. */
  refusedUsd(): number | null;
}

/** Opens a limit of which nothing is spent. */
export function openBudget(limitUsd: number): Budget {
  let spent = 0;
  let reserved = 0;
  let underWay = 0;
  let refused: number | null = null;
  // how far the most expensive call went beyond what was taken for its highest cost: a server may count in another way.
  let excess = 1;
  const waiting: { readonly usd: number; readonly decide: (reservation: Reservation | null) => void }[] = [];

  const grant = (usd: number): Reservation => {
    const held = usd * excess;
    reserved += held;
    underWay += 1;
    return {
      settle(paid) {
        reserved -= held;
        underWay -= 1;
        spent += paid;
        if (usd > 0) excess = Math.max(excess, paid / usd);
        decideWaiting();
      },
    };
  };
  const fits = (usd: number): boolean => spent + reserved + usd * excess <= limitUsd;
  const refuse = (usd: number): null => {
    refused ??= usd;
    return null;
  };
  const decideWaiting = (): void => {
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      if (!fits(first.usd) && underWay > 0) return;
      waiting.shift();
      first.decide(fits(first.usd) ? grant(first.usd) : refuse(first.usd));
    }
  };
  return {
    limitUsd,
    reserve: (usd) =>
      new Promise((decide) => {
        waiting.push({ usd, decide });
        decideWaiting();
      }),
    allot() {
      const held = Math.max(0, limitUsd - spent - reserved) / 2;
      reserved += held;
      underWay += 1;
      return {
        usd: held,
        settle(paid, ended) {
          reserved -= held;
          underWay -= 1;
          spent += paid;
          if (ended) refuse(held);
          decideWaiting();
        },
      };
    },
    book(usd) {
      spent += usd;
    },
    spentUsd: () => spent,
    leavesRoom: (expectedUsd) => refused === null && spent + expectedUsd <= limitUsd,
    refusedUsd: () => refused,
  };
}

/** Holds a model to the budget; without one it is the model itself. */
export function withinBudget(
  model: Model,
  budget: Budget | null,
  { settings, prices }: { readonly settings: ModelSettings; readonly prices: PriceBook },
): Model {
  if (budget === null) return model;
  const inSteps = settings.toolProtocol === "json";
  return budgetedModel(model, budget, {
    prices,
    sends: ({ tools }) => (inSteps && (tools?.length ?? 0) > 0 ? 2 : 1),
  });
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

/** A model that is asked, and its prices. */
interface Payee {
  readonly model: string;
  readonly prices: PriceBook;
}

/** Models asked in an experiment. */
export interface Asked {
  /** By the name of the arm; null = the arm is not known. */
  readonly harness: (arm: string | null) => Payee;
  readonly judge: Payee | null;
}

function payeeOf(purpose: string, arm: string | null, { harness, judge }: Asked): Payee {
  return (purpose === JUDGE ? judge : null) ?? harness(arm);
}

/** Spending of the stored attempts of an experiment; a call of unknown cost counts at its highest one. */
export async function storedSpending(store: Store, experimentId: string, asked: Asked): Promise<number> {
  let sum = 0;
  for (const row of await store.trials({ experiment: experimentId })) {
    if (row.spentUsd !== null) sum += row.spentUsd;
    else
      for (const { spentUsd, purpose, request } of (await store.loadTrial(row.id)).outcome.calls) {
        const { model, prices } = payeeOf(purpose, row.key.arm, asked);
        const price = prices.price(model);
        sum += spentUsd ?? (price === null ? 0 : highestCostOf(request, price));
      }
  }
  return sum;
}

/** The arm in the key of a journalled reply, `scenario#seed@arm!attempt purpose digest`. */
function armOfKey(key: string, arms: Experiment["arms"]): string | null {
  const trial = key.slice(0, Math.max(0, key.lastIndexOf("!")));
  return arms.find(({ name }) => trial.endsWith(`@${name}`))?.name ?? null;
}

/** Cost of replies of interrupted runs whose blocks are not stored, by the keys of the journal. */
export function unsettledSpending(
  replies: readonly (readonly [key: string, reply: ModelReply])[],
  { arms }: Pick<Experiment, "arms">,
  asked: Asked,
): number {
  return replies.reduce((sum, [key, reply]) => {
    const { model, prices } = payeeOf(purposeOfKey(key), armOfKey(key, arms), asked);
    const answered = reply.kind === "answer" ? reply.model : null;
    return sum + (prices.costOf(priceOfAnswer(prices, model, answered), reply.usage).costUsd ?? 0);
  }, 0);
}

/** Learns what a block of each scenario costs, and what those under way may still take. */
export function blockCosts() {
  const known = new Map<string, { readonly sum: number; readonly blocks: number }>();
  const underWay = new Set<Block>();
  const expected = ({ scenario }: Block): number => {
    const { sum, blocks } = known.get(scenario) ?? { sum: 0, blocks: 1 };
    return sum / blocks;
  };
  return {
    /** Expected cost of a block and of those under way, which it joins; 0 for a scenario of which none has ended. */
    expectedWith(block: Block): number {
      underWay.add(block);
      return [...underWay].reduce((sum, one) => sum + expected(one), 0);
    },
    add(block: Block, trials: readonly GradedTrial[]): void {
      underWay.delete(block);
      const { sum, blocks } = known.get(block.scenario) ?? { sum: 0, blocks: 0 };
      const spent = trials.flatMap(({ outcome }) => outcome.calls.map((call) => call.spentUsd ?? 0));
      known.set(block.scenario, { sum: spent.reduce((a, b) => a + b, sum), blocks: blocks + 1 });
    },
  };
}

/** Adds up what calls have spent; `total` counts a call of unknown cost as the most expensive known one. */
export function callLedger() {
  let sum = 0;
  let highest = 0;
  let unknown = 0;
  const known = (usd: number, oneCall: number | null): void => {
    sum += usd;
    highest = Math.max(highest, oneCall ?? 0);
  };
  const calls = (made: readonly ModelCall[]): void => {
    for (const { spentUsd } of made)
      if (spentUsd === null) unknown += 1;
      else known(spentUsd, spentUsd);
  };
  return {
    known,
    trial: (trial: GradedTrial): void => calls(trial.outcome.calls),
    total: () => sum + unknown * highest,
    isKnown: () => unknown === 0,
  };
}
