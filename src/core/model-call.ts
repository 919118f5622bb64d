/** One model call as stored: who asked for what, what it cost, whether it was paid for. */

import type { CallPlace, ModelReply, ModelRequest, ReplySource, Usage } from "./model.ts";

export interface ModelCall {
  /** 0-based, in the order in which the trial's calls ended. */
  readonly index: number;
  readonly purpose: string;
  readonly feature: string | null;
  readonly place: CallPlace;
  /** 0-based count of calls at the same place with the same purpose. */
  readonly occurrence: number;
  readonly request: ModelRequest;
  /** Digest of `requestContent` without the seed: equal digests are equal requests. */
  readonly requestDigest: string;
  readonly reply: ModelReply;
  readonly seed: number;
  readonly usage: Usage | null;
  /** Cost of the arm alone, as billed (cached tokens at their price); null = price or usage unknown. */
  readonly costUsd: number | null;
  /** The same with every input token at the uncached price; cost verdicts rest on this. */
  readonly uncachedCostUsd: number | null;
  /** Amount really paid in this experiment: 0 when the reply was shared, recorded or injected. */
  readonly spentUsd: number | null;
  readonly source: ReplySource;
}
