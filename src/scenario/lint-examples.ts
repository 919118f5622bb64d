/** Lints what a scenario's checks make of its examples, and which examples are missing (ARCHITECTURE 4.2). */

import { flagNamed } from "../core/flag-catalogue.ts";
import type { LoadedScenario } from "../core/scenario.ts";
import { findingOn, type LintFinding } from "./lint-finding.ts";

/** One example as the outcome checks judged it. */
export interface JudgedExample {
  readonly list: "passes" | "fails";
  readonly index: number;
  readonly accepted: boolean | null;
  readonly failed: readonly number[];
  readonly detail: string | null;
  readonly signatureSeen: boolean | null;
}

const FEWEST = { passes: 3, fails: 3, right: 3, wrong: 2 } as const;

/** Lists examples that come out wrong, checks that no example fails, and what is missing. */
export function lintExamples(
  loaded: LoadedScenario,
  examples: readonly JudgedExample[],
  builtIn: boolean,
): readonly LintFinding[] {
  const error = (message: string) => findingOn(loaded, "wrong-example", "error", message);
  const wrong = examples.flatMap((one) => {
    const at = `${one.list}[${one.index}]`;
    if (one.accepted === null)
      return [error(`${at} says nothing that an outcome check looks at, so it holds them to nothing`)];
    if (one.list === "passes" && !one.accepted) return [error(`${at} has to pass and fails: ${one.detail}`)];
    if (one.list === "passes" && one.signatureSeen)
      return [error(`${at} passes and shows the declared failure (signature)`)];
    if (one.list === "fails" && one.accepted)
      return [error(`${at} has to fail and every outcome check accepts it`)];
    return [];
  });
  return [
    ...wrong,
    ...unprovenChecks(loaded, examples),
    ...unseenTexts(loaded, examples),
    ...missing(loaded, builtIn),
  ];
}

/** Checks that no failing example fails: nobody has shown that they can. */
function unprovenChecks(loaded: LoadedScenario, examples: readonly JudgedExample[]): readonly LintFinding[] {
  const fails = examples.filter(({ list }) => list === "fails");
  if (fails.length === 0) return [];
  return loaded.scenario.expect.flatMap((check, index) => {
    if ("judge" in check || "cost" in check || fails.some(({ failed }) => failed.includes(index))) return [];
    const message = `no example in \`fails\` fails expect[${index}], so nothing shows that it can fail`;
    return [findingOn(loaded, "unproven-check", "warning", message)];
  });
}

function missing(loaded: LoadedScenario, builtIn: boolean): readonly LintFinding[] {
  const { scenario } = loaded;
  const severity = builtIn ? "error" : "warning";
  const counts = {
    passes: scenario.passes.length,
    fails: scenario.fails.length,
    right: scenario.payloads?.right.length ?? 0,
    wrong: scenario.payloads?.wrong.length ?? 0,
  };
  const wanted = needsPayloads(loaded)
    ? (["passes", "fails", "right", "wrong"] as const)
    : (["passes", "fails"] as const);
  return wanted.flatMap((list) => {
    if (counts[list] >= FEWEST[list]) return [];
    const field = list === "right" || list === "wrong" ? `payloads.${list}` : list;
    const message = `${field} has ${counts[list]} of at least ${FEWEST[list]} examples`;
    return [findingOn(loaded, "missing-example", severity, message)];
  });
}

/** True where the scenario stresses a flag that works through what it puts into a request. */
function needsPayloads({ scenario }: LoadedScenario): boolean {
  return (
    scenario.role === "stress" && scenario.targets.some((name) => flagNamed(name)?.worksThrough === "request")
  );
}

function unseenTexts(loaded: LoadedScenario, examples: readonly JudgedExample[]): readonly LintFinding[] {
  const fails = examples.filter(({ list }) => list === "fails");
  if (fails.length === 0 || fails.some(({ signatureSeen }) => signatureSeen !== false)) return [];
  const message = "no example in `fails` shows the declared failure (signature)";
  return [findingOn(loaded, "unseen-signature", "warning", message)];
}
