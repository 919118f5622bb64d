/** The last line of a run that has not a result for every pair: what is lacking, which pairs, and what runs them. */

import { countText, usd } from "../core/format.ts";
import { isAbsent, type PairedUnit } from "../core/pairs.ts";
import type { ExperimentReport } from "../core/report-document.ts";

/** Pairs that are named; the rest is counted. */
const NAMED = 3;

/** Cause of a lost pair: the first of these that one of its trials ended with. */
const CAUSES = ["error", "missing", "unscored"] as const;
const CAUSE_WORDS = { error: "ended with an error", missing: "missing", unscored: "unscored" } as const;

/** Null where every pair has two results; `spentUsd` is what was paid, pairs that are not complete included. */
export function incompleteLine(
  { sections, totals }: Pick<ExperimentReport, "sections" | "totals">,
  spentUsd: number | null = null,
): string | null {
  const units = distinct(
    sections.flatMap(({ comparison, controls }) => [...comparison.units, ...(controls?.units ?? [])]),
  );
  const setAside = totals.trialsBudget;
  const lost = CAUSES.map((cause) => ({ cause, pairs: units.filter((unit) => causeOf(unit) === cause) }));
  const parts = lost.flatMap(({ cause, pairs }) =>
    pairs.length === 0
      ? []
      : [`${countText(pairs.length, "pair")} ${CAUSE_WORDS[cause]} (${namesOf(pairs)})`],
  );
  const begun = spentUsd === null || totals.spentUsd === null ? 0 : spentUsd - totals.spentUsd;
  if (setAside > 0)
    parts.push(
      `${countText(setAside, "trial")} set aside by the budget${begun > 1e-9 ? `, with ${usd(begun)} paid for what they had asked, which is kept` : ""}`,
    );
  if (parts.length === 0) return null;
  const runsAgain = setAside > 0 || units.some((unit) => ["error", "missing"].includes(causeOf(unit) ?? ""));
  return `Incomplete: ${parts.join("; ")}.${runsAgain ? ` The same command${setAside > 0 ? " with a larger --budget-usd" : ""} runs what is lacking.` : ""}`;
}

function causeOf({ control, treatment }: PairedUnit): (typeof CAUSES)[number] | null {
  const outcomes = [control.outcome, treatment.outcome];
  if (outcomes.includes("budget")) return null;
  if (outcomes.includes("error")) return "error";
  if (outcomes.some(isAbsent)) return "missing";
  return outcomes.includes("unscored") ? "unscored" : null;
}

function namesOf(pairs: readonly PairedUnit[]): string {
  const names = pairs.slice(0, NAMED).map(({ scenario, seed }) => `${scenario} seed ${seed}`);
  return `${names.join(", ")}${pairs.length > NAMED ? ` and ${pairs.length - NAMED} more` : ""}`;
}

/** Comparisons share pairs where they share an arm, and a pair is lost once. */
function distinct(units: readonly PairedUnit[]): readonly PairedUnit[] {
  return [
    ...new Map(
      units.map((unit) => [JSON.stringify([unit.scenario, unit.seed, causeOf(unit)]), unit]),
    ).values(),
  ];
}
