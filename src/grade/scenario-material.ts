/** Collects what a scenario's conversation and world hold, for replies that say all of it and understand none of it. */

import type { Scenario } from "../core/scenario.ts";

/** Everything that a reply may repeat without having understood it. */
export interface ScenarioMaterial {
  /** Messages of the user, in order. */
  readonly told: readonly string[];
  /** Earlier messages of both sides. */
  readonly history: readonly string[];
  /** Texts of the files and pages under their names. */
  readonly files: readonly string[];
  /** Names, numbers, codes and dates of all of it, each once. */
  readonly values: readonly string[];
  /** Mail addresses of all of it, each once. */
  readonly addresses: readonly string[];
  /** Words in capitals of the last message, such as the form of a last line that the user asks for. */
  readonly formWords: readonly string[];
}

/** Reads a scenario for what can be repeated. */
export function materialOf({ conversation, history, world }: Scenario): ScenarioMaterial {
  const told = conversation.flatMap((step) => ("user" in step ? [step.user] : []));
  const earlier = history.map(({ content }) => content);
  const files = [
    ...Object.entries(world.files).map(([path, text]) => `${path}\n${text}`),
    ...world.web.map(({ url, body }) => `${url}\n${body}`),
  ];
  const all = [...earlier, ...told, ...files].join("\n");
  return {
    told,
    history: earlier,
    files,
    values: matchesOf(all, /\p{L}*-?\d[\p{L}\p{N}:.,/-]*[\p{L}\p{N}]|\d|\p{Lu}\p{Ll}[\p{L}-]+/gu),
    addresses: matchesOf(all, /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g),
    formWords: matchesOf(told.at(-1) ?? "", /\b\p{Lu}{3,}(?: \p{Lu}{3,})*\b/gu),
  };
}

function matchesOf(text: string, pattern: RegExp): readonly string[] {
  return [...new Set(text.match(pattern) ?? [])];
}
