/** Shows one stored trial as a readable transcript. */

import { EXIT } from "../core/errors.ts";
import { readStore } from "./read-store.ts";
import type { LabResult } from "./result.ts";

/** The transcript of a trial named by id, prefix, `scenario#seed@arm` or `latest`. */
export async function show(request: {
  readonly trial: string;
  readonly db: string;
  readonly colour: boolean;
  readonly width: number;
}): Promise<LabResult> {
  const trial = await readStore(request.db, async (store) =>
    store.loadTrial((await store.findTrial(request.trial)).id),
  );
  const { renderTranscript, transcriptJson } = await import("../report/transcript.ts");
  return {
    text: renderTranscript(trial, { colour: request.colour, width: request.width }),
    json: transcriptJson(trial),
    exitCode: EXIT.pass,
  };
}
