/** The commands that read stored trials: report, show, replay. */

import { type Command, Option } from "commander";
import type { Execute } from "./execute.ts";
import { db, json, verbose } from "./options.ts";

/** Adds them to the program. */
export function addReaderCommands(program: Command, execute: Execute): void {
  program
    .command("report")
    .argument("[experiment]", "experiment id, name or latest", "latest")
    .description(
      "write a stored experiment's report by extension: .html, .md, .json, .xml (JUnit), .csv or .tex (table for a paper, or methods.tex), .svg or .pdf (forest); to the terminal without -o",
    )
    .option("-o, --output <file...>", "files to write", [])
    .addOption(
      new Option(
        "--layout <which>",
        "of table.tex: a row for each comparison, or flags down and models across",
      )
        .choices(["rows", "flags-by-models"])
        .default("rows"),
    )
    .addOption(
      new Option("--grading <which>", "the grading trials were stored with, or the latest (see regrade)")
        .choices(["original", "latest"])
        .default("original"),
    )
    .option(
      "--replication <store>",
      "a store with a second run of the same experiment on other seeds: what it confirms is verified",
    )
    .addOption(verbose())
    .addOption(db())
    .addOption(json())
    .action(
      (
        experiment: string,
        options: {
          output: string[];
          layout: "rows" | "flags-by-models";
          grading: "original" | "latest";
          replication?: string;
          verbose: boolean;
          db: string;
          json: boolean;
        },
      ) =>
        execute(async ({ colour, width }) => {
          const { report } = await import("../lab/reporting/report.ts");
          return report({ experiment, ...options, colour, width });
        }, options.json),
    );

  program
    .command("show")
    .argument("[trial]", "trial id, scenario#seed@arm or latest", "latest")
    .description("show a trial's transcript: turns, layers, model calls, tool calls, checks")
    .option("--full", "show every message whole, however long", false)
    .addOption(db())
    .addOption(json())
    .action((trial: string, options: { full: boolean; db: string; json: boolean }) =>
      execute(async ({ colour, width }) => {
        const { show } = await import("../lab/trials/show.ts");
        return show({ trial, db: options.db, full: options.full, colour, width });
      }, options.json),
    );

  program
    .command("replay")
    .argument("<trial or file>", "trial id, scenario#seed@arm, latest, or a recording's file")
    .description("run a trial again from its recorded replies: identical, or the first request that differs")
    .option("--set <FLAG=value...>", "set flags otherwise than in the recording", [])
    .addOption(
      new Option("--then <who>", "who answers after the first difference").choices(["simulated", "live"]),
    )
    .option("--save", "write a self-contained recording under seeds/failing/", false)
    .addOption(db())
    .addOption(json())
    .action(
      (
        trial: string,
        options: { set: string[]; then?: "simulated" | "live"; save: boolean; db: string; json: boolean },
      ) =>
        execute(async (console) => {
          const { replay } = await import("../lab/trials/replay.ts");
          return replay({
            trial,
            set: options.set,
            continueWith: options.then,
            save: options.save,
            db: options.db,
            console,
          });
        }, options.json),
    );
}
