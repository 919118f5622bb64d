/** Lists scenarios, experiments and trials, as tables and as data. */

import { EXIT } from "../../core/errors.ts";
import { countText, usd } from "../../core/format.ts";
import type { Scenario } from "../../core/scenario.ts";
import { trialName } from "../../core/trial.ts";
import { knownFlag } from "../../plan/arms.ts";
import type { TrialRow } from "../../record/store-port.ts";
import { table } from "../../report/text-table.ts";
import { readScenarios } from "../../scenario/read-scenarios.ts";
import { HARNESSES } from "./harness-registry.ts";
import { SCENARIO_ROOT } from "./project.ts";
import { readStore } from "./read-store.ts";
import type { LabResult } from "./result.ts";

/** A scenario as `scenarios --json` lists it. */
interface ListedScenario extends Scenario {
  /** Digest of the parsed scenario with its expanded rules. */
  readonly digest: string;
  /** Absolute path. */
  readonly file: string;
}

/** The built-in scenarios, or those that target a flag. */
export async function listScenarios(options: {
  readonly flag?: string | undefined;
  readonly root?: string | undefined;
  /** Columns to lay out for; absent = rows are not wrapped. */
  readonly width?: number | undefined;
}): Promise<LabResult> {
  if (options.flag) knownFlag(options.flag);
  const all = await readScenarios(options.root ?? SCENARIO_ROOT, HARNESSES);
  const shown = all.filter((loaded) => !options.flag || loaded.scenario.targets.includes(options.flag));
  const rows = shown.map(({ scenario }) => [
    scenario.id,
    scenario.role,
    scenario.targets.join(" "),
    scenario.purpose,
  ]);
  return result(
    table(["scenario", "role", "targets", "purpose"], rows, options.width),
    shown.map(({ scenario, digest, file }): ListedScenario => ({ ...scenario, digest, file })),
  );
}

/** Stored experiments, newest first. */
export async function listExperiments(db: string, width?: number): Promise<LabResult> {
  const experiments = await readStore(db, (store) => store.experimentRows());
  const rows = experiments.map((row) => [
    row.id,
    row.updatedAt,
    row.model,
    `${row.completed}/${row.planned}`,
    String(row.errored),
    row.formerNames.length === 0 ? row.name : `${row.name} (also ${row.formerNames.join(", ")})`,
  ]);
  return result(
    table(["experiment", "updated", "model", "completed", "errored", "name"], rows, width),
    experiments,
  );
}

/** Stored trials, newest first. */
export async function listTrials(options: {
  readonly db: string;
  readonly failed: boolean;
  readonly experiment?: string | undefined;
  readonly flag?: string | undefined;
  readonly limit: number;
  /** Columns to lay out for; absent = rows are not wrapped. */
  readonly width?: number | undefined;
}): Promise<LabResult> {
  if (options.flag) knownFlag(options.flag);
  const { trials, simulated } = await readStore(options.db, async (store) => ({
    trials: await store.trials({
      ...(options.failed ? { failed: true } : {}),
      ...(options.experiment ? { experiment: (await store.findExperiment(options.experiment)).id } : {}),
      ...(options.flag ? { flag: options.flag } : {}),
      limit: options.limit,
    }),
    simulated: new Set((await store.experimentRows()).flatMap((one) => (one.simulated ? [one.id] : []))),
  }));
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
  return result([table(head, rows, options.width), ...experimentLines(trials)].join("\n"), trials);
}

function callsText({ calls, cutReplies }: TrialRow): string {
  if (calls === null) return "unknown";
  return cutReplies ? `${calls}, ${cutReplies} cut` : String(calls);
}

/** Names the experiments of the rows: one reference may stand in several, as after an edit of its scenario. */
function experimentLines(trials: readonly TrialRow[]): readonly string[] {
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

function result(text: string, json: unknown): LabResult {
  return { text, json, exitCode: EXIT.pass };
}
