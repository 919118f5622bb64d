/** Lints what stands twice: the same check, the same example, and one end that has to pass and to fail. */

import { canonicalJson, type Json } from "../core/json.ts";
import type { LoadedScenario } from "../core/scenario.ts";
import { findingOn, type LintFinding } from "./lint-finding.ts";

/** Lists repeated checks and examples, and ends that stand on both sides. */
export function lintRepeats(loaded: LoadedScenario): readonly LintFinding[] {
  const { expect, mechanism, signature, passes, fails, payloads } = loaded.scenario;
  const right = payloads?.right ?? [];
  const wrong = payloads?.wrong ?? [];
  const repeats = [
    ["expect", expect],
    ["mechanism", mechanism],
    ["signature.checks", signature?.checks ?? []],
    ["passes", passes],
    ["fails", fails],
    ["payloads.right", right],
    ["payloads.wrong", wrong],
  ] as const;
  return [
    ...repeats.flatMap(([field, entries]) =>
      pairsOf([field, entries], [field, entries]).map(([later, first]) =>
        findingOn(
          loaded,
          "repeated-entry",
          "warning",
          `${later} repeats ${first}, so it adds nothing; remove it, or write one that is different`,
        ),
      ),
    ),
    ...[
      ...pairsOf(["fails", fails], ["passes", passes]),
      ...pairsOf(["payloads.wrong", wrong], ["payloads.right", right]),
    ].map(([bad, good]) =>
      findingOn(
        loaded,
        "contradictory-example",
        "error",
        `${bad} is the same as ${good}, and no check can satisfy both; decide on one side`,
      ),
    ),
    ...pairsOf(["expect", expect], ["mechanism", mechanism]).map(([outcome, evidence]) =>
      findingOn(
        loaded,
        "outcome-is-mechanism",
        "warning",
        `${outcome} is the same as ${evidence}, so the arm without the flag cannot pass whatever it does; let the outcome look at what the user gets`,
      ),
    ),
  ];
}

type List = readonly [field: string, entries: readonly unknown[]];

/** Entries of the first list that stand in the second; within one list each later one with the earliest. */
function pairsOf([field, entries]: List, [otherField, others]: List): readonly (readonly [string, string])[] {
  const keys = others.map(keyOf);
  return entries.flatMap((entry, index) => {
    const first = keys.indexOf(keyOf(entry));
    const itself = entries === others && first === index;
    return first < 0 || itself ? [] : [[`${field}[${index}]`, `${otherField}[${first}]`] as const];
  });
}

/** Of a reply, blanks, case and a final mark make no other example; a file is another with each character. */
function keyOf(entry: unknown): string {
  if (typeof entry === "string")
    return `reply ${entry
      .replace(/\s+/g, " ")
      .trim()
      .replace(/[.!?]$/, "")
      .toLowerCase()}`;
  const { reply, ...others } = entry as Record<string, Json>;
  return typeof reply === "string" && Object.keys(others).length === 0
    ? keyOf(reply)
    : canonicalJson(entry as Json);
}
