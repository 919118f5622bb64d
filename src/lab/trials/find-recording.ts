/** Finds a trial with everything needed to run it again: a recording's file, or a stored trial. */

import { existsSync } from "node:fs";
import { asRunBy } from "../../core/effective-arm.ts";
import { LabError } from "../../core/errors.ts";
import { readStore } from "../environment/read-store.ts";
import { type Recording, readRecording } from "./recording.ts";

/** Reads a recording's file, or makes a recording of a stored trial named by id, `scenario#seed@arm` or `latest`. */
export async function findRecording(trial: string, db: string): Promise<Recording> {
  if (trial.endsWith(".json")) {
    if (existsSync(trial)) return readRecording(trial);
    throw new LabError({
      code: "no-recording",
      what: `there is no recording ${trial}`,
      where: trial,
      remedy: "check the path, or name a stored trial (harness-lab trials)",
    });
  }
  return readStore(db, async (store) => {
    const found = await store.findTrial(trial);
    const stored = await store.loadTrial(found.id);
    const { experiment, provenance, scenarios } = await store.loadExperiment(stored.outcome.key.experiment);
    const loaded = scenarios.find((one) => one.scenario.id === stored.outcome.key.scenario);
    if (!loaded) throw new Error(`the store has no scenario ${stored.outcome.key.scenario}`);
    return {
      format: "harness-lab-recording/1",
      harnessDigest: provenance.harnessDigest,
      experiment: asRunBy(experiment, stored.outcome.key.arm),
      loaded,
      trial: stored,
    };
  });
}
