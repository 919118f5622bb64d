/** Result of a workflow for the command line: text for people, data for programs, and the exit code. */

import type { ExitCode } from "../../core/errors.ts";

export interface LabResult {
  /** Printed on standard output unless `--json` is given. */
  readonly text: string;
  /** Printed as JSON with `--json`. */
  readonly json: unknown;
  readonly exitCode: ExitCode;
}

/** Streams of a workflow while it works. */
export interface Console {
  /** One line on standard error. */
  readonly note: (line: string) => void;
  /** A line that replaces the one before it; null where standard error is not a terminal. */
  readonly status: ((line: string) => void) | null;
  readonly colour: boolean;
  readonly width: number;
  /** Columns of the terminal that tables have to fit; absent where no terminal reads them. */
  readonly tableWidth?: number | undefined;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}
