/** Plans the experiment of a file: its arms, and the comparison of every variant with the baseline. */

import type { Arm } from "../core/arm.ts";
import { answeringKey, modelOf, settingsOf } from "../core/effective-arm.ts";
import { LabError } from "../core/errors.ts";
import type { ComparisonSpec, DecisionRule } from "../core/experiment.ts";
import { flagNamed } from "../core/flag-catalogue.ts";
import type { HarnessFaces } from "../core/harness-face.ts";
import type { ModelSettings } from "../core/model-settings.ts";
import { isSimulated } from "../core/model-settings.ts";
import type { LoadedScenario } from "../core/scenario.ts";
import type { Draft } from "./ablation.ts";
import { armDifferences, isDeclared, varyPaths } from "./arm-differences.ts";
import { knownFlag, makeArm } from "./arms.ts";
import type { ArmSpec, ExperimentFile, ModelSpec } from "./experiment-file.ts";

/** Surroundings that a file is planned in. */
export interface FileSetup {
  readonly scenarios: readonly LoadedScenario[];
  readonly seeds: readonly string[];
  readonly harnesses: HarnessFaces;
  /** Complete settings of a model, from what the file says of it in general and of one arm's. */
  readonly modelFor: (...specs: readonly (ModelSpec | undefined)[]) => ModelSettings;
  readonly rule?: DecisionRule;
}

/** Turns a file into arms and comparisons of every variant with the baseline. */
export function planExperiment(file: ExperimentFile, where: string, given: FileSetup): Draft {
  const { models } = file;
  return models === undefined ? planOnOne(file, where, given) : planOnEach(file, where, { ...given, models });
}

/** The same arms and comparisons on each model; all of them share scenario and seed, and so a block. */
function planOnEach(
  file: ExperimentFile,
  where: string,
  given: FileSetup & { readonly models: readonly ModelSpec[] },
): Draft {
  const own = [file.baseline, ...Object.values(file.variants)].some(({ model }) => model !== undefined);
  if (own)
    throw new LabError({
      code: "models-twice",
      what: "`models` gives every arm each of them, and an arm names a model of its own too",
      where: `${where}, models`,
      remedy: "leave `models` out, or the model of the arm",
    });
  const { models, ...rest } = given;
  const names = namesOf(models);
  const plans = models.map((spec) =>
    planOnOne({ ...file, families: undefined }, where, {
      ...rest,
      modelFor: (general, ...others) => rest.modelFor(general, ...others, spec),
    }),
  );
  const [first] = plans;
  if (first === undefined) throw new Error("a file with models names one at least");
  const keys = plans.map(({ model }) => answeringKey(model));
  const twin = keys.findIndex((key, place) => keys.indexOf(key) !== place);
  if (twin >= 0)
    throw new LabError({
      code: "equal-arms",
      what: `${names[twin]} is listed twice, asked in the same way`,
      where: `${where}, models`,
      remedy: "remove one of them",
    });
  const arms = plans.flatMap(({ arms, model }, place) =>
    arms.map((arm) => ({
      ...arm,
      name: `${names[place]}:${arm.name}`,
      ...(place === 0 ? {} : { model }),
    })),
  );
  requireOneBasis(arms, first, `${where}, models`);
  const comparisons = plans.flatMap((plan, place) =>
    plan.comparisons.map((spec) => ({
      ...spec,
      id: `${spec.id} on ${names[place]}`,
      control: `${names[place]}:${spec.control}`,
      treatment: `${names[place]}:${spec.treatment}`,
      onModel: { variant: spec.id, model: names[place] ?? "" },
    })),
  );
  return { ...first, arms, comparisons: inFamilies(comparisons, file, where) };
}

/** A name for each model: its id, with its place where several share one. */
function namesOf(models: readonly ModelSpec[]): readonly string[] {
  const ids = models.map((spec) => (typeof spec === "string" ? spec : (spec.id ?? spec.model ?? "model")));
  return ids.map((id, place) =>
    ids.filter((other) => other === id).length === 1 ? id : `${id}-${place + 1}`,
  );
}

function planOnOne(file: ExperimentFile, where: string, given: FileSetup): Draft {
  const vary = varyPaths(file.vary, given.harnesses, where);
  const shared = sharedOf(file, given);
  const baseline = armOf("baseline", file, given, shared);
  const arms: Arm[] = [baseline];
  const comparisons: ComparisonSpec[] = [];
  for (const name of Object.keys(file.variants)) {
    const arm = armOf(name, file, given, shared);
    const around = { experiment: shared, scenarios: given.scenarios, harnesses: given.harnesses };
    const differs = armDifferences(baseline, arm, around);
    requireDeclared(differs, vary, `${where}, variants.${name}`);
    requireBuilt(differs, `${where}, variants.${name}`);
    const twin = arms.find((other) => armDifferences(other, arm, around).length === 0);
    if (twin) throw equalArms(twin.name, name, where);
    arms.push(arm);
    comparisons.push(comparisonOf([baseline, arm], differs, file, { where, scenarios: given.scenarios }));
  }
  const judged = inFamilies(comparisons, file, where);
  if (comparisons.length === 0)
    throw new LabError({
      code: "no-variant",
      what: "the experiment has no variant",
      where: `${where}, variants`,
      remedy: "add one",
    });
  requireOneBasis(arms, shared, `${where}, model`);
  requireAimOfMargin(file, where);
  return {
    name: file.name,
    arms,
    comparisons: judged,
    seeds: given.seeds,
    ...shared,
    independent: file.independent,
    ...(given.rule ? { rule: given.rule } : {}),
  };
}

type Shared = Pick<Draft, "model" | "settings">;

/** Model and settings of the experiment: those of the baseline. Arms of several harnesses share no settings. */
function sharedOf(
  { harness, model, settings, baseline, variants }: ExperimentFile,
  given: FileSetup,
): Shared {
  const own = baseline.harness ?? harness;
  const isShared = [harness, own, ...Object.values(variants).map((arm) => arm.harness ?? own)].every(
    (one) => one === own,
  );
  return {
    model: given.modelFor(model, baseline.model),
    settings: isShared ? settings : {},
  };
}

/** An arm with what it names otherwise than the experiment does; flags of the baseline hold in its own harness. */
function armOf(name: string, file: ExperimentFile, given: FileSetup, shared: Shared): Arm {
  const base = file.baseline;
  const spec: ArmSpec = (name === "baseline" ? base : file.variants[name]) ?? base;
  const baseHarness = base.harness ?? file.harness;
  const harness = spec.harness ?? baseHarness;
  const ofBase = harness === baseHarness;
  const { flags } = makeArm(harness, { ...(ofBase ? base.flags : {}), ...spec.flags }, name);
  const own = settingsOf(
    { settings: (ofBase && base.settings) || {} },
    spec.settings ? { settings: spec.settings } : {},
  );
  const ofFile = harness === file.harness && shared.settings !== file.settings ? file.settings : {};
  const settings = settingsOf({ settings: ofFile }, { settings: own });
  const model = given.modelFor(file.model, base.model, spec.model);
  return {
    name,
    harness,
    flags,
    ...(Object.keys(settings).length > 0 ? { settings } : {}),
    ...(answeringKey(model) === answeringKey(shared.model) ? {} : { model }),
  };
}

function requireDeclared(differs: readonly string[], vary: readonly string[], where: string): void {
  const undeclared = differs.filter((path) => !isDeclared(path, vary));
  if (undeclared.length === 0) return;
  throw new LabError({
    code: "undeclared-difference",
    what: `the variant differs from the baseline in ${undeclared.join(", ")}, which \`vary\` does not declare`,
    where,
    remedy: "add it to `vary`, or set it to the same value in both arms",
  });
}

function requireBuilt(differs: readonly string[], where: string): void {
  const unbuilt = differs.filter((name) => flagNamed(name) !== undefined && !knownFlag(name).built);
  if (unbuilt.length === 0) return;
  throw new LabError({
    code: "flag-not-built",
    what: `${unbuilt.join(", ")} is not built yet, so a difference in it would measure nothing`,
    where,
    remedy: "vary a built flag (harness-lab flags)",
  });
}

function equalArms(one: string, other: string, where: string): LabError {
  return new LabError({
    code: "equal-arms",
    what: `${one} and ${other} have equal effective settings`,
    where: `${where}, variants.${other}`,
    remedy: "change a flag, a setting or the model of one of them, or remove it",
  });
}

/**
 * The arms of a comparison, and the flag that it is about. ON is the arm that has the flag on, be it the baseline. A flag
 * that is off in neither arm has no ON and no OFF, and an aim that the file names is asked of the variant.
 */
function sidesOf(
  [baseline, variant]: readonly [Arm, Arm],
  differs: readonly string[],
  aim: ExperimentFile["aim"],
): Pick<ComparisonSpec, "flag" | "control" | "treatment"> {
  const [only] = differs;
  const flag = differs.length === 1 && only !== undefined ? flagNamed(only) : undefined;
  const isOff = (arm: Arm) => flag !== undefined && arm.flags[flag.name] === flag.off;
  if (isOff(variant) && aim === undefined)
    return { flag: flag?.name ?? null, control: variant.name, treatment: baseline.name };
  return {
    flag: isOff(baseline) ? (flag?.name ?? null) : null,
    control: baseline.name,
    treatment: variant.name,
  };
}

/** A flag is judged on the scenarios that stress it; of anything else, a loss on any selected scenario is one. */
function comparisonOf(
  arms: readonly [baseline: Arm, variant: Arm],
  differs: readonly string[],
  { scenarios: selection, aim, margin }: ExperimentFile,
  { where, scenarios }: { readonly where: string; readonly scenarios: readonly LoadedScenario[] },
): ComparisonSpec {
  const { name } = arms[1];
  const flags = differs.filter((path) => flagNamed(path) !== undefined);
  const about = scenarios.filter(
    ({ scenario }) => selection || scenario.targets.some((flag) => flags.includes(flag)),
  );
  const onlyFlags = flags.length === differs.length;
  const idsOf = (role: "stress" | "control") =>
    about
      .filter(({ scenario }) => (onlyFlags ? scenario.role : "stress") === role)
      .map(({ scenario }) => scenario.id);
  if (idsOf("stress").length === 0)
    throw new LabError({
      code: "no-scenario",
      what: `no selected scenario stresses what variant ${name} changes`,
      where: `${where}, scenarios`,
      remedy: onlyFlags
        ? `name scenarios that target ${differs.join(" or ")}`
        : "name the scenarios to compare on (harness-lab scenarios lists them)",
    });
  return {
    id: name,
    ...sidesOf(arms, differs, aim),
    stress: idsOf("stress"),
    controls: idsOf("control"),
    ...(aim === undefined ? {} : { aim }),
    ...(margin === undefined ? {} : { margin: margin / 100 }),
  };
}

/** Marks what the primary family does not name; a name in it that no comparison has is wrong use. */
function inFamilies(
  comparisons: readonly ComparisonSpec[],
  { families }: ExperimentFile,
  where: string,
): readonly ComparisonSpec[] {
  if (families === undefined) return comparisons;
  const { primary } = families;
  // A variant stands for its comparisons on every model.
  const namesIn = ({ id, onModel }: ComparisonSpec) => [id, ...(onModel ? [onModel.variant] : [])];
  const known = [...new Set(comparisons.flatMap(namesIn))];
  const foreign = primary.find((name) => !known.includes(name));
  if (foreign !== undefined)
    throw new LabError({
      code: "unknown-variant",
      what: `the primary family names ${foreign}, and no variant is called so`,
      where: `${where}, families.primary`,
      remedy: `name some of ${known.join(", ")}`,
    });
  return comparisons.map((spec) =>
    namesIn(spec).some((name) => primary.includes(name)) ? spec : { ...spec, exploratory: true },
  );
}

/** A margin that nothing is held to would look like a promise. */
function requireAimOfMargin({ aim = "success", margin }: ExperimentFile, where: string): void {
  if (margin === undefined || aim !== "success") return;
  throw new LabError({
    code: "margin-without-aim",
    what: "a margin says by how much success may not be worse, and the aim is success that is better",
    where: `${where}, margin`,
    remedy: "add `aim: no-worse`, or the saving that is aimed at (`aim: cost`), or leave the margin out",
  });
}

/** A simulated model shows mechanisms and a real one rates, so nothing can be said of one held against the other. */
export function requireOneBasis(arms: readonly Arm[], shared: Shared, where: string): void {
  const simulates = (arm: Arm) => isSimulated(modelOf(shared, arm));
  const [first] = arms;
  const other = arms.find((arm) => first && simulates(arm) !== simulates(first));
  if (first === undefined || other === undefined) return;
  const [simulated, real] = simulates(first) ? [first, other] : [other, first];
  throw new LabError({
    code: "simulated-and-real",
    what: `${simulated.name} is answered by the simulated model and ${real.name} by ${modelOf(shared, real).model}`,
    where,
    remedy: "compare arms of real models, or all of them on the simulated one",
  });
}
