#!/usr/bin/env node
/** The command line's entry: parses, runs one command, and ends with its exit code. */

import { runCli } from "./run-cli.ts";
import { openSafeStreams, wholeOutput } from "./safe-streams.ts";

const streams = openSafeStreams(wholeOutput(process.stdout), process.stderr);
process.exitCode = await streams.end(await runCli(process.argv.slice(2), streams));
