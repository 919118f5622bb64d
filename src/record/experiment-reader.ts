/** Reads experiments: lists, one by what a user calls it, and one whole. */

import type { Arm } from "../core/arm.ts";
import { LabError } from "../core/errors.ts";
import type { ComparisonSpec, DecisionRule, DesignSpec, Provenance } from "../core/experiment.ts";
import { dateTime } from "../core/format.ts";
import type { ModelSettings } from "../core/model-settings.ts";
import { nearestNames } from "../core/nearest-names.ts";
import type { LoadedScenario } from "../core/scenario.ts";
import type { SettingsOverride } from "../core/settings.ts";
import { experimentJudge } from "./judge-records.ts";
import type { Sql } from "./sql.ts";
import type { ExperimentRow, FinishedBlock, KnownExperiment, StoredExperiment } from "./store-port.ts";
import { originalJson, originalText } from "./stored-text.ts";

interface ListedExperiment {
  readonly id: string;
  readonly name: string;
  readonly former_names: readonly string[] | null;
  readonly model: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Names of every experiment, the one last started or extended first. */
export async function knownExperiments(sql: Sql): Promise<readonly KnownExperiment[]> {
  const rows = await sql.rows<ListedExperiment>(`
    SELECT e.id, e.name, e.model->>'model' AS model, e.created_at, e.updated_at, n.former_names
    FROM experiments e LEFT JOIN (
      SELECT n.experiment, list(n.name ORDER BY n.given_at DESC, n.name) AS former_names
      FROM experiment_names n JOIN experiments e ON e.id = n.experiment AND e.name <> n.name
      GROUP BY n.experiment
    ) n ON n.experiment = e.id
    ORDER BY e.updated_at DESC, e.created_at DESC, e.id`);
  return rows.map((row) => ({
    id: row.id,
    name: originalText(row.name),
    formerNames: (row.former_names ?? []).map(originalText),
    model: row.model,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }));
}

interface CountedExperiment {
  readonly id: string;
  readonly simulated: boolean | null;
  readonly scenarios: number;
  readonly seeds: number;
  readonly planned: number;
  readonly completed: number;
  readonly errored: number;
  readonly spent_usd: number | null;
}

/** All experiments with what each of them holds, in the same order. */
export async function experimentRows(sql: Sql): Promise<readonly ExperimentRow[]> {
  const known = await knownExperiments(sql);
  const counted = await sql.rows<CountedExperiment>(`
    SELECT e.id, len(e.seeds) AS seeds,
      (SELECT any_value(simulated) FROM provenances p WHERE p.experiment = e.id) AS simulated,
      (SELECT count(*) FROM experiment_scenarios s WHERE s.experiment = e.id) AS scenarios,
      (SELECT count(*) FROM planned_trials p WHERE p.experiment = e.id) AS planned,
      (SELECT count(*) FROM latest_trials t WHERE t.experiment = e.id AND t.error_kind IS NULL) AS completed,
      (SELECT count(*) FROM latest_trials t WHERE t.experiment = e.id AND t.error_kind IS NOT NULL) AS errored,
      spent.spent_usd
    FROM experiments e LEFT JOIN (
      SELECT e.id, sum_known_where(c.spent_usd, c.call IS NOT NULL) AS spent_usd
      FROM experiments e LEFT JOIN trials t ON t.experiment = e.id LEFT JOIN model_calls c ON c.trial = t.id
      GROUP BY e.id
    ) spent ON spent.id = e.id`);
  const byId = new Map(counted.map((row) => [row.id, row]));
  return known.flatMap((experiment) => {
    const row = byId.get(experiment.id);
    if (!row) return [];
    const { id: _, simulated, spent_usd: spentUsd, ...counts } = row;
    return [{ ...experiment, ...counts, simulated: simulated ?? false, spentUsd }];
  });
}

/** The experiment a user means: `latest`, an id, a unique beginning of one, or a name. */
export async function findExperiment(sql: Sql, ref: string): Promise<KnownExperiment> {
  const all = await knownExperiments(sql);
  const [latest] = all;
  if (!latest)
    throw new LabError({
      code: "no-experiment",
      what: "the store holds no experiment yet",
      remedy: "harness-lab ablate <FLAG...> runs one",
    });
  if (ref === "latest") return latest;
  const fitting = [
    all.filter((row) => row.id === ref),
    all.filter((row) => row.name === ref),
    all.filter((row) => row.formerNames.includes(ref)),
    all.filter((row) => ref !== "" && row.id.startsWith(ref)),
  ].find((rows) => rows.length > 0);
  const [only] = fitting ?? [];
  if (only && fitting?.length === 1) return only;
  throw new LabError({
    code: only ? "ambiguous-experiment" : "unknown-experiment",
    what: only ? `${fitting?.length} experiments fit "${ref}"` : `no experiment fits "${ref}"`,
    remedy: `name one of these by its id${only ? "" : " or name"}, or latest:\n${candidates(ref, fitting ?? all)}`,
  });
}

/** Candidates that an error lists. */
const LISTED = 8;

/** One candidate a line, those that are spelt alike first. */
function candidates(ref: string, rows: readonly KnownExperiment[]): string {
  const namesOf = (row: KnownExperiment) => [row.id, row.name, ...row.formerNames];
  const near = nearestNames(ref, rows.flatMap(namesOf));
  const rank = (row: KnownExperiment) => {
    const places = namesOf(row).map((name) => near.indexOf(name));
    return Math.min(near.length, ...places.filter((place) => place >= 0));
  };
  const sorted = rows.toSorted((a, b) => rank(a) - rank(b));
  const lines = sorted
    .slice(0, LISTED)
    .map(
      (row) => `  ${row.id}  ${dateTime(row.updatedAt)}  ${row.name.replaceAll(/\s+/g, " ").slice(0, 60)}`,
    );
  const more = rows.length - lines.length;
  return [...lines, ...(more > 0 ? [`  and ${more} more: harness-lab experiments`] : [])].join("\n");
}

/** The experiment as it was saved, with all seeds it was extended by and its newest provenance. */
export async function loadExperiment(sql: Sql, id: string): Promise<StoredExperiment> {
  const [row] = await sql.rows<{
    name: string;
    arms: string;
    comparisons: string;
    seeds: readonly string[];
    model: string;
    settings: string;
    independent: boolean;
    design: string | null;
    rule: string | null;
  }>(
    `SELECT e.*, r.design, r.rule FROM experiments e LEFT JOIN experiment_rules r ON r.experiment = e.id
    WHERE e.id = $id`,
    { id },
  );
  const [source] = await sql.rows<{ provenance: string }>(
    "SELECT provenance FROM provenances WHERE experiment = $id ORDER BY saved_at DESC, rowid DESC LIMIT 1",
    { id },
  );
  if (!row || !source)
    throw new LabError({
      code: "unknown-experiment",
      what: `the store has no experiment ${id}`,
      remedy: "harness-lab experiments lists what there is",
    });
  const judge = await experimentJudge(sql, id);
  const scenarios = await sql.rows<{ digest: string; file: string; scenario: string; rules: string }>(
    `SELECT s.digest, x.file, s.scenario, s.rules FROM experiment_scenarios x JOIN scenarios s USING (digest)
    WHERE x.experiment = $id ORDER BY x.scenario`,
    { id },
  );
  return {
    experiment: {
      id,
      name: originalText(row.name),
      arms: originalJson<readonly Arm[]>(row.arms),
      comparisons: originalJson<readonly ComparisonSpec[]>(row.comparisons),
      seeds: row.seeds,
      model: originalJson<ModelSettings>(row.model),
      settings: originalJson<SettingsOverride>(row.settings),
      independent: row.independent,
      ...(judge ? { judge } : {}),
      ...(row.design === null ? {} : { design: originalJson<DesignSpec>(row.design) }),
      ...(row.rule === null ? {} : { rule: originalJson<DecisionRule>(row.rule) }),
    },
    provenance: originalJson<Provenance>(source.provenance),
    scenarios: scenarios.map(({ digest, file, scenario, rules }) => ({
      scenario: originalJson<LoadedScenario["scenario"]>(scenario),
      rules: originalJson<LoadedScenario["rules"]>(rules),
      digest,
      file: originalText(file),
    })),
  };
}

/** The newest attempt of every stored block of an experiment. */
export function finishedBlocks(sql: Sql, experiment: string): Promise<readonly FinishedBlock[]> {
  return sql.rows<FinishedBlock>(
    `SELECT scenario, seed, any_value(attempt) AS attempt,
      coalesce(bool_or(error_kind IN ('infrastructure', 'operator')), false) AS errored, list_sort(list(arm)) AS arms
    FROM latest_trials WHERE experiment = $experiment
    GROUP BY scenario, seed ORDER BY scenario, try_cast(seed AS DOUBLE), seed`,
    { experiment },
  );
}
