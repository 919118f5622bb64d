/** The commands that look into stored trials and their graders: diff, rerun, regrade, judge-check. */

import type { Command } from "commander";
import { LabError } from "../core/errors.ts";
import type { Execute } from "./execute.ts";
import {
  db,
  dollars,
  type JudgeFlags,
  json,
  type ModelFlags,
  positive,
  wholeNumber,
  withJudge,
  withModel,
} from "./options.ts";

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
          const { diff } = await import("../lab/trials/diff.ts");
          return diff({ left, right, ...options, colour, width });
        }, options.json),
    );

  withJudge(
    withModel(
      program
        .command("rerun")
        .argument("[trial]", "trial id, scenario#seed@arm, latest, or a recording's file"),
      "the trial's",
    ),
  )
    .description(
      "rerun a trial live with new sampling seeds; show the failure rate and where failing and passing runs diverge",
    )
    .option("--failed", "instead of one trial, every failing trial of an experiment", false)
    .option("--experiment <experiment>", "with --failed: experiment id, name or latest (default: latest)")
    .option("--times <n>", "how many runs of each trial", positive, 10)
    .option("-j, --jobs <n>", "runs at once", positive, 1)
    .option("--budget-usd <usd>", "start no run that this would not hold", dollars)
    .option("--dry-run", "show what it would take; run nothing", false)
    .option("--save <folder>", "write every run there as a recording, for diff and replay")
    .addOption(db())
    .addOption(json())
    .action(
      (
        trial: string | undefined,
        options: ModelFlags &
          JudgeFlags & {
            failed: boolean;
            experiment?: string;
            times: number;
            jobs: number;
            budgetUsd?: number;
            dryRun: boolean;
            save?: string;
            db: string;
            json: boolean;
          },
      ) =>
        execute(async (console) => {
          const { times, jobs, budgetUsd, dryRun, save, db: file } = options;
          const request = {
            ...{ db: file, times, width: jobs, budgetUsd, dryRun, save },
            ...{ model: modelFlags(options), judge: options, console },
          };
          const which = whichToRerun(trial, options);
          if ("trial" in which) {
            const { rerun } = await import("../lab/trials/rerun.ts");
            return rerun({ ...request, ...which });
          }
          const { rerunFailed } = await import("../lab/trials/rerun-failed.ts");
          return rerunFailed({ ...request, ...which });
        }, options.json),
    );

  withJudge(program.command("regrade").argument("[experiment]", "experiment id, name or latest", "latest"))
    .description("apply today's checks to stored trials without agent calls; adds scores, overwrites none")
    .option("--trial <trial>", "only this trial")
    .addOption(db())
    .addOption(json())
    .action((experiment: string, options: JudgeFlags & { trial?: string; db: string; json: boolean }) =>
      execute(async (console) => {
        const { regrade } = await import("../lab/trials/regrade.ts");
        const { trial, db: file } = options;
        return regrade({ experiment, trial, db: file, judge: options, console });
      }, options.json),
    );

  withJudge(
    program.command("judge-check").argument("<labels.jsonl|csv>", "text or trial, rubric, label, arm"),
  )
    .description("check a judge against labels: agreement, sensitivity, specificity, and whether it may gate")
    .option("--scenarios <pattern...>", "whose rules a simulated judge answers by")
    .option("-j, --jobs <n>", "verdicts at once", positive, 4)
    .addOption(db())
    .addOption(json())
    .action(
      (
        labels: string,
        options: JudgeFlags & { scenarios?: string[]; jobs: number; db: string; json: boolean },
      ) =>
        execute(async (console) => {
          const { judgeCheck } = await import("../lab/judging/judge-check.ts");
          const { scenarios, jobs, db: file } = options;
          return judgeCheck({ labels, db: file, judge: options, scenarios, width: jobs, console });
        }, options.json),
    );
}

/** `--no-seed` has a default, so it counts only when it was given. */
function modelFlags({ seed, ...flags }: ModelFlags): ModelFlags {
  return seed === false ? { ...flags, seed } : flags;
}

/** One trial, or the failing ones of an experiment: one of the two has to be named. */
function whichToRerun(
  trial: string | undefined,
  { failed, experiment }: { readonly failed: boolean; readonly experiment?: string },
): { readonly trial: string } | { readonly experiment: string } {
  const refuse = (what: string, where: string, remedy: string) =>
    new LabError({ code: "unclear-rerun", what, where, remedy });
  if (failed && trial !== undefined)
    throw refuse(
      "a trial and --failed name two different things to run again",
      "rerun",
      `leave out ${trial}, or leave out --failed`,
    );
  if (failed) return { experiment: experiment ?? "latest" };
  if (experiment !== undefined)
    throw refuse("--experiment says whose failing trials to run again", "--experiment", "add --failed");
  if (trial === undefined)
    throw refuse(
      "nothing names what to run again",
      "rerun",
      "name a trial (harness-lab trials lists them), or give --failed for every failing trial of an experiment",
    );
  return { trial };
}
