/** Takes an experiment out of a store with all its trials, and puts one in. */

import type { GradedTrial } from "../../../core/trial.ts";
import { acquireRunLock } from "../../../record/run-lock.ts";
import { withStore } from "../../../record/store.ts";
import type { ExperimentRef, Store, StoredExperiment } from "../../../record/store-port.ts";

/** An experiment as it travels between stores. */
export interface TravellingRun extends StoredExperiment {
  /** Every attempt of every block. */
  readonly trials: readonly GradedTrial[];
}

/** Reads an experiment whole. */
export async function runOf(store: Store, ref: ExperimentRef): Promise<TravellingRun> {
  const id = ref === "latest" ? await newestRun(store) : (await store.findExperiment(ref)).id;
  const stored = await store.loadExperiment(id);
  const rows = await store.trials({ experiment: id });
  return { ...stored, trials: await store.loadTrials(rows.map((row) => row.id)) };
}

/** The newest experiment that is a run of its own: gates and calibrations hold other runs' arms against something. */
async function newestRun(store: Store): Promise<string> {
  for (const { id } of await store.experiments()) {
    const { experiment } = await store.loadExperiment(id);
    if (experiment.comparisons.every(({ kind }) => kind === undefined)) return id;
  }
  return (await store.findExperiment("latest")).id;
}

/** Stores an experiment with its trials; what is stored already is left as it is. */
export async function storeRun(
  db: string,
  { experiment, provenance, scenarios, trials }: TravellingRun,
): Promise<void> {
  await using _lock = await acquireRunLock(db);
  await withStore(db, "write", async (store) => {
    await store.saveExperiment(experiment, provenance, scenarios);
    await store.saveBlock(trials);
  });
}
