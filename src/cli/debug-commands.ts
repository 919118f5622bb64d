/** The commands for a night's failure: diff, rerun, regrade. */

import type { Command } from "commander";
import type { Execute } from "./execute.ts";
import { db, json, wholeNumber } from "./options.ts";

/** Adds them to the program. */
export function addDebugCommands(program: Command, execute: Execute): void {
  program
    .command("diff")
    .argument("<trial>", "trial id, scenario#seed@arm, latest, or a recording's file")
    .argument("<other trial>", "the same; it may belong to another experiment")
    .description("align two trials and show them side by side from their first difference on")
    .option("--before <n>", "equal steps shown before it", wholeNumber, 3)
    .option("--after <n>", "differing steps shown", wholeNumber, 12)
    .addOption(db())
    .addOption(json())
    .action(
      (left: string, right: string, options: { before: number; after: number; db: string; json: boolean }) =>
        execute(async ({ colour, width }) => {
          const { diff } = await import("../lab/diff.ts");
          return diff({ left, right, ...options, colour, width });
        }, options.json),
    );
}
