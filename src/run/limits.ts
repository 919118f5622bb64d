/** Guards a trial against running away: past its call limit the model is cut off and the trial ends as an error. */

import type { Model } from "../core/model.ts";

/** Calls a trial may make before it is stopped; generous, since the harness has limits of its own. */
export const MAX_CALLS_PER_TRIAL = 400;

/** Wraps a model so that calls past `max` fail as aborted; `exceeded` tells whether that happened. */
export function limitedModel(inner: Model, max: number): Model & { readonly exceeded: () => boolean } {
  let calls = 0;
  return {
    id: inner.id,
    simulated: inner.simulated,
    exceeded: () => calls > max,
    async ask(request) {
      calls += 1;
      if (calls <= max) return inner.ask(request);
      return {
        kind: "failed",
        failure: { class: "aborted", status: null, message: `the trial made more than ${max} model calls` },
        usage: null,
        latencyMs: null,
        source: "asked",
      };
    },
  };
}
