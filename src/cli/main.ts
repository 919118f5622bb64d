#!/usr/bin/env node
/** The command line's entry: parses, runs one command, and ends with its exit code. */

import { runCli } from "./run-cli.ts";

// A reader such as `head` may close the pipe early; that is no failure of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit();
  throw error;
});

process.exitCode = await runCli(process.argv.slice(2));
