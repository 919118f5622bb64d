/** The draw that a request gets on a server of a personality, and the cached part of its prompt. */

import { digestOf } from "../../core/digest.ts";
import type { ModelRequest } from "../../core/model.ts";
import { hash31 } from "../../core/random.ts";
import { estimateRequestTokens } from "../simulated/token-estimate.ts";
import type { Personality } from "./personality.ts";

/** Memory of a server for the requests before. */
export interface Draws {
  /** The draw of a request; `busy` tells whether another request runs beside it. */
  seedFor(request: ModelRequest, busy: boolean): number;
  /** Tokens at the start of the prompt that the server has seen before; remembers the prompt. */
  cachedTokens(request: ModelRequest): number;
}

/** Opens the memory of one server. */
export function openDraws(personality: Personality): Draws {
  const prefixes = new Set<string>();
  let draws = 0;
  const prefixKeys = (request: ModelRequest): string[] =>
    request.messages.map((_, i) => digestOf([request.tools, request.messages.slice(0, i + 1)]));
  const seen = (request: ModelRequest): number =>
    prefixKeys(request).filter((key) => prefixes.has(key)).length;
  return {
    seedFor(request, busy) {
      const seed = request.seed ?? hash31("unseeded", draws++);
      switch (personality.seeds) {
        case "honoured":
          return seed;
        case "ignored":
          return hash31("ignored", seed, draws++);
        case "alone":
          return busy ? hash31("busy", seed, draws++) : seed;
        case "until-cached":
          return seen(request) === request.messages.length ? hash31("cached", seed) : seed;
      }
    },
    cachedTokens(request) {
      const count = seen(request);
      for (const key of prefixKeys(request)) prefixes.add(key);
      if (!personality.promptCache || count === 0) return 0;
      return estimateRequestTokens({ ...request, messages: request.messages.slice(0, count) });
    },
  };
}
