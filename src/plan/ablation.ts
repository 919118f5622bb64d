/** Plans an ablation: each flag once on and once off, over the scenarios that target it, on the same seeds. */

import type { Arm } from "../core/arm.ts";
import { LabError } from "../core/errors.ts";
import type { ComparisonSpec, DecisionRule, Experiment } from "../core/experiment.ts";
import type { ModelSettings } from "../core/model-settings.ts";
import type { LoadedScenario } from "../core/scenario.ts";
import type { SettingsOverride } from "../core/settings.ts";
import { builtFlag, makeArm } from "./arms.ts";

export interface AblationRequest {
  readonly flags: readonly string[];
  /** Already selected; each flag takes those that target it. */
  readonly scenarios: readonly LoadedScenario[];
  readonly seeds: readonly string[];
  readonly model: ModelSettings;
  readonly settings?: SettingsOverride;
  readonly independent?: boolean;
  readonly name?: string;
  /** Absent = a fixed number of pairs. */
  readonly rule?: DecisionRule;
}

export type Draft = Omit<Experiment, "id">;

/** Looking until a verdict stands has no meaning where the flag must make no difference. */
function refuseLooks(name: string, rule: DecisionRule | undefined): void {
  if (rule?.design !== "sequential") return;
  throw new LabError({
    code: "sequential-controls",
    what: `the selected scenarios of ${name} are all controls, which have no effect to stop for`,
    where: "--sequential or --until",
    remedy: `leave it out and give the number of seeds, or select a scenario that stresses the flag (harness-lab scenarios --flag ${name})`,
  });
}

/** The arms and comparisons of an ablation; arms with equal flag values are one arm, so they run once. */
export function planAblation(request: AblationRequest): Draft {
  const arms = new Map<string, Arm>();
  const comparisons: ComparisonSpec[] = [];
  for (const name of [...new Set(request.flags)]) {
    const flag = builtFlag(name);
    const own = request.scenarios.filter((loaded) => loaded.scenario.targets.includes(name));
    const stress = own
      .filter((loaded) => loaded.scenario.role === "stress")
      .map((loaded) => loaded.scenario.id);
    const controls = own
      .filter((loaded) => loaded.scenario.role === "control")
      .map((loaded) => loaded.scenario.id);
    if (own.length === 0)
      throw new LabError({
        code: "no-scenario",
        what: `none of the selected scenarios targets ${name}`,
        where: `flag ${name}`,
        remedy: `select scenarios whose \`targets\` name it (harness-lab scenarios --flag ${name})`,
      });
    if (stress.length === 0) refuseLooks(name, request.rule);
    const control = makeArm(flag.harness, { ...flag.context, [name]: flag.off });
    const treatment = makeArm(flag.harness, { ...flag.context, [name]: flag.on });
    arms.set(control.name, control).set(treatment.name, treatment);
    comparisons.push({
      id: name,
      flag: name,
      control: control.name,
      treatment: treatment.name,
      stress,
      controls,
    });
  }
  if (comparisons.length === 0)
    throw new LabError({
      code: "no-flag",
      what: "no flag to ablate was given",
      remedy: "harness-lab ablate <FLAG...>",
    });
  return {
    name: request.name ?? `ablate ${comparisons.map((comparison) => comparison.id).join(" ")}`,
    arms: [...arms.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    comparisons,
    seeds: request.seeds,
    model: request.model,
    settings: request.settings ?? {},
    independent: request.independent ?? false,
    ...(request.rule ? { rule: request.rule } : {}),
  };
}
