/** Reads an experiment file: a baseline, variants, and what they are declared to vary in. */

import { readFile } from "node:fs/promises";
import { parseDocument } from "yaml";
import { z } from "zod";
import { AIMS } from "../core/aim.ts";
import { LabError } from "../core/errors.ts";
import type { HarnessFaces } from "../core/harness-face.ts";
import { HarnessId } from "../core/harness-id.ts";
import { SettingsOverride } from "../core/settings.ts";

const flagValues = z.record(z.string(), z.union([z.boolean(), z.string(), z.number()]));

/** A model by its id alone, or with what else is said of it; the options of the same names say more. */
const ModelSpec = z.union([
  z.string().min(1),
  z.strictObject({
    id: z.string().min(1).optional().describe("Sent to the endpoint; `simulated` asks none."),
    model: z.string().min(1).optional().describe("The same as `id`."),
    baseUrl: z.url().optional(),
    apiKeyEnv: z.string().optional(),
    toolProtocol: z.enum(["native", "json"]).optional(),
    emptyContent: z.enum(["null", "text"]).optional(),
    sendThinking: z.boolean().optional(),
    temperature: z.number().min(0).max(2).optional(),
    priceLike: z.string().optional(),
  }),
]);
export type ModelSpec = z.infer<typeof ModelSpec>;

const ArmSpec = z.strictObject({
  harness: HarnessId.optional().describe("Another harness than that of the experiment."),
  flags: flagValues.default({}).describe("Flags that are not named have the value of the baseline."),
  settings: SettingsOverride.optional().describe("Laid over the settings of the experiment."),
  model: ModelSpec.optional().describe("Laid over the model of the experiment, field by field."),
});
export type ArmSpec = z.infer<typeof ArmSpec>;

/** The shape of an experiment file. */
export const ExperimentFile = z.strictObject({
  $schema: z.string().optional().describe("Schema that an editor completes by; a run ignores it."),
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
  model: ModelSpec.prefault({}).describe("The model that answers; the options of the same names say more."),
  models: z
    .array(ModelSpec)
    .min(2)
    .optional()
    .describe(
      "Runs baseline and variants on each of these models, and tells whether the effect differs between them.",
    ),
  judge: z
    .strictObject({ model: z.string().min(1), baseUrl: z.url().optional(), apiKeyEnv: z.string().optional() })
    .optional()
    .describe("Decides judge checks; never the model above by default."),
  settings: SettingsOverride.default({}).describe(
    "Settings of the harness in every arm; an arm may lay its own over them.",
  ),
  independent: z.boolean().default(false).describe("Share no replies between arms."),
  baseline: ArmSpec.prefault({}).describe(
    "The arm that variants are held against; flags that are not named have their default.",
  ),
  variants: z
    .record(z.string().regex(/^[a-z0-9][a-z0-9-]*$/, "use a kebab-case name"), ArmSpec)
    .describe(
      "Arms by name: the baseline with what they name otherwise. A variant that only turns a flag off is that flag's OFF arm, and the baseline its ON arm.",
    ),
  aim: z
    .enum(AIMS)
    .exclude(["none"])
    .optional()
    .describe(
      "What variants are there for: success (default), success that is not worse by `margin` (no-worse), or a saving (cost, tokens, calls, latency) with success not worse by it.",
    ),
  margin: z
    .number()
    .min(1)
    .max(99)
    .optional()
    .describe("By how many points of the pass rate success may not be worse; 10 when absent."),
  families: z
    .strictObject({
      primary: z
        .array(z.string())
        .min(1)
        .describe("Variants whose p-values are adjusted for one another; all others are exploratory."),
    })
    .optional()
    .describe("What the experiment is for, fixed with the plan; without it every variant is in one family."),
  vary: z
    .array(z.string())
    .min(1)
    .describe(
      "What variants may differ in from the baseline: a flag by its name, anything else by its path (`harness`, `model.id`, `model.temperature`, `settings.memory.budgetChars`). Any other difference is an error.",
    ),
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
    throw new LabError({
      code: "invalid-yaml",
      what: broken.message,
      where: file,
      remedy: "correct the YAML at that place",
    });
  const parsed = ExperimentFile.safeParse(document.toJS());
  if (parsed.success) {
    requireSettings(parsed.data, file, harnesses);
    return parsed.data;
  }
  const issues = parsed.error.issues.map((issue) => `${issue.path.join(".") || "(top)"}: ${issue.message}`);
  throw new LabError({
    code: "invalid-experiment",
    what: issues.join("; "),
    where: file,
    remedy: "an experiment has name, baseline, variants and vary (README, experiment files)",
  });
}

/** Refuses settings that the harness of the arm that they are for does not declare. */
function requireSettings(file: ExperimentFile, where: string, harnesses: HarnessFaces): void {
  const { harness, settings, baseline } = file;
  const base = baseline.harness ?? harness;
  const groups = [
    { at: "", harness, settings },
    { at: "baseline.", harness: base, settings: baseline.settings },
    ...Object.entries(file.variants).map(([name, arm]) => ({
      at: `variants.${name}.`,
      harness: arm.harness ?? base,
      settings: arm.settings,
    })),
  ];
  const found = groups.map((group) => ({ ...group, problems: settingProblems(group, harnesses) }));
  const first = found.find(({ problems }) => problems.length > 0);
  if (first === undefined) return;
  throw new LabError({
    code: "invalid-experiment",
    what: found.flatMap(({ problems }) => problems).join("; "),
    where,
    remedy: harnesses.has(first.harness)
      ? `use settings of the ${first.harness} harness (docs, settings)`
      : `name a harness that is built: ${[...harnesses.keys()].join(" or ")}`,
  });
}

function settingProblems(
  {
    at,
    harness,
    settings,
  }: {
    readonly at: string;
    readonly harness: HarnessId;
    readonly settings: SettingsOverride | undefined;
  },
  harnesses: HarnessFaces,
): readonly string[] {
  const face = harnesses.get(harness);
  if (face === undefined) return [`${at}harness: the ${harness} harness is not built`];
  const parsed = face.settings.safeParse(settings ?? {});
  return parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${at}${["settings", ...path].join(".")}: ${message}`);
}
