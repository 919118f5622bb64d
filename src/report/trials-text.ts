/** The list of stored trials as a table, with the names of their experiments below it. */

import { countText, usd } from "../core/format.ts";
import { type TrialKey, trialName } from "../core/trial.ts";
import { table } from "./text-table.ts";

/** One trial of the list. */
interface ListedTrial {
  readonly id: string;
  readonly key: TrialKey;
  readonly experimentName: string;
  readonly outcome: string;
  readonly error: { readonly message: string } | null;
  readonly calls: number | null;
  readonly cutReplies: number | null;
  readonly costUsd: number | null;
  readonly superseded: boolean;
}

/** Table of trials; `simulated` holds the ids of experiments that pay nothing. */
export function trialsText(
  trials: readonly ListedTrial[],
  simulated: ReadonlySet<string>,
  width?: number,
): string {
  const rows = trials.map((row) => [
    row.id,
    row.key.experiment,
    trialName(row.key),
    row.superseded ? `${row.outcome} (superseded)` : row.outcome,
    callsText(row),
    simulated.has(row.key.experiment) ? "simulated" : usd(row.costUsd),
    row.error?.message.split("\n")[0] ?? "",
  ]);
  const head = ["trial", "experiment", "scenario#seed@arm", "outcome", "calls", "cost", "error"];
  return [table(head, rows, width), ...experimentLines(trials)].join("\n");
}

function callsText({ calls, cutReplies }: ListedTrial): string {
  if (calls === null) return "unknown";
  return cutReplies ? `${calls}, ${cutReplies} cut` : String(calls);
}

/** Names the experiments of the rows: one reference may stand in several, as after an edit of its scenario. */
function experimentLines(trials: readonly ListedTrial[]): readonly string[] {
  const names = new Map(trials.map(({ key, experimentName }) => [key.experiment, experimentName]));
  const scenes = new Map<string, Set<string>>();
  for (const { key } of trials) {
    const reference = trialName(key);
    scenes.set(reference, (scenes.get(reference) ?? new Set()).add(key.experiment));
  }
  const shared = [...scenes.values()].filter((experiments) => experiments.size > 1).length;
  return [
    ...(names.size === 0 ? [] : [""]),
    ...[...names].map(([id, name]) => `experiment ${id}: ${name}`),
    ...(shared === 0
      ? []
      : [
          `${countText(shared, "reference")} of the list ${shared === 1 ? "stands" : "stand"} in several experiments; a reference means the newest one, a trial's id exactly one.`,
        ]),
  ];
}
