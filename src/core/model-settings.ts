/** Access to a model: its name, address, key and manner of asking. */

import type { Secret } from "./secret.ts";

/** Address and manner of asking of the model under the harness. */
export interface ModelSettings {
  /** `simulated`, or the id sent to the endpoint. */
  readonly model: string;
  /** As it may be shown: every value of its query is `[key]`. */
  readonly baseUrl: string | null;
  /** The address as it was given, where that holds more than may be shown. */
  readonly secretUrl?: Secret;
  /** Name of the environment variable that holds the key; the key itself is never stored. */
  readonly apiKeyEnv: string | null;
  readonly toolProtocol: "native" | "json";
  readonly temperature: number | null;
  readonly timeoutMs: number;
  /** Retries of the client on connection errors, 429 and 5xx; injected faults sit above them. */
  readonly maxRetries: number;
  /** A server that asks for a longer wait is not waited for: the call fails at once; absent = the client's default. */
  readonly maxWaitMs?: number;
  /** Price this model as if it were that catalogue model; null = its own price. */
  readonly priceLike: string | null;
  /** True where the sampling seed is sent to the endpoint. */
  readonly sendSeed: boolean;
  /** Form of a history in which the assistant called tools and said nothing; absent = `null`, as OpenAI does. */
  readonly emptyContent?: "null" | "text";
  /** Thinking that came with a tool call is sent back with it; absent = no, since some servers refuse it. */
  readonly sendThinking?: boolean;
}

/** True where a simulated model answers, so that what rests on it proves mechanisms and never benefit. */
export function isSimulated({ model }: Pick<ModelSettings, "model">): boolean {
  return model === "simulated";
}
