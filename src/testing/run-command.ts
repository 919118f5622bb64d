/** Runs the real command line in process and captures what it prints. */

import { runCli } from "../cli/run-cli.ts";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command; arguments are given as one would type them, split at spaces, or as a list. */
export async function command(args: string | readonly string[], columns?: number): Promise<Ran> {
  let out = "";
  let err = "";
  const code = await runCli(typeof args === "string" ? args.split(" ") : args, {
    stdout: { write: (text: string) => (out += text), ...(columns === undefined ? {} : { columns }) },
    stderr: { write: (text: string) => (err += text) },
  });
  return { code, out, err };
}
