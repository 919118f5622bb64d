/** The commands and their options; each loads its workflow only when it runs, so that `--help` stays instant. */

import { Command } from "commander";
import { fitText } from "../core/wrap-text.ts";
import { labVersion } from "../lab/environment/project.ts";
import { addBaselineCommands } from "./baseline-commands.ts";
import { addDebugCommands } from "./debug-commands.ts";
import { addEndpointCommands } from "./endpoint-commands.ts";
import type { Execute } from "./execute.ts";
import { addGateCommands } from "./gate-commands.ts";
import { addListCommands } from "./list-commands.ts";
import { HELP } from "./narrow-help.ts";
import { addPlanCommands } from "./plan-commands.ts";
import { addReaderCommands } from "./reader-commands.ts";
import { addRowCommands } from "./row-commands.ts";
import { addRunCommands } from "./run-commands.ts";
import { columnsOf, type Streams } from "./terminal.ts";

const EXIT_CODES =
  "Exit codes: 0 pass, 1 regression or failed, 2 wrong use or missing prerequisite, 3 inconclusive, 4 the evaluation broke, 70 bug";

/** Of help that no terminal shows. */
const HELP_WIDTH = 80;

/** Builds the program; nothing is loaded or run until it parses. */
export function createProgram(execute: Execute, streams: Streams): Command {
  const program = new Command("harness-lab")
    .description(
      "Is this layer worth its cost? Matched ON/OFF runs of agent harnesses, with the verdict the evidence supports.",
    )
    .version(labVersion(), "-V, --version", "print the version")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => streams.stdout.write(text),
      writeErr: (text) => streams.stderr.write(text),
      getOutHelpWidth: () => columnsOf(streams.stdout) ?? HELP_WIDTH,
      getErrHelpWidth: () => columnsOf(streams.stderr) ?? HELP_WIDTH,
    })
    .showSuggestionAfterError()
    .configureHelp(HELP)
    .addHelpText("after", () => `\n${fitText(EXIT_CODES, columnsOf(streams.stdout) ?? HELP_WIDTH)}\n`);
  addRunCommands(program, execute);
  addPlanCommands(program, execute);
  addGateCommands(program, execute, streams);
  addBaselineCommands(program, execute);
  addReaderCommands(program, execute);
  addDebugCommands(program, execute);
  addRowCommands(program, execute);
  addListCommands(program, execute);
  addEndpointCommands(program, execute, streams);
  return program;
}
