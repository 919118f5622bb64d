/** Shows what an experiment can show and what it costs, before anything is spent; freezes the plan on demand. */

import { extname } from "node:path";
import { EXIT, LabError } from "../../core/errors.ts";
import type { Claim, ExperimentPlan } from "../../core/experiment-plan.ts";
import type { FrozenPlan } from "../../core/frozen-plan.ts";
import { isSimulated } from "../../core/model-settings.ts";
import { planText } from "../../report/plan-text.ts";
import { requireOwnPaths, writeOutputs } from "../environment/outputs.ts";
import type { LabResult } from "../environment/result.ts";
import { freezePlan } from "./freeze-plan.ts";
import { claimOf, planExperiment } from "./plan-experiment.ts";
import {
  type AblationOptions,
  type FileOptions,
  type Prepared,
  prepareAblation,
  prepareFile,
} from "./prepare.ts";

/** Goals of a user for a run. */
const GOALS: Readonly<Record<string, Claim>> = {
  demonstrated: "demonstrated",
  mechanism: "demonstrated (mechanism)",
  general: "general",
  harmful: "harmful",
  "no-effect": "no effect within the margin",
};

interface PlanOptions {
  readonly db: string;
  readonly width: number;
  /** A key of `GOALS`; absent = the verdict aimed at, or what suits the model. */
  readonly goal?: string | undefined;
  /** Margin of a gate in points; absent = no gate. */
  readonly margin?: number | undefined;
  /** Money to plan for, in USD; absent = none. */
  readonly budgetUsd?: number | undefined;
  readonly freeze: boolean;
  /** Files to write the frozen plan to, for deposit: Markdown. */
  readonly output: readonly string[];
  readonly force: boolean;
}

export type PlanRequest = PlanOptions &
  ((AblationOptions & { readonly file?: undefined }) | (FileOptions & { readonly flags?: undefined }));

/** A plan as `plan --json` prints it. */
interface PrintedPlan extends ExperimentPlan {
  /** Digest and time of the frozen plan; null when it was not frozen. */
  readonly frozen: Pick<FrozenPlan, "digest" | "frozenAt"> | null;
}

/** Exit 0 with the plan; 2 when a goal is out of reach of what is planned, unless forced. */
export async function plan(request: PlanRequest): Promise<LabResult> {
  await requireDeposit(request);
  const prepared = request.file === undefined ? await prepareAblation(request) : await prepareFile(request);
  const found = await planExperiment(prepared.experiment, prepared.scenarios, {
    ...prepared,
    db: request.db,
    width: request.width,
    goal: goalOf(request, prepared),
    margin: marginOf(request.margin),
    budgetUsd: request.budgetUsd,
  });
  const text = planText(found, request.db, request.freeze);
  if (found.unreachable.length > 0 && !request.force) {
    const remedy = `${remedyOf(found)}, or --force to go on; nothing was frozen or stored`;
    return { text: `${text}\nfix: ${remedy}`, json: printedPlanOf(found, null), exitCode: EXIT.usage };
  }
  if (!request.freeze) return { text, json: printedPlanOf(found, null), exitCode: EXIT.pass };
  const frozen = await freezePlan(prepared, found, request.db);
  const { digest, frozenAt } = frozen;
  const { renderPreregistration } = await import("../../report/preregistration.ts");
  const written = await writeOutputs(request.output, () => renderPreregistration(frozen));
  return {
    text: `${text}\n\nFrozen at ${frozenAt}\n  digest     ${digest}\nReports of this experiment, and of any other of its name, print the digest and every deviation from the plan.${written.map((file) => `\nwrote ${file}`).join("")}`,
    json: printedPlanOf(found, { digest, frozenAt }),
    exitCode: EXIT.pass,
  };
}

function printedPlanOf(plan: ExperimentPlan, frozen: PrintedPlan["frozen"]): PrintedPlan {
  return { ...plan, frozen };
}

/** A plan that is not frozen proves nothing later, so only a frozen one is written for deposit. */
async function requireDeposit({ output, freeze, db }: PlanOptions): Promise<void> {
  const [foreign] = output.filter((file) => extname(file).toLowerCase() !== ".md");
  if (output.length > 0 && (!freeze || foreign !== undefined))
    throw new LabError({
      code: "bad-option",
      what: freeze ? `no plan can be written as ${foreign}` : "only a frozen plan is written to a file",
      where: "-o",
      remedy: freeze ? "end the path in .md" : "add --freeze",
    });
  await requireOwnPaths(output, [db]);
}

/** A plan is about an experiment file or about flags, never about both or neither; a file says its own selection. */
export function requireOneSource(
  file: string | undefined,
  options: Partial<Pick<AblationOptions, "flags" | "scenarios" | "name" | "design" | "independent">>,
): void {
  const { flags, scenarios, name, design, independent } = options;
  if ((file === undefined) === (flags === undefined))
    throw new LabError({
      code: "bad-option",
      what:
        file === undefined ? "nothing to plan was named" : "an experiment file and --flags were both given",
      where: "plan",
      remedy: "harness-lab plan <experiment.yaml>, or harness-lab plan --flags <FLAG...>",
    });
  const [foreign] = Object.entries({ scenarios, name, design, independent: independent || undefined }).filter(
    ([, value]) => value !== undefined,
  );
  if (file !== undefined && foreign)
    throw new LabError({
      code: "bad-option",
      what: `--${foreign[0]} cannot be used with an experiment file`,
      where: `--${foreign[0]}`,
      remedy: "set it in the file, or plan flags with --flags",
    });
}

/** More pairs help where pairs are what is lacking, and only there. */
function remedyOf({ unreachable }: ExperimentPlan): string {
  if (unreachable.some(({ obstacle }) => obstacle === "simulated"))
    return "a real model (--model), --goal mechanism for what a simulated one can show";
  return unreachable.every(({ obstacle }) => obstacle === "no-calibration")
    ? "calibrate first"
    : "more seeds or scenarios";
}

function goalOf({ goal }: PlanOptions, { experiment }: Prepared): Claim | "default" | null {
  if (goal !== undefined) {
    const claim = GOALS[goal];
    if (claim) return claim;
    throw new LabError({
      code: "bad-option",
      what: `there is no goal ${goal}`,
      where: "--goal",
      remedy: `use one of ${Object.keys(GOALS).join(", ")}`,
    });
  }
  const until = experiment.rule?.until ?? null;
  return until === null ? "default" : claimOf(until, isSimulated(experiment.model));
}

function marginOf(points: number | undefined): number | null {
  if (points === undefined) return null;
  if (points >= 1 && points <= 100) return points / 100;
  throw new LabError({
    code: "bad-option",
    what: `a margin of ${points} points means nothing`,
    where: "--margin",
    remedy: "use points of a pass rate from 1 to 100 (10 is usual)",
  });
}
