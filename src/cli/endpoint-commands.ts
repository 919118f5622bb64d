/** The commands about endpoints: doctor, serve-simulated. */

import type { Command } from "commander";
import type { Execute } from "./execute.ts";
import { json, type ModelFlags, wholeNumber, withModel } from "./options.ts";

/** Adds them to the program. */
export function addEndpointCommands(program: Command, execute: Execute): void {
  withModel(program.command("doctor"))
    .description("examine an endpoint before money is spent, and say which options follow")
    .addOption(json())
    .action((options: ModelFlags & { json: boolean }) =>
      execute(async (console) => (await import("../lab/doctor.ts")).doctor(options, console), options.json),
    );

  program
    .command("serve-simulated")
    .description("serve the simulated model as an OpenAI-compatible endpoint on 127.0.0.1")
    .option("--port <n>", "0 picks a free one", wholeNumber, 8090)
    .option("--personality <name>", "how it behaves: well-behaved, ignores-seeds, ...", "well-behaved")
    .option("--scenarios <folder>", "whose rules it answers by")
    .addOption(json())
    .action((options: { port: number; personality: string; scenarios?: string; json: boolean }) =>
      execute(
        async (console) => (await import("../lab/serve-simulated.ts")).serveSimulated(options, console),
        options.json,
      ),
    );
}
