/** The terminal as the workflows see it: notes and a live status line on standard error, Ctrl-C as an abort. */

import type { Console } from "../lab/environment/result.ts";

/** Streams that output goes to; `process` in real use. */
export interface Streams {
  readonly stdout: Stream;
  readonly stderr: Stream;
}

interface Stream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface Terminal {
  readonly console: Console;
  /** Ends the live status line. */
  end(): void;
  /** Stops listening for Ctrl-C. */
  close(): void;
}

/** Opens the terminal; a second Ctrl-C ends the process at once. */
export function openTerminal({ stdout, stderr }: Streams): Terminal {
  const columns = columnsOf(stdout);
  const abort = new AbortController();
  let live = false;
  const onInterrupt = (): void => {
    if (abort.signal.aborted) process.exit(130);
    stderr.write("\nstopping after the calls under way; press Ctrl-C again to stop at once\n");
    abort.abort();
  };
  process.on("SIGINT", onInterrupt).on("SIGTERM", onInterrupt);
  const end = (): void => {
    if (live) stderr.write("\r\x1b[K");
    live = false;
  };
  return {
    end,
    close() {
      process.off("SIGINT", onInterrupt).off("SIGTERM", onInterrupt);
    },
    console: {
      note(line) {
        end();
        stderr.write(`${line}\n`);
      },
      status:
        stderr.isTTY === true
          ? (line) => {
              stderr.write(`\r\x1b[K${line.slice(0, (stderr.columns ?? 80) - 1)}`);
              live = true;
            }
          : null,
      colour: stdout.isTTY === true && !process.env.NO_COLOR,
      width: columns ?? UNKNOWN_WIDTH,
      tableWidth: columns,
      signal: abort.signal,
    },
  };
}

/** Reports are wrapped to this where nobody says how wide the reader's window is. */
const UNKNOWN_WIDTH = 100;
/** Nothing is laid out for less. */
const NARROWEST = 40;

/** Columns as the user (`COLUMNS`) or the terminal says; undefined where output goes to a file or a program. */
export function columnsOf(
  { columns }: Pick<Stream, "columns">,
  { COLUMNS = "" }: Readonly<Record<string, string | undefined>> = process.env,
): number | undefined {
  const said = /^[1-9]\d{0,5}$/.test(COLUMNS.trim()) ? Number(COLUMNS) : columns;
  return said === undefined || said === 0 ? undefined : Math.max(NARROWEST, said);
}
