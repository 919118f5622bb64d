/** Behaviour of a simulated server, as data: each trait is one that real servers have. */

import { LabError } from "../../core/errors.ts";
import type { ModelFault } from "../../core/fault.ts";

/** Fault of a request: an HTTP status, or a transport fault. */
export type Mishap = number | "hang" | "cut-body" | "html-page" | "disconnect";

/** The traits of a simulated server. */
export interface Personality {
  /** `alone`: another draw while other requests run; `until-cached`: another draw once the prompt was seen before. */
  readonly seeds: "honoured" | "ignored" | "alone" | "until-cached";
  /** False: the call is written into the text, as models without a template for it do. */
  readonly nativeTools: boolean;
  /** False: a reply of a schema comes as prose. */
  readonly jsonSchema: boolean;
  readonly usage: "full" | "without-cached" | "none";
  /** Prompts that begin alike are counted as cached. */
  readonly promptCache: boolean;
  /** The name it answers under; null = the one asked for. */
  readonly answersAs: string | null;
  /** The models it has; null = it answers for any. */
  readonly models: readonly string[] | null;
  /** Owner of the models in `/v1/models`; the doctor knows the lab's own server by it. */
  readonly ownedBy: string;
  readonly contextTokens: number | null;
  /** True where `/v1/models` and `/props` state the context limit. */
  readonly tellsContext: boolean;
  /** The key it wants; null = none. A wrong one is echoed in the error, as some gateways do. */
  readonly apiKey: string | null;
  /** Chat requests (1-based) that go wrong, and their faults; the first that covers one wins. */
  readonly mishaps: readonly { readonly call: ModelFault["call"]; readonly mishap: Mishap }[];
  /** Time a request takes; with `oneAtATime` they queue. */
  readonly delayMs: number;
  readonly oneAtATime: boolean;
}

/** The owner that a simulated server states, so that nobody takes it for a real model. */
export const LAB_OWNER = "harness-lab";

const wellBehaved: Personality = {
  seeds: "honoured",
  nativeTools: true,
  jsonSchema: true,
  usage: "full",
  promptCache: false,
  answersAs: null,
  models: null,
  ownedBy: LAB_OWNER,
  contextTokens: 128_000,
  tellsContext: true,
  apiKey: null,
  mishaps: [],
  delayMs: 0,
  oneAtATime: false,
};

/** A well-behaved server with some traits changed. */
export function personality(traits: Partial<Personality> = {}): Personality {
  return { ...wellBehaved, ...traits };
}

const NAMED: Readonly<Record<string, Personality>> = {
  "well-behaved": personality(),
  "ignores-seeds": personality({ seeds: "ignored" }),
  "seeds-alone": personality({ seeds: "alone", delayMs: 40 }),
  "prompt-cache": personality({ seeds: "until-cached", promptCache: true }),
  "no-native-tools": personality({ nativeTools: false }),
  "no-json-schema": personality({ jsonSchema: false }),
  "no-usage": personality({ usage: "none" }),
  "no-cached-tokens": personality({ usage: "without-cached" }),
  "another-name": personality({ answersAs: "some-other-model" }),
  "one-model": personality({ models: ["simulated"] }),
  "small-context": personality({ contextTokens: 2_000 }),
  "wants-key": personality({ apiKey: "sk-simulated-0123456789" }),
  "rate-limits-first": personality({ mishaps: [{ call: 1, mishap: 429 }] }),
  unavailable: personality({ mishaps: [{ call: "all", mishap: 503 }] }),
  hangs: personality({ mishaps: [{ call: "all", mishap: "hang" }] }),
  "cut-bodies": personality({ mishaps: [{ call: "all", mishap: "cut-body" }] }),
  /** Behaviour of a local llama.cpp with a small model. */
  "local-server": personality({
    seeds: "until-cached",
    nativeTools: false,
    promptCache: true,
    answersAs: "small-local-model",
    contextTokens: 16_384,
    delayMs: 60,
    oneAtATime: true,
  }),
};

/** The personality of a name; an unknown name is a LabError that lists them all. */
export function personalityNamed(name: string): Personality {
  const found = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  if (found) return found;
  throw new LabError({
    code: "unknown-personality",
    what: `there is no personality ${name}`,
    where: "--personality",
    remedy: `use one of ${Object.keys(NAMED).join(", ")}`,
  });
}
