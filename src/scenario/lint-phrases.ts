/** Lints phrases of checks: those that every text says, that the empty text says, and that no text can say. */

import type { LoadedScenario } from "../core/scenario.ts";
import { type CheckPhrase, isLiteral, phrasesOf, type Says } from "./check-phrases.ts";
import { findingOn, type LintFinding } from "./lint-finding.ts";

/** Texts with nothing in common. */
const PROBES = ["", "Noted.", "a", "0", "\n", "The quick brown fox jumps over 13 lazy dogs.", "É\n– 7?"];

/** True where any text at all says one of the choices. */
export function isUniversal({ choices, reading }: CheckPhrase, says: Says): boolean {
  return choices.some((choice) => PROBES.every((probe) => says(probe, choice, reading)));
}

/** Lists phrases that decide nothing or make a check impossible. */
export function lintPhrases(loaded: LoadedScenario, says: Says): readonly LintFinding[] {
  return phrasesOf(loaded.scenario).flatMap((phrase): LintFinding[] => {
    const found = faultOf(phrase, says);
    return found === null ? [] : [findingOn(loaded, found.rule, found.severity, found.message)];
  });
}

type Fault = Pick<LintFinding, "rule" | "severity" | "message">;

function faultOf(phrase: CheckPhrase, says: Says): Fault | null {
  const { field, wanted, choices, reading } = phrase;
  const shown = choices.map((choice) => JSON.stringify(choice)).join(" or ");
  if (isUniversal(phrase, says))
    return wanted
      ? {
          rule: "idle-check",
          severity: "warning",
          message: `${field}: every text says ${shown}, so it asks for nothing; name the decisive content`,
        }
      : {
          rule: "cannot-pass",
          severity: "error",
          message: `${field}: every text says ${shown}, so nothing can pass; name what must be absent`,
        };
  const unsayable = choices.filter((choice) => isLiteral(choice) && !says(choice, choice, reading));
  if (unsayable.length === choices.length)
    return {
      rule: wanted ? "cannot-pass" : "idle-check",
      severity: wanted ? "error" : "warning",
      message: `${field}: no text can say ${shown}, which is nothing but marks; write words or a /pattern/`,
    };
  if (wanted && reading === "prose" && choices.some((choice) => says("", choice, reading)))
    return {
      rule: "empty-match",
      severity: "warning",
      message: `${field}: the empty text says ${shown}; let the pattern ask for at least one character`,
    };
  return null;
}
