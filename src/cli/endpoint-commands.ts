/** The commands about endpoints: doctor, serve-simulated. */

import type { Command } from "commander";
import type { Execute } from "./execute.ts";
import { json, type ModelFlags, wholeNumber, withModel } from "./options.ts";
import type { Streams } from "./terminal.ts";

const WHO_IS_ANSWERED = `
A scenario's rules answer whoever names the scenario. harness-lab does so when it is run with
  --model simulated --base-url <the address that is printed when the server is ready>
Any other client sends the headers x-harness-lab-scenario: <id> and, for calls other than
proposals, x-harness-lab-purpose: <purpose>. A client that names none gets a fixed reply.
`;

/** Adds them to the program. */
export function addEndpointCommands(program: Command, execute: Execute, streams: Streams): void {
  withModel(program.command("doctor"))
    .description("examine an endpoint before money is spent, and say which options follow")
    .addOption(json())
    .action((options: ModelFlags & { json: boolean }) =>
      execute(
        async (console) => (await import("../lab/endpoint/doctor.ts")).doctor(options, console),
        options.json,
      ),
    );

  program
    .command("serve-simulated")
    .description("serve the simulated model as an OpenAI-compatible endpoint on 127.0.0.1")
    .option("--port <n>", "0 picks a free one", wholeNumber, 8090)
    .option("--personality <name>", "how it behaves: well-behaved, ignores-seeds, ...", "well-behaved")
    .option("--scenarios <folder>", "scenarios whose rules it answers by (default: the built-in ones)")
    .addOption(json())
    .addHelpText("after", WHO_IS_ANSWERED)
    .action((options: { port: number; personality: string; scenarios?: string; json: boolean }) =>
      execute(
        async (console) =>
          (await import("../lab/endpoint/serve-simulated.ts")).serveSimulated(options, console, (ready) =>
            options.json
              ? streams.stdout.write(`${JSON.stringify(ready)}\n`)
              : console.note(`ready ${ready.url}`),
          ),
        options.json,
      ),
    );
}
