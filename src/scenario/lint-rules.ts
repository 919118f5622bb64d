/** Lints a scenario's simulate rules: can each be reached, is every name it says captured? */

import type { LoadedScenario, SimulateRule } from "../core/scenario.ts";
import { findingOn, type LintFinding } from "./lint-finding.ts";

/** Lists rules that an earlier one always beats, and replies that use a name no pattern captures. */
export function lintRules(loaded: LoadedScenario): readonly LintFinding[] {
  // A shared rule may be overruled on purpose; only the scenario's own rules have to be of use.
  const own = new Set<object>(loaded.scenario.simulate);
  return loaded.rules.flatMap((rule, index) => [
    ...(own.has(rule) ? unreachable(loaded, rule, index) : []),
    ...unboundNames(rule).map((name) =>
      findingOn(
        loaded,
        "unbound-capture",
        "error",
        `${ruleName(rule, index)} says \${${name}}, which none of its patterns captures`,
      ),
    ),
  ]);
}

function unreachable(loaded: LoadedScenario, rule: SimulateRule, index: number): readonly LintFinding[] {
  const earlier = loaded.rules.slice(0, index);
  const beatenBy = purposesOf(rule).map((purpose) =>
    earlier.find((other) => purposesOf(other).includes(purpose) && alwaysBeats(other, rule)),
  );
  const [first] = beatenBy;
  if (first === undefined || beatenBy.includes(undefined)) return [];
  const message = `${ruleName(rule, index)} is never reached: ${ruleName(first, earlier.indexOf(first))} comes first and asks for no more`;
  return [findingOn(loaded, "unreachable-rule", "error", message)];
}

/** True where a rule applies to every request that another one applies to. */
function alwaysBeats(earlier: SimulateRule, later: SimulateRule): boolean {
  if (earlier.chance !== undefined) return false;
  if (earlier.when.offers !== undefined && earlier.when.offers !== later.when.offers) return false;
  const needed = seesParts(earlier);
  const given = seesParts(later);
  return Object.entries(needed).every(([part, phrases]) =>
    phrases.every((phrase) => (given[part] ?? []).includes(phrase)),
  );
}

function seesParts({ when: { sees } }: SimulateRule): Readonly<Record<string, readonly string[]>> {
  if (sees === undefined) return {};
  if (Array.isArray(sees)) return { anywhere: sees };
  return Object.fromEntries(Object.entries(sees).map(([part, phrases]) => [part, phrases ?? []]));
}

function purposesOf({ when: { purpose } }: SimulateRule): readonly string[] {
  return typeof purpose === "string" ? [purpose] : purpose;
}

function unboundNames(rule: SimulateRule): readonly string[] {
  const { none: _none, lacks: _lacks, ...positive } = seesParts(rule);
  const captured = Object.values(positive)
    .flat()
    .flatMap((pattern) => [...pattern.matchAll(/\(\?<([A-Za-z_$][\w$]*)>/g)].map((match) => match[1]));
  const said = JSON.stringify([rule.say, rule.json, rule.call]);
  const used = [...said.matchAll(/\$\{([A-Za-z_$][\w$]*)\}/g)].map((match) => match[1] ?? "");
  return [...new Set(used)].filter((name) => !captured.includes(name));
}

function ruleName(rule: SimulateRule, index: number): string {
  return `rule ${index + 1} (${purposesOf(rule).join(", ")})`;
}
