/** Ends an attempt at its first failed call that says nothing about the arm, so that nothing more is paid for it. */

import type { Model } from "../core/model.ts";
import { breaksTrial } from "./trial-error.ts";

/** A model that an attempt ends with. */
export interface EndingModel {
  readonly model: Model;
  /** Resolves at the first failure that breaks the trial. */
  readonly ended: Promise<void>;
  hasEnded(): boolean;
  /** Resolves when no call is under way: what was asked beside the failed call is paid and has to be counted. */
  idle(): Promise<void>;
}

/** Wraps the outermost model of an attempt; after the end no call is passed on, and none that was made returns. */
export function endAtFailure(inner: Model): EndingModel {
  const running = new Set<Promise<unknown>>();
  const never = new Promise<never>(() => {});
  let over = false;
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    ended,
    hasEnded: () => over,
    async idle() {
      while (running.size > 0) await Promise.allSettled(running);
    },
    model: {
      id: inner.id,
      simulated: inner.simulated,
      async ask(request) {
        if (over) return never;
        const asking = inner.ask(request);
        running.add(asking);
        const reply = await asking.finally(() => running.delete(asking));
        if (over) return never;
        if (!breaksTrial(reply)) return reply;
        over = true;
        end();
        return never;
      },
    },
  };
}
