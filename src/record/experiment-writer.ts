/** Stores an experiment with what it rests on; stored again, it is extended. */

import type { Experiment, Provenance } from "../core/experiment.ts";
import { flagNamed } from "../core/flag-catalogue.ts";
import { canonicalJson } from "../core/json.ts";
import type { LoadedScenario } from "../core/scenario.ts";
import { saveExperimentJudge } from "./judge-records.ts";
import { EXPERIMENT_SCENARIOS, FLAGS_TABLE, SCENARIOS } from "./schema.ts";
import type { Sql } from "./sql.ts";
import { storedJson, storedText } from "./stored-text.ts";

/** Adds the experiment, or the seeds, provenance and scenario files that are new about it. */
export async function saveExperiment(
  sql: Sql,
  experiment: Experiment,
  provenance: Provenance,
  scenarios: readonly LoadedScenario[],
): Promise<void> {
  await sql.transaction(async () => {
    await saveDecisions(sql, experiment);
    await saveName(sql, experiment);
    await saveRule(sql, experiment);
    await saveExperimentJudge(sql, experiment);
    await saveProvenance(sql, experiment.id, provenance);
    await saveScenarios(sql, experiment.id, scenarios);
    await saveFlags(sql, experiment);
  });
}

async function saveDecisions(sql: Sql, experiment: Experiment): Promise<void> {
  const [stored] = await sql.rows<{ seeds: readonly string[] }>(
    "SELECT seeds FROM experiments WHERE id = $id",
    {
      id: experiment.id,
    },
  );
  const values = {
    id: experiment.id,
    name: storedText(experiment.name),
    seeds: [...new Set([...(stored?.seeds ?? []), ...experiment.seeds])],
    model: storedJson(experiment.model),
    now: new Date().toISOString(),
  };
  if (stored) {
    await sql.run(
      "UPDATE experiments SET name = $name, seeds = $seeds, model = $model, updated_at = $now::TIMESTAMP WHERE id = $id",
      values,
    );
    return;
  }
  await sql.run(
    `INSERT INTO experiments BY NAME SELECT $id AS id, $name AS name, $arms AS arms, $comparisons AS comparisons,
      $seeds AS seeds, $model AS model, $settings AS settings, $independent AS independent,
      $now::TIMESTAMP AS created_at, $now::TIMESTAMP AS updated_at`,
    {
      ...values,
      arms: storedJson(experiment.arms),
      comparisons: storedJson(experiment.comparisons),
      settings: storedJson(experiment.settings),
      independent: experiment.independent,
    },
  );
}

/** An experiment that is run under another name keeps the ones it had. */
async function saveName(sql: Sql, { id, name }: Experiment): Promise<void> {
  await sql.run("INSERT OR REPLACE INTO experiment_names VALUES ($id, $name, $now::TIMESTAMP)", {
    id,
    name: storedText(name),
    now: new Date().toISOString(),
  });
}

/** Design and rule are part of the identity, so what is stored is never another one. */
async function saveRule(sql: Sql, { id, design, rule }: Experiment): Promise<void> {
  if (!design && !rule) return;
  await sql.run("INSERT OR IGNORE INTO experiment_rules VALUES ($id, $design, $rule)", {
    id,
    design: design ? storedJson(design) : null,
    rule: rule ? storedJson(rule) : null,
  });
}

async function saveProvenance(sql: Sql, experiment: string, provenance: Provenance): Promise<void> {
  const row = {
    experiment,
    provenance: canonicalJson(provenance),
    simulated: provenance.simulated,
    now: new Date().toISOString(),
  };
  await sql.run(
    "DELETE FROM provenances WHERE experiment = $experiment AND provenance::VARCHAR = $provenance",
    {
      experiment,
      provenance: row.provenance,
    },
  );
  await sql.run(
    "INSERT INTO provenances VALUES ($experiment, $provenance, $simulated, $now::TIMESTAMP)",
    row,
  );
}

async function saveScenarios(
  sql: Sql,
  experiment: string,
  scenarios: readonly LoadedScenario[],
): Promise<void> {
  const held = await sql.rows<{ digest: string }>("SELECT digest FROM scenarios");
  const old = new Set(held.map((row) => row.digest));
  const fresh = new Map(scenarios.map((loaded) => [loaded.digest, loaded]));
  await sql.append(
    SCENARIOS,
    [...fresh.values()]
      .filter((loaded) => !old.has(loaded.digest))
      .map((loaded) => ({
        digest: loaded.digest,
        id: loaded.scenario.id,
        role: loaded.scenario.role,
        scenario: storedJson(loaded.scenario),
        rules: storedJson(loaded.rules),
      })),
  );
  await sql.run(
    "DELETE FROM experiment_scenarios WHERE experiment = $experiment AND scenario IN (SELECT unnest($ids))",
    { experiment, ids: scenarios.map((loaded) => loaded.scenario.id) },
  );
  await sql.append(
    EXPERIMENT_SCENARIOS,
    scenarios.map((loaded) => ({
      experiment,
      scenario: loaded.scenario.id,
      digest: loaded.digest,
      file: storedText(loaded.file),
    })),
  );
}

async function saveFlags(sql: Sql, experiment: Experiment): Promise<void> {
  const held = await sql.rows<{ name: string }>("SELECT name FROM flags");
  const old = new Set(held.map((row) => row.name));
  const names = new Set([
    ...experiment.arms.flatMap((arm) => Object.keys(arm.flags)),
    ...experiment.comparisons.flatMap((comparison) => comparison.flag ?? []),
  ]);
  await sql.append(
    FLAGS_TABLE,
    [...names]
      .filter((name) => !old.has(name))
      .flatMap((name) => flagNamed(name) ?? [])
      .map((flag) => ({ name: flag.name, feature: flag.id, summary: flag.summary })),
  );
}
