#!/usr/bin/env node
/** The command line's entry: parses, runs one command, and ends with its exit code. */

import { runCli } from "./run-cli.ts";

process.exitCode = await runCli(process.argv.slice(2));
