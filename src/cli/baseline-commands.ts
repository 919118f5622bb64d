/** The commands that move stored runs: baseline save, load and list, merge. */

import type { Command } from "commander";
import type { Execute } from "./execute.ts";
import { db, json } from "./options.ts";

/** Adds them to the program. */
export function addBaselineCommands(program: Command, execute: Execute): void {
  const baseline = program
    .command("baseline")
    .description("save, load and list runs that later ones are compared with");
  baseline
    .command("save")
    .argument("<name>", "what to call it, e.g. main")
    .argument("[experiment]", "experiment id, name or latest", "latest")
    .description("pack a stored experiment into one file, keyed by commit and digests")
    .option("-o, --output <file>", "another file than the named one beside the store (.json or .json.gz)")
    .addOption(db())
    .addOption(json())
    .action((name: string, experiment: string, options: { output?: string; db: string; json: boolean }) =>
      execute(async () => {
        const { saveBaseline } = await import("../lab/gate/baseline/baselines.ts");
        return saveBaseline({ name, experiment, output: options.output, db: options.db });
      }, options.json),
    );
  baseline
    .command("load")
    .argument("<file>", "a file written by baseline save or merge")
    .description("put a saved run into the store and know it by its name")
    .addOption(db())
    .addOption(json())
    .action((file: string, options: { db: string; json: boolean }) =>
      execute(async () => {
        const { loadBaseline } = await import("../lab/gate/baseline/baselines.ts");
        return loadBaseline({ file, db: options.db });
      }, options.json),
    );
  baseline
    .command("list")
    .description("the baselines known by name, with commit and age")
    .addOption(db())
    .addOption(json())
    .action((options: { db: string; json: boolean }) =>
      execute(async ({ tableWidth }) => {
        const { listBaselines } = await import("../lab/gate/baseline/baselines.ts");
        return listBaselines(options.db, tableWidth);
      }, options.json),
    );

  program
    .command("merge")
    .argument("<shard...>", "baseline files and stores that hold the same experiment on other seeds")
    .description("join shards of one experiment into the store, and into one file with -o")
    .option("--experiment <experiment>", "which experiment of each store", "latest")
    .option("-o, --output <file>", "write the whole as a baseline file too (.json or .json.gz)")
    .option("--name <name>", "the name of that baseline", "merged")
    .addOption(db())
    .addOption(json())
    .action(
      (
        inputs: string[],
        options: { experiment: string; output?: string; name: string; db: string; json: boolean },
      ) =>
        execute(async () => {
          const { merge } = await import("../lab/gate/baseline/merge.ts");
          return merge({ inputs, ...options });
        }, options.json),
    );
}
