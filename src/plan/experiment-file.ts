/** Reads an experiment file: a baseline, variants, and what they are declared to vary in. */

import { readFile } from "node:fs/promises";
import { parseDocument } from "yaml";
import { z } from "zod";
import type { Arm } from "../core/arm.ts";
import { LabError } from "../core/errors.ts";
import type { ComparisonSpec, DecisionRule } from "../core/experiment.ts";
import type { HarnessFaces } from "../core/harness-face.ts";
import { HarnessId } from "../core/harness-id.ts";
import type { ModelSettings } from "../core/model-settings.ts";
import type { LoadedScenario } from "../core/scenario.ts";
import { SettingsOverride } from "../core/settings.ts";
import type { Draft } from "./ablation.ts";
import { differingFlags, knownFlag, makeArm } from "./arms.ts";

const flagValues = z.record(z.string(), z.union([z.boolean(), z.string(), z.number()]));
const armSpec = z.strictObject({ flags: flagValues.default({}) }).prefault({});

/** The shape of an experiment file. */
export const ExperimentFile = z.strictObject({
  name: z.string().min(1).describe("Name for people; a stored experiment is found by it."),
  harness: HarnessId.default("layered"),
  scenarios: z
    .array(z.string())
    .optional()
    .describe("Ids, globs or tags; all scenarios that target a varied flag when absent."),
  seeds: z
    .union([z.number().int(), z.string()])
    .default(10)
    .describe("How many seeds, or a JSON file with a list."),
  model: z
    .strictObject({
      model: z.string().default("simulated"),
      baseUrl: z.url().optional(),
      apiKeyEnv: z.string().optional(),
      toolProtocol: z.enum(["native", "json"]).optional(),
      emptyContent: z.enum(["null", "text"]).optional(),
      sendThinking: z.boolean().optional(),
      temperature: z.number().min(0).max(2).optional(),
      priceLike: z.string().optional(),
    })
    .prefault({})
    .describe("The model that answers; the options of the same names say more."),
  judge: z
    .strictObject({ model: z.string().min(1), baseUrl: z.url().optional(), apiKeyEnv: z.string().optional() })
    .optional()
    .describe("Decides judge checks; never the model above by default."),
  settings: SettingsOverride.default({}).describe("Settings of the harness, the same in every arm."),
  independent: z.boolean().default(false).describe("Share no replies between arms."),
  baseline: armSpec.describe(
    "The arm that variants are held against; flags that are not named have their default.",
  ),
  variants: z
    .record(z.string().regex(/^[a-z0-9][a-z0-9-]*$/, "use a kebab-case name"), armSpec)
    .describe("Arms by name: the baseline with other values of flags."),
  vary: z
    .array(z.string())
    .min(1)
    .describe("Flags in which variants may differ from the baseline; any other difference is an error."),
});
export type ExperimentFile = z.infer<typeof ExperimentFile>;

/** Reads and checks the file's shape; problems name file and field. */
export async function readExperimentFile(file: string, harnesses: HarnessFaces): Promise<ExperimentFile> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (cause) {
    throw new LabError({
      code: "unreadable-file",
      what: `cannot read ${file}`,
      where: file,
      remedy: "check the path",
      cause,
    });
  }
  const document = parseDocument(text);
  const [broken] = document.errors;
  if (broken)
    throw new LabError({ code: "invalid-yaml", what: broken.message, where: file, remedy: "mend the YAML" });
  const parsed = ExperimentFile.safeParse(document.toJS());
  const settings = parsed.success ? checkSettings(parsed.data, harnesses) : [];
  if (parsed.success && settings.length === 0) return parsed.data;
  if (parsed.success)
    throw new LabError({
      code: "invalid-experiment",
      what: settings.join("; "),
      where: file,
      remedy: `use settings of the ${parsed.data.harness} harness (docs, settings)`,
    });
  const issues = parsed.error.issues.map((issue) => `${issue.path.join(".") || "(top)"}: ${issue.message}`);
  throw new LabError({
    code: "invalid-experiment",
    what: issues.join("; "),
    where: file,
    remedy: "an experiment has name, baseline, variants and vary (README, experiment files)",
  });
}

/** Problems of the settings as the harness of the experiment declares them. */
function checkSettings({ harness, settings }: ExperimentFile, harnesses: HarnessFaces): readonly string[] {
  const face = harnesses.get(harness);
  if (face === undefined)
    return [`harness: the ${harness} harness is not built; use ${[...harnesses.keys()].join(" or ")}`];
  const parsed = face.settings.safeParse(settings);
  return parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${["settings", ...path].join(".")}: ${message}`);
}

/** Turns a file into arms and comparisons of every variant with the baseline. */
export function planExperiment(
  file: ExperimentFile,
  where: string,
  given: {
    readonly scenarios: readonly LoadedScenario[];
    readonly seeds: readonly string[];
    readonly model: ModelSettings;
    readonly rule?: DecisionRule;
  },
): Draft {
  for (const flag of file.vary) knownFlag(flag);
  const baseline = makeArm(file.harness, file.baseline.flags, "baseline");
  const arms: Arm[] = [baseline];
  const comparisons: ComparisonSpec[] = [];
  for (const [name, spec] of Object.entries(file.variants)) {
    const arm = makeArm(file.harness, { ...file.baseline.flags, ...spec.flags }, name);
    const differs = differingFlags(baseline, arm);
    const undeclared = differs.filter((flag) => !file.vary.includes(flag));
    if (undeclared.length > 0)
      throw new LabError({
        code: "undeclared-difference",
        what: `variant ${name} differs from the baseline in ${undeclared.join(", ")}, which \`vary\` does not declare`,
        where: `${where}, variants.${name}`,
        remedy: "add it to `vary`, or set it to the same value in both arms",
      });
    const unbuilt = differs.filter((flag) => !knownFlag(flag).built);
    if (unbuilt.length > 0)
      throw new LabError({
        code: "flag-not-built",
        what: `${unbuilt.join(", ")} is not built yet, so a difference in it would measure nothing`,
        where: `${where}, variants.${name}`,
        remedy: "vary a built flag (harness-lab flags)",
      });
    const twin = arms.find((other) => differingFlags(other, arm).length === 0);
    if (twin)
      throw new LabError({
        code: "equal-arms",
        what: `${twin.name} and ${name} have equal effective settings`,
        where: `${where}, variants.${name}`,
        remedy: "change a flag of one of them, or remove it",
      });
    arms.push(arm);
    const about = given.scenarios.filter(
      (loaded) => file.scenarios || loaded.scenario.targets.some((flag) => differs.includes(flag)),
    );
    const idsOf = (role: "stress" | "control") =>
      about.filter((loaded) => loaded.scenario.role === role).map((loaded) => loaded.scenario.id);
    if (idsOf("stress").length === 0)
      throw new LabError({
        code: "no-scenario",
        what: `no selected scenario stresses what variant ${name} changes`,
        where: `${where}, scenarios`,
        remedy: `name scenarios that target ${differs.join(" or ")}`,
      });
    comparisons.push({
      id: name,
      flag: differs.length === 1 ? (differs[0] ?? null) : null,
      control: "baseline",
      treatment: name,
      stress: idsOf("stress"),
      controls: idsOf("control"),
    });
  }
  if (comparisons.length === 0)
    throw new LabError({
      code: "no-variant",
      what: "the experiment has no variant",
      where: `${where}, variants`,
      remedy: "add one",
    });
  return {
    name: file.name,
    arms,
    comparisons,
    seeds: given.seeds,
    model: given.model,
    settings: file.settings,
    independent: file.independent,
    ...(given.rule ? { rule: given.rule } : {}),
  };
}
