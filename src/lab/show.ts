/** Shows one stored trial as a readable transcript, with what later gradings said of it. */

import { EXIT } from "../core/errors.ts";
import { outcomeOf } from "../core/score.ts";
import { readStore } from "./read-store.ts";
import type { LabResult } from "./result.ts";

/** The transcript of a trial named by id, prefix, `scenario#seed@arm` or `latest`. */
export async function show(request: {
  readonly trial: string;
  readonly db: string;
  readonly colour: boolean;
  readonly width: number;
}): Promise<LabResult> {
  const { trial, later } = await readStore(request.db, async (store) => {
    const { id } = await store.findTrial(request.trial);
    return { trial: await store.loadTrial(id), later: (await store.gradings(id)).slice(1) };
  });
  const { renderTranscript, transcriptJson } = await import("../report/transcript.ts");
  const again = later.map(
    ({ checksDigest, scores }) =>
      `  ${checksDigest.slice(0, 12)}  ${outcomeOf(scores)}, ${scores.length} checks`,
  );
  return {
    text: [
      renderTranscript(trial, { colour: request.colour, width: request.width }),
      ...(again.length > 0
        ? ["Graded again by other checks (report --grading latest shows the newest)", ...again]
        : []),
    ].join("\n"),
    json: { ...transcriptJson(trial), laterGradings: later },
    exitCode: EXIT.pass,
  };
}
