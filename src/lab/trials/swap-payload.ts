/** Replaces what a feature put into requests by other text: the swap test of ARCHITECTURE 4.1 and 4.2. */

import type { Message, Model, ModelRequest } from "../../core/model.ts";
import type { ModelCall } from "../../core/model-call.ts";
import { callCounter, placeKey } from "../../llm/wrappers/call-counter.ts";

/**
 * Replacement of the payload: unrelated text of equal length (`below-heading` keeps the first line of each block, so
 * that a model that answers to a marker is found out), or a given text under the payload's own heading.
 */
export type Swap = "whole" | "below-heading" | { readonly text: string };

export interface SwappedModel extends Model {
  /** Payloads that were replaced so far. */
  readonly replaced: () => number;
  /** Requests of a purpose and turn that the other arm never made, so that nothing could be compared. */
  readonly unmatched: () => number;
}

/**
 * Wraps the model of a treatment arm. A block (a paragraph of a system or user message) that the control arm's request
 * at the same place does not have is the feature's payload. The request gets the control's seed, so that luck is the same
 * in both arms.
 */
export function swappedModel(inner: Model, control: readonly ModelCall[], swap: Swap): SwappedModel {
  return rewriting(inner, control, (request, partner) => {
    const known = new Set(blocksOf(partner.request));
    let replaced = 0;
    const messages = request.messages.map((message): Message => {
      if (!isOpen(message)) return message;
      const own = paragraphs(message);
      const payload = own.filter((block) => !known.has(block));
      if (payload.length === 0) return message;
      replaced += 1;
      return { ...message, content: own.flatMap((block) => swapBlock(block, payload, swap)).join("\n\n") };
    });
    return { request: { ...request, messages, seed: partner.seed }, replaced };
  });
}

/**
 * Wraps the model of a control arm: where the treatment's request at the same place holds a payload, the control's gets a
 * text under that payload's heading, in place of its own blocks that the treatment does not have.
 */
export function insertedModel(inner: Model, treatment: readonly ModelCall[], text: string): SwappedModel {
  return rewriting(inner, treatment, (request, partner) => {
    const own = new Set(blocksOf(request));
    const others = new Set(blocksOf(partner.request));
    const foreign = partner.request.messages.filter(isOpen).map((message) => ({
      role: message.role,
      payload: paragraphs(message).filter((block) => !own.has(block)),
    }));
    const given = foreign.find(({ payload }) => payload.length > 0);
    const [first] = given?.payload ?? [];
    if (!given || first === undefined) return { request, replaced: 0 };
    let replaced = 0;
    const messages = request.messages.map((message): Message => {
      if (replaced > 0 || message.role !== given.role || !isOpen(message)) return message;
      const kept = paragraphs(message).filter((block) => others.has(block));
      // The system message takes the block at its end; another one has to hold a block of its own to be the place.
      if (message.role !== "system" && kept.length === paragraphs(message).length) return message;
      replaced += 1;
      return { ...message, content: [...kept, underHeading(first, text)].join("\n\n") };
    });
    return { request: { ...request, messages }, replaced };
  });
}

type Rewrite = (
  request: ModelRequest,
  partner: ModelCall,
) => { readonly request: ModelRequest; readonly replaced: number };

function rewriting(inner: Model, other: readonly ModelCall[], rewrite: Rewrite): SwappedModel {
  const occurrenceOf = callCounter();
  let replaced = 0;
  let unmatched = 0;
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
        other.find((call) => placeKey(call) === key && call.occurrence === occurrence) ??
        other.findLast((call) => isSameTurn(call, request));
      if (!partner) {
        unmatched += 1;
        return inner.ask(request);
      }
      const rewritten = rewrite(request, partner);
      replaced += rewritten.replaced;
      return inner.ask(rewritten.request);
    },
  };
}

function isOpen(message: Message): boolean {
  return message.role === "system" || message.role === "user";
}

function paragraphs(message: Message): readonly string[] {
  return message.content.split("\n\n");
}

function blocksOf(request: ModelRequest): readonly string[] {
  return request.messages.filter(isOpen).flatMap(paragraphs);
}

/** A given text stands once, in place of the payload's first block; its other blocks go. */
function swapBlock(block: string, payload: readonly string[], swap: Swap): readonly string[] {
  if (!payload.includes(block)) return [block];
  if (typeof swap === "string") return [unrelatedPayload(block, swap)];
  return block === payload[0] ? [underHeading(block, swap.text)] : [];
}

/** The text as the feature would have rendered it: below its heading, as list items where it lists. */
function underHeading(block: string, text: string): string {
  const [heading = "", second] = block.split("\n");
  const lines = second?.startsWith("- ")
    ? text.split("\n").map((line) => (line.startsWith("- ") ? line : `- ${line}`))
    : [text];
  return [...(second === undefined ? [] : [heading]), ...lines].join("\n");
}

function isSameTurn(call: ModelCall, request: ModelRequest): boolean {
  return (
    call.purpose === request.purpose &&
    call.place.session === request.place.session &&
    call.place.turn === request.place.turn
  );
}

const FILLER = "quietmossgrowsoverslowstoneswhilerainfallsonfernsbeyondthemill";

/** Text of equal length with the same line breaks and punctuation, and nothing else in common. */
function unrelatedPayload(block: string, swap: "whole" | "below-heading"): string {
  const headingEnd = swap === "whole" ? 0 : block.indexOf("\n") + 1;
  let at = 0;
  return (
    block.slice(0, headingEnd) +
    block.slice(headingEnd).replace(/[\p{L}\p{N}]/gu, () => FILLER.charAt(at++ % FILLER.length))
  );
}
