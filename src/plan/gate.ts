/** Plans a gate: a base and a candidate on the same scenarios and seeds, all of them pooled. */

import type { Arm } from "../core/arm.ts";
import { LabError } from "../core/errors.ts";
import type { Experiment } from "../core/experiment.ts";
import type { FlagValues } from "../core/flag.ts";
import { flagNamed } from "../core/flag-catalogue.ts";
import type { ModelSettings } from "../core/model-settings.ts";
import type { SettingsOverride } from "../core/settings.ts";
import type { Draft } from "./ablation.ts";
import { type ArmSurroundings, armDifferences } from "./arm-differences.ts";
import { makeArm } from "./arms.ts";

/** Properties in which a candidate differs from its base. */
export interface ArmChanges {
  readonly flags: FlagValues;
  readonly settings: SettingsOverride;
  /** Absent = the model of the base. */
  readonly model?: ModelSettings;
  /** Part of the name for changes beside flags: `model.id=gpt-4.1-mini`. */
  readonly paths: readonly string[];
}

export interface GatePlan {
  readonly base: Arm;
  readonly candidate: Arm;
  /** Ids; stress and control scenarios alike, since a loss on either is one. */
  readonly scenarios: readonly string[];
  readonly seeds: readonly string[];
  readonly model: ModelSettings;
  readonly settings: SettingsOverride;
  readonly judge?: Experiment["judge"];
}

/** The experiment of a gate; base and candidate may have equal flags where their code differs. */
export function planGate({ base, candidate, scenarios, judge, ...rest }: GatePlan): Draft {
  if (scenarios.length === 0)
    throw new LabError({
      code: "no-scenario",
      what: "no scenario was selected, and a gate that runs nothing never passes",
      where: "--scenarios",
      remedy: "select some (harness-lab scenarios)",
    });
  return {
    name: `gate ${candidate.name} against ${base.name}`,
    arms: [base, candidate],
    comparisons: [
      {
        id: "gate",
        kind: "gate",
        flag: null,
        control: base.name,
        treatment: candidate.name,
        stress: [...scenarios].sort(),
        controls: [],
      },
    ],
    independent: false,
    ...rest,
    ...(judge ? { judge } : {}),
  };
}

/** Base and candidate of one checkout; equal settings would compare nothing. */
export function candidateArms(
  harness: Arm["harness"],
  changes: ArmChanges,
  around: ArmSurroundings,
): { readonly base: Arm; readonly candidate: Arm } {
  const base = makeArm(harness, {});
  const candidate = changedArm(makeArm(harness, changes.flags), changes);
  if (armDifferences(base, candidate, around).length === 0)
    throw new LabError({
      code: "equal-arms",
      what: "base and candidate have equal effective settings, so nothing could differ",
      where: "--candidate",
      remedy:
        "set a flag, a setting or the model otherwise than by default (harness-lab flags), or hold this checkout against another one (--checkout)",
    });
  return { base, candidate };
}

/**
 * The candidate of an arm that was recorded earlier: today's defaults where the base had its defaults, else the base's
 * flags as far as today's harness has them; then the changes.
 */
export function candidateOf(base: Arm, changes: ArmChanges): Arm {
  const kept =
    base.name === "baseline"
      ? {}
      : Object.fromEntries(
          Object.entries(base.flags).filter(([name]) => flagNamed(name)?.harness === base.harness),
        );
  const { paths: _, ...unnamed } = changes;
  const candidate = makeArm(base.harness, { ...kept, ...changes.flags }, "candidate");
  return changedArm(candidate, { ...unnamed, paths: [] });
}

/** The arm with other settings and another model, named by them where it is named by its differences. */
function changedArm(arm: Arm, { settings, model, paths }: ArmChanges): Arm {
  const named = arm.name === "baseline" ? [] : [arm.name];
  return {
    ...arm,
    name: paths.length === 0 ? arm.name : [...named, ...paths].join(","),
    ...(Object.keys(settings).length > 0 ? { settings } : {}),
    ...(model === undefined ? {} : { model }),
  };
}
