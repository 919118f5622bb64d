/** One verdict of a judge for equal words over a whole experiment, whatever seed, arm or scenario they come from. */

import { digestOf } from "../../core/digest.ts";
import type { Model, ModelReply } from "../../core/model.ts";
import { requestContent } from "../../core/model.ts";
import type { ModelCall } from "../../core/model-call.ts";
import { withoutSeed } from "../../llm/wrappers/call-counter.ts";

/** The verdicts of an experiment so far. */
export interface VerdictPool {
  /** Takes a verdict that was given in an earlier run. */
  remember(call: ModelCall): void;
  /** The judge, asked once for equal words: also while the first answer is under way. A failure is not kept. */
  shared(judge: Model): Model;
}

/** Opens an empty pool. */
export function verdictPool(): VerdictPool {
  const verdicts = new Map<string, Promise<ModelReply>>();
  return {
    remember({ request, reply }) {
      if (reply.kind !== "answer") return;
      const key = digestOf(requestContent(withoutSeed(request)));
      if (!verdicts.has(key)) verdicts.set(key, Promise.resolve(reply));
    },
    shared: (judge) => ({
      id: judge.id,
      simulated: judge.simulated,
      async ask(request) {
        const key = digestOf(requestContent(withoutSeed(request)));
        const earlier = verdicts.get(key);
        if (earlier) {
          const reply = await earlier;
          if (reply.kind === "answer") return { ...reply, source: "shared", latencyMs: null };
        }
        const asking = judge.ask(request);
        verdicts.set(key, asking);
        const reply = await asking;
        if (reply.kind === "failed" && verdicts.get(key) === asking) verdicts.delete(key);
        return reply;
      },
    }),
  };
}
