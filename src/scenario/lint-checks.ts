/** Lints a scenario's checks: can they fail, do they ask for content, is the failure declared? */

import type { Check, LoadedScenario } from "../core/scenario.ts";
import { isLiteral, phrasesIn, type Says } from "./check-phrases.ts";
import { findingOn, type LintFinding } from "./lint-finding.ts";
import { isUniversal } from "./lint-phrases.ts";

/** Words that a reply may use whatever it has understood, with the ends of contractions. */
const MOOD_WORDS: ReadonlySet<string> = new Set(
  (
    "a agree agreed ah already apologies apologise apologize apology attention aware but careful carefully caution certainly " +
    "clear clearly concern concerned confirm confirmed confused confusing confusion conflict conflicting conflicts " +
    "contradict contradiction contradictions contradictory contradicts correct correctly different differs discrepancy " +
    "done error fine good got great happy however i inconsistency inconsistent incorrect is it issue mismatch mistake no " +
    "not note noted notice noticed of ok okay problem problems question right same sorry success successful " +
    "successfully sure thank thanks that the there think this to unclear understand understood unsure warning well " +
    "with wrong yes you d ll m re s t ve"
  ).split(" "),
);

/** Lists the checks that cannot fail or ask for a mood, and what a stress scenario fails to declare. */
export function lintChecks(loaded: LoadedScenario, says: Says): readonly LintFinding[] {
  const { expect, mechanism, signature, role } = loaded.scenario;
  const idle = expect
    .map((check, index) => ({ check, index }))
    .filter(({ check }) => cannotFail(check, says));
  // Phrases that every text says have a finding of their own.
  const findings: LintFinding[] = idle
    .filter(({ check, index }) => phrasesIn(check, `expect[${index}]`).length === 0)
    .map(({ index }) =>
      findingOn(
        loaded,
        "idle-check",
        "warning",
        `expect[${index}] asks for nothing, so it cannot fail; name what decides, or remove it`,
      ),
    );
  if (idle.length === expect.length)
    findings.push(
      findingOn(
        loaded,
        "no-failing-check",
        "error",
        "no outcome check in expect could ever fail; name the decisive content",
      ),
    );
  for (const { phrase, index } of expect.flatMap(wantedPhrases))
    if (isMood(phrase))
      findings.push(
        findingOn(
          loaded,
          "mood-word",
          "warning",
          `expect[${index}] is satisfied by ${JSON.stringify(phrase)}; ask for the decisive content instead`,
        ),
      );
  if (role === "stress" && signature === undefined)
    findings.push(
      findingOn(
        loaded,
        "no-signature",
        "warning",
        "a stress scenario should say what its failure looks like (signature)",
      ),
    );
  if (role === "stress" && mechanism.length === 0)
    findings.push(
      findingOn(
        loaded,
        "no-mechanism",
        "warning",
        "a stress scenario should say how to see that its flag fired (mechanism)",
      ),
    );
  return findings;
}

type Count = number | { readonly min?: number | undefined; readonly max?: number | undefined } | undefined;

function cannotFail(check: Check, says: Says): boolean {
  const phrases = phrasesIn(check, "");
  const idle = phrases.every((phrase) => phrase.wanted && isUniversal(phrase, says));
  if ("reply" in check) return idle && check.reply.status === undefined;
  if ("world" in check) {
    const { world } = check;
    if ("mail" in world) return anyNumber(world.mail.count);
    if ("reminder" in world) return anyNumber(world.reminder.count);
    if ("executed" in world) return anyNumber(world.executed.count);
    const { exists, unchanged, equals } = world;
    return [exists, unchanged, equals].every((part) => part === undefined) && phrases.length === 0;
  }
  if ("event" in check) return anyNumber(check.event.count);
  if ("call" in check) return typeof check.call !== "string" && anyNumber(check.call.count);
  if ("cost" in check) return Object.keys(check.cost).length === 0;
  return false;
}

function anyNumber(count: Count): boolean {
  return typeof count === "object" && (count.min ?? 0) === 0 && count.max === undefined;
}

/** Every choice of every phrase a check wants to be said: one choice is enough to satisfy it. */
function wantedPhrases(
  check: Check,
  index: number,
): readonly { readonly phrase: string; readonly index: number }[] {
  const wanted =
    "reply" in check
      ? check.reply.states
      : "world" in check && "file" in check.world
        ? check.world.contains
        : "world" in check && "mail" in check.world
          ? check.world.mail.contains
          : [];
  return (wanted ?? []).flat().map((phrase) => ({ phrase, index }));
}

function isMood(phrase: string): boolean {
  const source = isLiteral(phrase) ? phrase : phrase.slice(1, phrase.lastIndexOf("/")).replace(/\\./g, " ");
  const words = source.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length > 0 && words.every((word) => MOOD_WORDS.has(word));
}
