/** Runs an experiment file: a baseline and variants, whose every difference has to be declared. */

import type { LabResult } from "../environment/result.ts";
import { type FileOptions, prepareFile } from "../planning/prepare.ts";
import { carryOut, type RunOptions } from "./ablate.ts";

export interface RunFileRequest extends RunOptions, FileOptions {
  /** Goes on although the verdict aimed at is out of reach. */
  readonly force?: boolean | undefined;
}

/** Plans and conducts the experiment of a file. */
export async function runFile(request: RunFileRequest): Promise<LabResult> {
  return carryOut(await prepareFile(request), request);
}
