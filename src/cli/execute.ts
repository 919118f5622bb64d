/** The way in which a command hands its workflow over to be run and printed. */

import type { Console, LabResult } from "../lab/environment/result.ts";

/** Runs a command's workflow and prints what it returns. */
export type Execute = (workflow: (console: Console) => Promise<LabResult>, json: boolean) => Promise<void>;
