/** Compares whatever a reply repeats of its request with what was sent: another seed is another experiment. */

import type { ChatBody } from "./exchange.ts";
import { type Fields, fieldsOf, textOf, wholeOf } from "./loose-fields.ts";

/** A parameter that the server did not take as it was sent; the model that answered stands in the reply itself. */
export type EchoNote = "other-seed" | "other-temperature" | "other-token-cap" | "other-tools";

/** Words that belong to one parameter under the names that servers use for it. */
const TOKEN_CAPS = [
  "max_tokens",
  "max_completion_tokens",
  "max_output_tokens",
  "max_new_tokens",
  "n_predict",
];
/** Temperatures come back as numbers of half the precision. */
const TOLERANCE = 1e-3;

/** The notes on the differences; what the reply does not repeat, or the request left open, is not compared. */
export function echoNotes(body: Fields, choice: Fields, sent: ChatBody): readonly EchoNote[] {
  const places = echoPlaces(body, choice);
  const echoed = (names: readonly string[]): unknown =>
    places
      .flatMap((place) => names.map((name) => place[name]))
      .find((value) => value !== undefined && value !== null);
  const seed = wholeOf(echoed(["seed"]));
  const temperature = echoed(["temperature"]);
  const cap = wholeOf(echoed(TOKEN_CAPS));
  const tools = toolNames(echoed(["tools"]));
  const sentCap = sent.max_tokens ?? sent.max_completion_tokens ?? null;
  return [
    ...(seed !== null && isNumber(sent.seed) && seed !== sent.seed ? (["other-seed"] as const) : []),
    ...(isNumber(temperature) &&
    isNumber(sent.temperature) &&
    Math.abs(temperature - sent.temperature) > TOLERANCE
      ? (["other-temperature"] as const)
      : []),
    ...(cap !== null && sentCap !== null && cap !== sentCap ? (["other-token-cap"] as const) : []),
    ...(tools !== null && tools !== (toolNames(sent.tools) ?? "") ? (["other-tools"] as const) : []),
  ];
}

/** The reply itself, its choice, and the places where local servers repeat the settings of a generation. */
function echoPlaces(body: Fields, choice: Fields): readonly Fields[] {
  const verbose = fieldsOf(body.__verbose);
  return [
    body,
    choice,
    verbose,
    ...[body, verbose].flatMap((place) =>
      ["generation_settings", "parameters", "request", "sampling_params"].map((name) =>
        fieldsOf(place[name]),
      ),
    ),
  ];
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

/** The names of a list of tools, in any order; null where there is no list. */
function toolNames(tools: unknown): string | null {
  if (!Array.isArray(tools)) return null;
  return tools
    .map((tool) => textOf(fieldsOf(fieldsOf(tool).function).name) || textOf(fieldsOf(tool).name))
    .sort()
    .join("\n");
}
