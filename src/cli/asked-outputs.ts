/** Reads from the arguments what a command was to write, also where they are too wrong to be parsed. */

import { Command } from "commander";

export interface AskedOutputs {
  /** First word of the command; empty where none was given. */
  readonly command: string;
  /** Files and folders named by `-o` and `--artifact`. */
  readonly files: readonly string[];
  readonly json: boolean;
}

/** Looks for the options wherever they stand; everything else is passed over. */
export function askedOutputs(args: readonly string[]): AskedOutputs {
  const reader = new Command()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined, writeOut: () => undefined })
    .allowUnknownOption()
    .option("-o, --output <file...>")
    .option("--artifact <path>")
    .option("--json");
  try {
    reader.parseOptions([...args]);
  } catch {
    // An option without its value ends the search; what was found before it counts.
  }
  const {
    output = [],
    artifact,
    json = false,
  } = reader.opts<{
    output?: string[];
    artifact?: string;
    json?: boolean;
  }>();
  return {
    command: args.find((arg) => !arg.startsWith("-")) ?? "",
    files: [...output, ...(artifact === undefined ? [] : [artifact])],
    json,
  };
}
