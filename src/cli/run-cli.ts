/** Runs the program on some arguments and turns what happens into an exit code. */

import { CommanderError } from "commander";
import { EXIT, type ExitCode, LabError } from "../core/errors.ts";
import { createProgram } from "./program.ts";
import { openTerminal, type Streams } from "./terminal.ts";

/** Messages may quote other people's files: a terminal must not obey what stands in them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Parses and runs; never throws. Contract: the exit code is one of those the README documents. */
export async function runCli(args: readonly string[], streams: Streams = process): Promise<ExitCode> {
  const terminal = openTerminal(streams);
  let exitCode: ExitCode = EXIT.pass;
  const program = createProgram(async (workflow, json) => {
    const result = await workflow(terminal.console);
    terminal.end();
    if (json) streams.stdout.write(`${JSON.stringify(result.json, null, 2)}\n`);
    else if (result.text !== "") streams.stdout.write(`${result.text}\n`);
    exitCode = result.exitCode;
  }, streams);
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    terminal.end();
    return explain(error, (text) => streams.stderr.write(text.replaceAll(CONTROL, "?")));
  } finally {
    terminal.close();
  }
}

function explain(error: unknown, write: (text: string) => void): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.pass : EXIT.usage;
  if (error instanceof LabError) {
    write(`error: ${error.what}\n`);
    if (error.where) write(`  where: ${error.where}\n`);
    if (error.remedy) write(`  to do: ${error.remedy}\n`);
    return error.exitCode;
  }
  if (error instanceof Error && error.name === "AbortError") {
    write(
      "interrupted: finished blocks are stored, replies already paid for are journalled; the same command goes on from there\n",
    );
    return EXIT.broken;
  }
  write(`bug: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  write("This is a fault of harness-lab, not of your input; please report it with the command.\n");
  return EXIT.bug;
}
