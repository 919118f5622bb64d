/** Sends no call whose highest possible cost a spending limit does not hold. */

import { usd } from "../../core/format.ts";
import type { Model, ModelRequest } from "../../core/model.ts";
import { failedReply, NO_USAGE } from "../failed-reply.ts";
import { maxTokensOf } from "../openai/request-body.ts";
import { type Price, type PriceBook, priceOfAnswer } from "../prices.ts";

/** Money set aside for one call. */
export interface Reservation {
  /** The money back and books what the call really cost. Contract: called once, when the call has ended. */
  settle(usd: number): void;
}

/** Account in which calls reserve money. Contract: the reserved and the spent amount together never exceed the limit. */
export interface SpendingAccount {
  /** Waits while calls under way may leave room; null when the limit does not hold the amount. */
  reserve(usd: number): Promise<Reservation | null>;
}

/** Money that another process may spend on one trial. */
export interface Allotment {
  readonly usd: number;
  /** Books what was paid and gives the rest back; `ended` = a call did not fit any more. Contract: called once. */
  settle(paidUsd: number, ended: boolean): void;
}

/** Prices and manner of sending of calls. */
export interface BudgetedOptions {
  readonly prices: PriceBook;
  /** Requests that one call may become: a step of the JSON tool protocol is asked for a second time. */
  readonly sends: (request: ModelRequest) => number;
}

const MILLION = 1_000_000;
/** Tokens that a chat template adds to a message and to a request; generous. */
const PER_MESSAGE = 16;
const PER_REQUEST = 64;

/** Most that a call may cost: a token is at least one byte of what is sent, and the reply as long as its cap. */
export function highestCostOf(request: ModelRequest, price: Price, sends = 1): number {
  const { messages, tools, schema } = request;
  const bytes = Buffer.byteLength(JSON.stringify({ messages, tools, schema }));
  const input = bytes + PER_MESSAGE * messages.length + PER_REQUEST;
  const output = maxTokensOf(request);
  // Each further request holds the reply before it.
  const inputs = sends * input + (output * (sends * (sends - 1))) / 2;
  return (inputs * price.inputPerMillion + sends * output * price.outputPerMillion) / MILLION;
}

/**
 * Holds a model to an account. A call that does not fit is answered with a failure of class `budget` and not sent. A call
 * of unknown cost is booked at its highest one, since it may have been billed.
 */
export function budgetedModel(
  inner: Model,
  account: SpendingAccount,
  { prices, sends }: BudgetedOptions,
): Model {
  return {
    id: inner.id,
    simulated: inner.simulated,
    async ask(request) {
      const price = prices.price(inner.id);
      const most = price === null ? Number.POSITIVE_INFINITY : highestCostOf(request, price, sends(request));
      const reserved = await account.reserve(most);
      if (reserved === null) {
        const message = `the budget does not hold this call, which may cost up to ${usd(most)}`;
        return failedReply({ class: "budget", message }, { usage: NO_USAGE });
      }
      let paid = most;
      try {
        const reply = await inner.ask(request);
        const answered = reply.kind === "answer" ? reply.model : null;
        paid = prices.costOf(priceOfAnswer(prices, inner.id, answered), reply.usage).costUsd ?? most;
        return reply;
      } finally {
        reserved.settle(paid);
      }
    },
  };
}
