/** Replaces what a feature put into the requests of an arm by unrelated text: the swap test of ARCHITECTURE 4.1. */

import type { Message, Model, ModelRequest } from "../core/model.ts";
import type { ModelCall } from "../core/model-call.ts";
import { callCounter, placeKey } from "../llm/wrappers/call-counter.ts";

/** `heading` keeps the first line of each block, so that a model that answers to a marker is found out. */
export type Swap = "whole" | "below-heading";

export interface SwappedModel extends Model {
  /** Blocks that were replaced so far. */
  readonly replaced: () => number;
  /** Requests of a purpose and turn that the control arm never made, so that nothing could be compared. */
  readonly unmatched: () => number;
}

/**
 * Wraps the model of a treatment arm. A block (a paragraph of a system or user message) that the control arm's request
 * at the same place does not have is the feature's payload; its letters and digits are replaced one by one. The request
 * then gets the control's seed, so that luck is the same in both arms.
 */
export function swappedModel(inner: Model, control: readonly ModelCall[], swap: Swap): SwappedModel {
  const occurrenceOf = callCounter();
  let replaced = 0;
  let unmatched = 0;
  const blocksOf = (message: Message): readonly string[] => message.content.split("\n\n");
  const isOpen = (message: Message): boolean => message.role === "system" || message.role === "user";
  return {
    id: inner.id,
    simulated: inner.simulated,
    replaced: () => replaced,
    unmatched: () => unmatched,
    async ask(request) {
      const key = placeKey(request);
      const occurrence = occurrenceOf(key);
      // What the feature asks for itself is not its payload.
      if (request.feature !== null) return inner.ask(request);
      const partner =
        control.find((call) => placeKey(call) === key && call.occurrence === occurrence) ??
        control.findLast((call) => sameTurn(call, request));
      if (!partner) {
        unmatched += 1;
        return inner.ask(request);
      }
      const known = new Set(partner.request.messages.filter(isOpen).flatMap(blocksOf));
      const messages = request.messages.map((message): Message => {
        if (!isOpen(message)) return message;
        const blocks = blocksOf(message).map((block) => {
          if (known.has(block)) return block;
          replaced += 1;
          return unrelated(block, swap);
        });
        return { ...message, content: blocks.join("\n\n") };
      });
      return inner.ask({ ...request, messages, seed: partner.seed });
    },
  };
}

function sameTurn(call: ModelCall, request: ModelRequest): boolean {
  return (
    call.purpose === request.purpose &&
    call.place.session === request.place.session &&
    call.place.turn === request.place.turn
  );
}

const FILLER = "quietmossgrowsoverslowstoneswhilerainfallsonfernsbeyondthemill";

/** Text of equal length with the same line breaks and punctuation, and nothing else in common. */
function unrelated(block: string, swap: Swap): string {
  const headingEnd = swap === "whole" ? 0 : block.indexOf("\n") + 1;
  let at = 0;
  return (
    block.slice(0, headingEnd) +
    block.slice(headingEnd).replace(/[\p{L}\p{N}]/gu, () => FILLER.charAt(at++ % FILLER.length))
  );
}
