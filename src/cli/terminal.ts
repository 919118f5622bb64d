/** The terminal as the workflows see it: notes and a live status line on standard error, Ctrl-C as an abort. */

import type { Console } from "../lab/result.ts";

export interface Terminal {
  readonly console: Console;
  /** Ends the live status line. */
  end(): void;
  /** Stops listening for Ctrl-C. */
  close(): void;
}

/** Opens the terminal; a second Ctrl-C ends the process at once. */
export function openTerminal(): Terminal {
  const abort = new AbortController();
  let live = false;
  const onInterrupt = (): void => {
    if (abort.signal.aborted) process.exit(130);
    process.stderr.write("\nstopping after the calls under way; press Ctrl-C again to stop at once\n");
    abort.abort();
  };
  process.on("SIGINT", onInterrupt).on("SIGTERM", onInterrupt);
  const end = (): void => {
    if (live) process.stderr.write("\r\x1b[K");
    live = false;
  };
  const isTerminal = process.stderr.isTTY === true;
  return {
    end,
    close() {
      process.off("SIGINT", onInterrupt).off("SIGTERM", onInterrupt);
    },
    console: {
      note(line) {
        end();
        process.stderr.write(`${line}\n`);
      },
      status: isTerminal
        ? (line) => {
            process.stderr.write(`\r\x1b[K${line.slice(0, (process.stderr.columns ?? 80) - 1)}`);
            live = true;
          }
        : null,
      colour: process.stdout.isTTY === true && !process.env.NO_COLOR,
      width: process.stdout.columns ?? 100,
      signal: abort.signal,
    },
  };
}
