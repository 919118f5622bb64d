/** Lints checks and simulate rules that answer to one fixed word which the payloads alone say. */

import { parsePattern } from "../core/pattern.ts";
import type { LoadedScenario, Scenario } from "../core/scenario.ts";
import { isLiteral, phrasesOf } from "./check-phrases.ts";
import { findingOn, type LintFinding } from "./lint-finding.ts";

/** Lists the checks and rules that a planted word decides. */
export function lintPassphrase(loaded: LoadedScenario): readonly LintFinding[] {
  const { scenario } = loaded;
  const right = scenario.payloads?.right ?? [];
  const planted = plantedWords(scenario, right);
  if (planted.length === 0) return [];
  const wanted = phrasesOf(scenario)
    .filter(({ field, wanted }) => wanted && field.startsWith("expect"))
    .flatMap(({ field, choices }) => {
      const word = planted.find((one) => choices.every((choice) => hangsOn(choice, one, [one])));
      return word === undefined ? [] : [{ field, word }];
    });
  const rules = scenario.simulate.flatMap((rule, index) => {
    if ("include" in rule) return [];
    const { sees } = rule.when;
    const phrases = Array.isArray(sees)
      ? sees
      : [...(sees?.system ?? []), ...(sees?.line ?? []), ...(sees?.user ?? [])];
    return phrases.flatMap((phrase) => {
      const word = planted.find((one) => hangsOn(phrase, one, right));
      return word === undefined ? [] : [{ field: `simulate[${index}].when.sees`, word }];
    });
  });
  return [...wanted, ...rules].map(({ field, word }) =>
    findingOn(
      loaded,
      "passphrase",
      "error",
      `${field} hangs on "${word}", which every payload of payloads.right says and neither conversation nor world does; ask for what the payloads mean, and write one of them without the word`,
    ),
  );
}

/** Words that every right payload says and that nobody could know without one. Figures may be worked out. */
function plantedWords(scenario: Scenario, right: readonly string[]): readonly string[] {
  const [first, ...others] = right.map(wordsOf);
  if (first === undefined || others.length === 0) return [];
  const known = new Set(wordsOf(JSON.stringify([scenario.conversation, scenario.history, scenario.world])));
  return [...new Set(first)].filter(
    (word) => !/^\d+$/.test(word) && !known.has(word) && others.every((words) => words.includes(word)),
  );
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_-]{2,}/gu) ?? [];
}

/** True where the phrase finds each of the texts, and none of them without the word. */
function hangsOn(phrase: string, word: string, texts: readonly string[]): boolean {
  const finds = finderOf(phrase);
  const without = (text: string) => text.replaceAll(new RegExp(word, "gi"), " ");
  return texts.every((text) => finds(text) && !finds(without(text)));
}

function finderOf(phrase: string): (text: string) => boolean {
  if (!isLiteral(phrase)) {
    const pattern = parsePattern(phrase);
    if (pattern !== null) return (text) => pattern.test(text);
  }
  return (text) => text.toLowerCase().includes(phrase.toLowerCase());
}
