/** Standard output and error that break no command: progress nobody reads is dropped, a result that cannot be written is told. */

import { fstatSync, writeSync } from "node:fs";
import { EXIT, type ExitCode } from "../core/errors.ts";
import type { Streams } from "./terminal.ts";

/** Parts of `process.stdout` and `process.stderr` that are needed. */
interface Output {
  write(text: string, done: (error?: Error | null) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface SafeStreams extends Streams {
  /** Waits until everything is written; the code of the command, or 4 where its result could not be written. */
  end(code: ExitCode): Promise<ExitCode>;
}

/** Contract: `write` never throws and no error event goes unheard, whatever a pipe, a disc or a device does. */
export function openSafeStreams(stdout: Output, stderr: Output): SafeStreams {
  const result = writerOn(stdout);
  const progress = writerOn(stderr);
  return {
    stdout: result,
    stderr: progress,
    async end(code) {
      const failure = await result.written();
      // A reader such as `head` that has read enough is no failure of ours.
      const isLost = failure !== null && (failure as NodeJS.ErrnoException).code !== "EPIPE";
      if (isLost)
        progress.write(`error: the result cannot be written to standard output: ${failure.message}\n`);
      await progress.written();
      return isLost ? EXIT.broken : code;
    },
  };
}

/**
 * Standard output as it is, but of a file the whole text or a failure: the stream of Node takes a part that a full disc
 * had room for as all of it.
 */
export function wholeOutput(output: Output & { readonly fd: number }): Output {
  if (!fstatSync(output.fd).isFile()) return output;
  return {
    on: () => undefined,
    write(text, done) {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; ) at += writeSync(output.fd, bytes, at);
      done();
    },
  };
}

function writerOn(output: Output) {
  let failed: Error | null = null;
  let last: Promise<void> = Promise.resolve();
  const fail = (error: Error): void => {
    failed ??= error;
  };
  output.on("error", fail);
  return {
    get isTTY(): boolean {
      return output.isTTY === true;
    },
    get columns(): number {
      return output.columns ?? 0;
    },
    write(text: string): void {
      if (failed) return;
      const before = last;
      const mine = new Promise<void>((done) => {
        try {
          output.write(text, (error) => {
            if (error) fail(error);
            done();
          });
        } catch (error) {
          // Files and devices are written at once, and so is their failure.
          fail(error instanceof Error ? error : new Error(String(error)));
          done();
        }
      });
      last = before.then(() => mine);
    },
    /** The first failure, once all is written or lost. */
    async written(): Promise<Error | null> {
      await last;
      return failed;
    },
  };
}
