/** The commands about rows: judge somebody else's, and hand out our own. */

import { type Command, Option } from "commander";
import { AIMS, type Aim } from "../core/aim.ts";
import type { Execute } from "./execute.ts";
import { db, json, number, verbose } from "./options.ts";

interface CompareFlags {
  readonly control?: string;
  readonly treatment?: string;
  readonly flag?: string;
  readonly columns?: string;
  readonly valid?: string;
  readonly matchedOnly: boolean;
  readonly passAt?: number;
  readonly lowerIsBetter: boolean;
  readonly judged: boolean;
  readonly alpha?: number;
  readonly deltaMin?: number;
  readonly aim?: Aim;
  readonly margin?: number;
  readonly purpose?: "benefit" | "mechanism";
  readonly sequential: boolean;
  readonly verbose: boolean;
  readonly pairing?: "seed" | "none";
  readonly grounds?: string;
  readonly output: string[];
  readonly json: boolean;
}

/** Adds them to the program. */
export function addRowCommands(program: Command, execute: Execute): void {
  program
    .command("compare")
    .argument("<rows.csv>", "one row per trial: arm, scenario, seed, success; cost, tokens, latency if known")
    .description("judge outcome rows that somebody else recorded, as if they were our own")
    .option("--control <arm>", "the arm to compare with; never guessed among more than two")
    .option("--treatment <arm>", "the arm that is judged")
    .option("--flag <name>", "what the treatment switches on, where that is one flag")
    .option("--columns <field=column,...>", "which column is what, e.g. scenario=task,cost=cost_usd")
    .option(
      "--valid <column=value,...>",
      "rows that do not satisfy this are no outcome: ran=true, status=any",
    )
    .option("--matched-only", "leave out units that one arm has no row of; they are listed", false)
    .option("--pass-at <score>", "from which graded score (0 to 1) on a row is a pass", number)
    .option("--lower-is-better", "a low result is a good one: 1, true and high scores are faults", false)
    .option("--judged", "a language model decided the outcomes, which caps the label", false)
    .option("--alpha <level>", "level of the test (default: 0.05)", number)
    .option("--delta-min <share>", "smallest difference worth having (default: 0.2)", number)
    .addOption(
      new Option(
        "--aim <what>",
        "what the treatment is there for (default: what the catalogue says of the flag, else success)",
      ).choices(AIMS),
    )
    .option(
      "--margin <share>",
      "by how much success may not be worse where the aim is a saving (default: 0.1)",
      number,
    )
    .addOption(
      new Option("--purpose <what>", "what the runs were made for (default: benefit)").choices([
        "benefit",
        "mechanism",
      ]),
    )
    .option("--sequential", "the rows were looked at while they were collected", false)
    .addOption(
      new Option("--pairing <how>", "none: the seed does not tie the arms together (default: seed)").choices([
        "seed",
        "none",
      ]),
    )
    .option("--grounds <file>", "calibration and judge of exported rows: the grounds.json beside them")
    .option(
      "-o, --output <file...>",
      "reports to write: .html, .md, .json, .csv, .tex, .xml, .svg or .pdf",
      [],
    )
    .addOption(verbose())
    .addOption(json())
    .action((file: string, { json: asJson, ...options }: CompareFlags) =>
      execute(async (console) => {
        const { compareCommand } = await import("../lab/reporting/compare.ts");
        return compareCommand({ file, ...options, console });
      }, asJson),
    );

  program
    .command("export")
    .argument("[experiment]", "experiment id, name or latest", "latest")
    .description("write a stored experiment's rows and the command that reproduces its figures from them")
    .requiredOption("--artifact <folder or .csv>", "a folder for rows and README, or the rows alone")
    .addOption(db())
    .addOption(json())
    .action((experiment: string, options: { artifact: string; db: string; json: boolean }) =>
      execute(
        async () => (await import("../lab/reporting/export.ts")).exportArtifact({ experiment, ...options }),
        options.json,
      ),
    );
}
