/** Lists the phrases that a scenario's checks look for, each with its field and the way its text is read. */

import type { Check, Scenario } from "../core/scenario.ts";

/** Manner of reading a text: prose by its meaning, data by its characters. */
type PhraseReading = "prose" | "data";

/** True where a text says a phrase; grading lies outside this folder. */
export type Says = (text: string, phrase: string | readonly string[], reading: PhraseReading) => boolean;

/** One phrase of a check. */
export interface CheckPhrase {
  /** As a user would write it: `expect[0].reply.states[1]`. */
  readonly field: string;
  /** `omits`, and `contains` of something that has to be there 0 times, are false. */
  readonly wanted: boolean;
  /** Any one of these will do. */
  readonly choices: readonly string[];
  readonly reading: PhraseReading;
}

/** The phrases of the outcome checks and of the signature. */
export function phrasesOf({ expect, signature }: Scenario): readonly CheckPhrase[] {
  return [
    ...expect.flatMap((check, index) => phrasesIn(check, `expect[${index}]`)),
    ...(signature?.checks ?? []).flatMap((check, index) => phrasesIn(check, `signature.checks[${index}]`)),
  ];
}

/** The phrases of one check. */
export function phrasesIn(check: Check, at: string): readonly CheckPhrase[] {
  const wish = (reading: PhraseReading) => ({ wanted: true, reading });
  const ban = (reading: PhraseReading) => ({ wanted: false, reading });
  if ("reply" in check) {
    const { states, omits } = check.reply;
    return [
      ...listNames(states, { field: `${at}.reply.states`, ...wish("prose") }),
      ...listNames(omits, { field: `${at}.reply.omits`, ...ban("prose") }),
    ];
  }
  if (!("world" in check)) return [];
  const { world } = check;
  if ("file" in world)
    return [
      ...listNames(world.contains, { field: `${at}.world.contains`, ...wish("data") }),
      ...listNames(world.omits, { field: `${at}.world.omits`, ...ban("data") }),
    ];
  if ("executed" in world) return [];
  const [name, { contains, count }] =
    "mail" in world ? (["mail", world.mail] as const) : (["reminder", world.reminder] as const);
  const { min = 0, max = 1 } =
    count === undefined ? { min: 1 } : typeof count === "number" ? { min: count, max: count } : count;
  // Several phrases of something that must not be there are one condition, so none of them is forbidden alone.
  const banned = max === 0 && contains?.length === 1;
  if (min === 0 && !banned) return [];
  return listNames(contains, { field: `${at}.world.${name}.contains`, ...(banned ? ban : wish)("prose") });
}

function listNames(
  phrases: readonly (string | readonly string[])[] | undefined,
  { field, ...about }: Pick<CheckPhrase, "field" | "wanted" | "reading">,
): readonly CheckPhrase[] {
  return (phrases ?? []).map((phrase, index) => ({
    field: `${field}[${index}]`,
    ...about,
    choices: typeof phrase === "string" ? [phrase] : phrase,
  }));
}

/** True where a phrase is looked for as it stands, and not as a pattern. */
export function isLiteral(phrase: string): boolean {
  return !/^\/.+\/[dgimsuvy]*$/s.test(phrase);
}
