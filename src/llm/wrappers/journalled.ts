/** Writes every paid reply down as it arrives, so that an interrupted run pays for none twice (ARCHITECTURE 6). */

import { digestOf } from "../../core/digest.ts";
import { type Model, type ModelReply, requestContent } from "../../core/model.ts";
import { callCounter, placeKey } from "./call-counter.ts";

/**
 * The journal beside the store.
 * Contract: `put` has written the reply when it returns; `take` hands out each reply once.
 */
export interface ReplyJournal {
  take(key: string): ModelReply | undefined;
  put(key: string, reply: ModelReply): void;
}

/** Keeps nothing: for runs whose replies cost nothing, or are stored nowhere. */
export const NO_JOURNAL: ReplyJournal = { take: () => undefined, put: () => undefined };

/** Request that the reply under a key answers. */
export function purposeOfKey(key: string): string {
  return key.split(" ").at(-2) ?? "";
}

/**
 * Takes replies out of the journal before asking; `scope` names the trial, `scenario#seed@arm!attempt`, and begins its
 * keys, so that a journal can forget a block that is stored.
 */
export function journalledModel(inner: Model, journal: ReplyJournal, scope: string): Model {
  const occurrenceOf = callCounter();
  return {
    id: inner.id,
    simulated: inner.simulated,
    async ask(request) {
      const place = placeKey(request);
      const key = `${scope} ${request.purpose} ${digestOf([place, occurrenceOf(place), requestContent(request)])}`;
      const written = journal.take(key);
      if (written) return { ...written, source: "journal" };
      const reply = await inner.ask(request);
      if (reply.kind === "answer") journal.put(key, reply);
      return reply;
    },
  };
}
