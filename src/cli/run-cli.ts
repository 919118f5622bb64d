/** Runs the program on some arguments and turns what happens into an exit code. */

import { CommanderError } from "commander";
import { EXIT, type ExitCode, LabError } from "../core/errors.ts";
import { createProgram } from "./program.ts";
import { openTerminal } from "./terminal.ts";

/** Parses and runs; never throws. Contract: the exit code is documented in the README. */
export async function runCli(args: readonly string[]): Promise<ExitCode> {
  const terminal = openTerminal();
  let exitCode: ExitCode = EXIT.pass;
  const program = createProgram(async (command, json) => {
    const result = await command(terminal.console);
    terminal.end();
    if (json) process.stdout.write(`${JSON.stringify(result.json, null, 2)}\n`);
    else if (result.text !== "") process.stdout.write(`${result.text}\n`);
    exitCode = result.exitCode;
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    terminal.end();
    return explain(error);
  } finally {
    terminal.close();
  }
}

function explain(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.pass : EXIT.usage;
  if (error instanceof LabError) {
    process.stderr.write(`error: ${error.what}\n`);
    if (error.where) process.stderr.write(`  where: ${error.where}\n`);
    if (error.remedy) process.stderr.write(`  to do: ${error.remedy}\n`);
    return error.exitCode;
  }
  if (error instanceof Error && error.name === "AbortError") {
    process.stderr.write(
      "interrupted: finished blocks are stored, replies already paid for are journalled; the same command goes on from there\n",
    );
    return EXIT.broken;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(
    `bug: ${text}\nThis is a fault of harness-lab, not of your input; please report it with the command.\n`,
  );
  return EXIT.bug;
}
