/** Reads token counts out of a reply; what is missing or cannot be true is unknown, never 0. */

import type { Usage } from "../../core/model.ts";

/** Token counts with whether they are to be believed. */
export interface UsageRead {
  readonly usage: Usage;
  /** The server told numbers that cannot be true. */
  readonly implausible: boolean;
}

const UNKNOWN_USAGE: Usage = {
  inputTokens: null,
  cachedInputTokens: null,
  outputTokens: null,
  estimated: false,
};

type Fields = Readonly<Record<string, unknown>>;

/** Knows the names of OpenAI and of the servers that follow it; `wrote` tells whether the reply holds anything. */
export function readUsage(raw: unknown, wrote: boolean): UsageRead {
  if (typeof raw !== "object" || raw === null) return { usage: UNKNOWN_USAGE, implausible: false };
  const told = raw as Fields;
  const input = count(told, "prompt_tokens", "input_tokens");
  const output = outputTokens(told, input);
  // Every request has a message, and what was written took tokens.
  const impossible = { input: input === 0, output: output === 0 && (wrote || input === 0) };
  const usage: Usage = {
    inputTokens: impossible.input ? null : input,
    cachedInputTokens: impossible.input ? null : cachedTokens(told),
    outputTokens: impossible.output ? null : output,
    estimated: told.estimated === true,
  };
  return { usage, implausible: impossible.input || impossible.output };
}

function count(from: Fields, ...names: readonly string[]): number | null {
  for (const name of names) {
    const value = from[name];
    if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
  }
  return null;
}

function details(told: Fields, ...names: readonly string[]): Fields {
  for (const name of names) {
    const value = told[name];
    if (typeof value === "object" && value !== null) return value as Fields;
  }
  return {};
}

function cachedTokens(told: Fields): number | null {
  return (
    count(details(told, "prompt_tokens_details", "input_tokens_details"), "cached_tokens") ??
    count(told, "prompt_cache_hit_tokens", "cached_tokens", "cache_read_input_tokens")
  );
}

/** Some servers leave thinking out of `completion_tokens`; the total then gives it away, and it is billed as output. */
function outputTokens(told: Fields, input: number | null): number | null {
  const output = count(told, "completion_tokens", "output_tokens");
  const reasoning = count(
    details(told, "completion_tokens_details", "output_tokens_details"),
    "reasoning_tokens",
  );
  const total = count(told, "total_tokens");
  if (output === null || !reasoning || input === null) return output;
  return total === input + output + reasoning ? output + reasoning : output;
}
