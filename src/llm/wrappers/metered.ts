/** Every call its draw and keeps the account of it: the outermost wrapper of a trial's model. */

import { digestOf } from "../../core/digest.ts";
import { type Model, type ModelReply, type ModelRequest, requestContent } from "../../core/model.ts";
import type { ModelCall } from "../../core/model-call.ts";
import { hash31 } from "../../core/random.ts";
import { type Cost, type PriceBook, priceOfAnswer } from "../prices.ts";
import { callCounter, placeKey, withoutSeed } from "./call-counter.ts";

/** Basis of one trial's account. */
export interface MeteredOptions {
  readonly trialSeed: string;
  /** The arm's name in an independent run, "" elsewhere, so that equal requests of both arms draw alike. */
  readonly drawSalt: string;
  readonly prices: PriceBook;
  /** Called once a call, when it has ended, in that order. */
  readonly onCall: (call: ModelCall) => void;
}

/**
 * Sets the sampling seed of each request and reports each call with its costs. The seed is a 31-bit hash of trial
 * seed, salt, purpose, request and how often this request was made before, so a retry is another draw and the order of
 * two tasks that run at once changes none (ARCHITECTURE 8, draw key).
 */
export function meteredModel(inner: Model, options: MeteredOptions): Model {
  const { trialSeed, drawSalt, prices, onCall } = options;
  const occurrenceOf = callCounter();
  const drawOf = callCounter();
  let ended = 0;
  return {
    id: inner.id,
    simulated: inner.simulated,
    async ask(plain) {
      const requestDigest = digestOf(requestContent(withoutSeed(plain)));
      const occurrence = occurrenceOf(placeKey(plain));
      const draw = drawOf(`${plain.purpose} ${requestDigest}`);
      const seed = hash31(trialSeed, drawSalt, plain.purpose, requestDigest, draw);
      const request: ModelRequest = { ...plain, seed };
      const reply = await inner.ask(request);
      const answered = reply.kind === "answer" ? reply.model : null;
      const cost = prices.costOf(priceOfAnswer(prices, inner.id, answered), reply.usage);
      onCall({
        index: ended++,
        purpose: plain.purpose,
        feature: plain.feature,
        place: plain.place,
        occurrence,
        request,
        requestDigest,
        reply,
        seed,
        usage: reply.usage,
        ...cost,
        spentUsd: spentOn(reply, cost),
        source: reply.source,
      });
      return reply;
    },
  };
}

/** Shared, recorded and injected replies cost nothing now; one out of the journal was paid in this experiment. */
function spentOn(reply: ModelReply, cost: Cost): number | null {
  return reply.source === "asked" || reply.source === "journal" ? cost.costUsd : 0;
}
