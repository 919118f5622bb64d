/** Runs the program on some arguments and turns what happens into an exit code. */

import { CommanderError } from "commander";
import { EXIT, type ExitCode, LabError } from "../core/errors.ts";
import { jsonPieces, jsonText } from "../core/json-text.ts";
import { type NoResult, noResultOf } from "../core/no-result.ts";
import { fitText } from "../core/wrap-text.ts";
import { askedOutputs } from "./asked-outputs.ts";
import { createProgram } from "./program.ts";
import { openTerminal, type Streams } from "./terminal.ts";

/** Messages may quote other people's files: a terminal must not obey what stands in them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Parses and runs; never throws. Contract: the exit code is one of those the README documents. */
export async function runCli(args: readonly string[], streams: Streams = process): Promise<ExitCode> {
  const terminal = openTerminal(streams);
  let exitCode: ExitCode = EXIT.pass;
  const { tableWidth } = terminal.console;
  const fitted = (text: string) => (tableWidth === undefined ? text : fitText(text, tableWidth));
  const program = createProgram(async (workflow, json) => {
    const result = await workflow(terminal.console);
    terminal.end();
    if (json) {
      // A server has said what there is to say when it was ready.
      if (result.json !== undefined) for (const piece of jsonPieces(result.json)) streams.stdout.write(piece);
    } else if (result.text !== "")
      streams.stdout.write(`${fitted(result.text)}
`);
    exitCode = result.exitCode;
  }, streams);
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    terminal.end();
    if (error instanceof CommanderError && error.exitCode === EXIT.pass) return EXIT.pass;
    const write = (text: string) => streams.stderr.write(text.replaceAll(CONTROL, "?"));
    const { command, files, json } = askedOutputs(args);
    const end = explain(error, command, write);
    // No output may go on telling an earlier outcome.
    if (files.length > 0 || command === "gate") {
      const { endWithoutResult } = await import("../lab/environment/end-without-result.ts");
      await endWithoutResult(end, files, (line) => write(`${line}\n`));
    }
    if (json) streams.stdout.write(jsonText(end));
    return end.exitCode;
  } finally {
    terminal.close();
  }
}

/** Prints on standard error the cause that ended the command. */
function explain(error: unknown, command: string, write: (text: string) => void): NoResult {
  if (error instanceof CommanderError) return noResultOf(wrongUse(error), command);
  const end = noResultOf(error, command);
  if (end.outcome === "interrupted") write(`${end.reason}\n`);
  else if (end.outcome === "bug") {
    write(`bug: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    write("This is a fault of harness-lab, not of your input; please report it with the command.\n");
  } else {
    write(`error: ${end.reason}\n`);
    if (end.where) write(`  where: ${end.where}\n`);
    if (end.remedy) write(`  fix:   ${end.remedy.replaceAll("\n", "\n         ")}\n`);
  }
  return end;
}

/** Message of the parser as an error of our own. */
function wrongUse({ code, message }: CommanderError): LabError {
  return new LabError({
    code,
    what: message.replace(/^error: /, ""),
    remedy: "--help shows the options of a command",
  });
}
