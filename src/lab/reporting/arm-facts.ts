/** The two arms of a comparison for a report: their differences, and all that was matched between them. */

import type { Arm } from "../../core/arm.ts";
import { answeringKey, armNamed, modelOf, settingsOf } from "../../core/effective-arm.ts";
import { answererOf } from "../../core/endpoint-address.ts";
import type { ComparisonSpec, Experiment } from "../../core/experiment.ts";
import { flagNamed } from "../../core/flag-catalogue.ts";
import { isSimulated } from "../../core/model-settings.ts";
import type { ArmDifference, MatchingFacts } from "../../core/report-document.ts";
import type { LoadedScenario } from "../../core/scenario.ts";
import { armDifferences } from "../../plan/arm-differences.ts";
import { HARNESSES } from "../environment/harness-registry.ts";

type Spec = Pick<ComparisonSpec, "control" | "treatment">;

/** Flags in which the arms differ, and everything else in which they do, by its path. */
export function differencesOf(
  experiment: Experiment,
  { control, treatment }: Spec,
  scenarios: readonly LoadedScenario[],
): { readonly flags: readonly string[]; readonly others: readonly ArmDifference[] } {
  const [left, right] = [armNamed(experiment, control), armNamed(experiment, treatment)];
  const paths = armDifferences(left, right, { experiment, scenarios, harnesses: HARNESSES });
  return {
    flags: paths.filter((path) => flagNamed(path) !== undefined),
    others: paths
      .filter((path) => flagNamed(path) === undefined)
      .map((path) => ({
        path,
        control: valueAt(path, experiment, left),
        treatment: valueAt(path, experiment, right),
      })),
  };
}

/** Value of an arm at a path, as a user would write it. */
function valueAt(path: string, experiment: Experiment, arm: Arm): string {
  const model = modelOf(experiment, arm);
  const [root, ...names] = path.split(".");
  if (root === "harness") return arm.harness;
  if (path === "model.id") return model.model;
  if (path === "model.baseUrl") return model.baseUrl ?? "the default endpoint";
  const from: unknown = root === "model" ? model : settingsOf(experiment, arm);
  const value = names.reduce<unknown>(
    (inner, name) => (inner as Readonly<Record<string, unknown>> | undefined)?.[name],
    from,
  );
  return value === undefined || value === null ? "default" : String(value);
}

/** Properties held equal between the arms, and those that could not be. */
export function matchingOf(experiment: Experiment, { control, treatment }: Spec): MatchingFacts {
  const [left, right] = [armNamed(experiment, control), armNamed(experiment, treatment)];
  const [one, other] = [modelOf(experiment, left), modelOf(experiment, right)];
  const otherModel = answeringKey(one) !== answeringKey(other);
  const otherHarness = left.harness !== right.harness;
  return {
    world: "matched",
    user: otherHarness
      ? "matched in what the user says; what happens in between is the harness's own"
      : "matched",
    faults: otherHarness
      ? "scheduled alike, but a fault on the nth call meets another call where the harnesses ask otherwise"
      : "matched",
    replies: repliesOf(experiment, { otherModel, otherHarness }),
    sampling: otherModel
      ? "not matched: equal seeds mean nothing between different models"
      : !one.sendSeed
        ? "not matched: no seed is sent"
        : isSimulated(one)
          ? "matched"
          : "seed sent with every request; whether the endpoint honours it is told by doctor",
    order: "random inside each block, recorded",
    ...(otherModel
      ? {
          model: `not matched: ${treatment} asks ${answererOf(other)}, ${control} asks ${answererOf(one)}, each counted at its own price`,
        }
      : {}),
    ...(otherHarness
      ? {
          harness: `not matched: ${treatment} runs on ${right.harness}, ${control} on ${left.harness}; their prompts, flags, settings and internal events have no counterpart in each other, so the pairs share scenario and seed alone`,
        }
      : {}),
  };
}

function repliesOf(
  { independent }: Experiment,
  { otherModel, otherHarness }: { readonly otherModel: boolean; readonly otherHarness: boolean },
): string {
  if (independent) return "not matched: every arm samples on its own";
  if (otherModel)
    return "not matched: the arms ask different models, so no reply of one is given to the other";
  return otherHarness
    ? "matched only where both harnesses happen to send the same request at the same place"
    : "matched wherever both arms send the same request at the same place";
}
