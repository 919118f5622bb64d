/** Shows one stored trial as a readable transcript, with what later gradings said of it. */

import { EXIT } from "../../core/errors.ts";
import { isSimulated } from "../../core/model-settings.ts";
import { outcomeOf } from "../../core/score.ts";
import type { Grading, TrialRow } from "../../record/store-port.ts";
import type { TranscriptDocument } from "../../report/transcript.ts";
import { eventKindsOf } from "../environment/harness-registry.ts";
import { readStore } from "../environment/read-store.ts";
import type { LabResult } from "../environment/result.ts";

/** A stored trial as `show --json` prints it. */
interface ShownTrial extends TranscriptDocument {
  readonly experimentName: string;
  /** Gradings after the one that the trial was stored with, oldest first. */
  readonly laterGradings: readonly Grading[];
}

/** The transcript of a trial named by id, prefix, `scenario#seed@arm` or `latest`. */
export async function show(request: {
  readonly trial: string;
  readonly db: string;
  readonly colour: boolean;
  readonly width: number;
  /** Shows every message whole. */
  readonly full?: boolean | undefined;
}): Promise<LabResult> {
  const { row, kinds, priced, others, trial, later } = await readStore(request.db, async (store) => {
    const found = await store.findTrial(request.trial);
    const { scenario, seed, arm } = found.key;
    const { experiment } = await store.loadExperiment(found.key.experiment);
    return {
      row: found,
      kinds: eventKindsOf(experiment, arm),
      priced: !isSimulated(experiment.model),
      others: otherExperiments(found, await store.trials({ scenario, seed, arm })),
      trial: await store.loadTrial(found.id),
      later: (await store.gradings(found.id)).slice(1),
    };
  });
  const { renderTranscript, transcriptJson } = await import("../../report/transcript.ts");
  const again = later.map(
    ({ checksDigest, scores }) =>
      `  ${checksDigest.slice(0, 12)}  ${outcomeOf(scores)}, ${scores.length} checks`,
  );
  return {
    text: [
      `Experiment ${row.key.experiment}: ${row.experimentName}`,
      ...others.map(({ key, id }) => `  trial ${id} has the same name in experiment ${key.experiment}`),
      renderTranscript(
        trial,
        { colour: request.colour, width: request.width, full: request.full, priced },
        kinds,
      ),
      ...(again.length > 0
        ? ["Graded again by other checks (report --grading latest shows the newest)", ...again]
        : []),
    ].join("\n"),
    json: {
      ...transcriptJson(trial),
      experimentName: row.experimentName,
      laterGradings: later,
    } satisfies ShownTrial,
    exitCode: EXIT.pass,
  };
}

/** The newest trial of the same name in each other experiment, as after an edit of its scenario. */
function otherExperiments(found: TrialRow, rows: readonly TrialRow[]): readonly TrialRow[] {
  const others = new Map<string, TrialRow>();
  for (const row of rows)
    if (row.key.experiment !== found.key.experiment && !others.has(row.key.experiment))
      others.set(row.key.experiment, row);
  return [...others.values()];
}
