/** Turns what a user asks for into an experiment: an ablation, a design or an experiment file, with its decision rule. */

import { LabError } from "../../core/errors.ts";
import { type DecisionRule, type DesignKind, type Experiment, FIXED_RULE } from "../../core/experiment.ts";
import { flagNamed } from "../../core/flag-catalogue.ts";
import type { LoadedScenario } from "../../core/scenario.ts";
import type { PriceBook } from "../../llm/prices.ts";
import { type Draft, planAblation } from "../../plan/ablation.ts";
import { variedFlags } from "../../plan/arm-differences.ts";
import { builtFlag } from "../../plan/arms.ts";
import { scenariosOf } from "../../plan/blocks.ts";
import { planDesign } from "../../plan/design-plan.ts";
import { readExperimentFile } from "../../plan/experiment-file.ts";
import { identify } from "../../plan/identity.ts";
import { planExperiment as planFile } from "../../plan/plan-file.ts";
import { readSeeds } from "../../scenario/seeds.ts";
import { layerModel } from "../endpoint/layer-model.ts";
import { type ModelOptions, modelSettings, pricesToRun } from "../endpoint/model-access.ts";
import { HARNESSES } from "../environment/harness-registry.ts";
import { harnessDigest } from "../environment/provenance.ts";
import type { Console } from "../environment/result.ts";
import { loadSelection } from "../environment/selection.ts";
import { type JudgeOptions, judgeOf, judgeSettings, requireJudge } from "../judging/judging.ts";
import { requireFixed } from "./fixed-design.ts";

/** Decision rule of the comparisons, as a user names it; all absent = a fixed number of pairs. */
interface DecisionOptions {
  readonly sequential?: boolean | undefined;
  readonly until?: "demonstrated" | "harmful" | undefined;
  readonly maxSeeds?: number | undefined;
  /** Smallest effect worth having, in points of a pass rate. */
  readonly minEffect?: number | undefined;
}

export interface AblationOptions extends DecisionOptions {
  readonly flags: readonly string[];
  readonly scenarios?: readonly string[] | undefined;
  /** A count or a file. */
  readonly seeds: string;
  readonly model: ModelOptions;
  /** Judge of judge checks; absent = none is named. */
  readonly judge?: JudgeOptions;
  readonly independent: boolean;
  readonly name?: string | undefined;
  readonly design?: DesignKind | undefined;
  /** Skips the safety checks (`--force`). */
  readonly force?: boolean | undefined;
  readonly console: Console;
}

export interface FileOptions extends DecisionOptions {
  readonly file: string;
  /** Command-line options win over the file's. */
  readonly model: ModelOptions;
  /** Wins over the file's judge as a whole. */
  readonly judge?: JudgeOptions;
  readonly seeds?: string | undefined;
  readonly console: Console;
}

/** Everything that is known before anything is spent. */
export interface Prepared {
  readonly experiment: Experiment;
  /** Those the experiment uses. */
  readonly scenarios: readonly LoadedScenario[];
  readonly harnessDigest: string;
  readonly prices: PriceBook;
}

/** Prepares an ablation or a design; rejects wrong use. */
export async function prepareAblation(options: AblationOptions): Promise<Prepared> {
  for (const flag of options.flags) builtFlag(flag);
  const rule = ruleOf(options);
  if (options.design && rule?.design === "sequential")
    throw new LabError({
      code: "sequential-design",
      what: "a design needs every arm on every seed, so its comparisons cannot stop one by one",
      where: `--design ${options.design}`,
      remedy: "leave --sequential and --until out, or ablate the flags without --design",
    });
  for (const flag of options.flags) requireFixed(builtFlag(flag).aim, rule?.design ?? "fixed", flag);
  const scenarios = await loadSelection(options.scenarios, options.flags);
  const request = {
    flags: options.flags,
    scenarios,
    seeds: await seedsFor(options.seeds, options),
    model: modelSettings(options.model),
    independent: options.independent,
    ...(options.name ? { name: options.name } : {}),
  };
  const ruled = rule ? { rule } : {};
  const draft = options.design
    ? { ...planDesign({ ...request, kind: options.design, force: options.force ?? false }), ...ruled }
    : planAblation({ ...request, ...ruled });
  const judge = judgeSettings(options.judge ?? {}, options.model);
  return prepareDraft({ ...draft, ...judgeOf(judge, scenarios, options.console) }, scenarios);
}

/** Prepares the experiment of a file; rejects wrong use. */
export async function prepareFile(options: FileOptions): Promise<Prepared> {
  const file = await readExperimentFile(options.file, HARNESSES);
  const flags = variedFlags(file.vary);
  const scenarios = await loadSelection(file.scenarios, file.scenarios ? undefined : flags);
  const given = Object.fromEntries(Object.entries(options.model).filter(([, value]) => value !== undefined));
  const rule = ruleOf(options);
  requireFixed(file.aim, rule?.design ?? "fixed", null);
  for (const flag of flags) requireFixed(flagNamed(flag)?.aim, rule?.design ?? "fixed", flag);
  const draft = planFile(file, options.file, {
    scenarios,
    seeds: await seedsFor(options.seeds ?? String(file.seeds), options),
    harnesses: HARNESSES,
    modelFor: (general, ...own) => layerModel(general, given, ...own),
    ...(rule ? { rule } : {}),
  });
  const judge =
    judgeSettings(options.judge ?? {}, options.model) ??
    judgeSettings(
      {
        judgeModel: file.judge?.model,
        judgeBaseUrl: file.judge?.baseUrl,
        judgeApiKeyEnv: file.judge?.apiKeyEnv,
      },
      options.model,
    );
  return prepareDraft({ ...draft, ...judgeOf(judge, scenarios, options.console) }, scenarios);
}

async function prepareDraft(draft: Draft, selected: readonly LoadedScenario[]): Promise<Prepared> {
  const digest = await harnessDigest(draft.arms);
  const experiment = identify(draft, { scenarios: selected, harnessDigest: digest });
  const used = new Set(scenariosOf(experiment));
  const scenarios = selected.filter((loaded) => used.has(loaded.scenario.id));
  requireJudge(experiment, scenarios);
  return {
    experiment,
    scenarios,
    harnessDigest: digest,
    prices: await pricesToRun(experiment.model),
  };
}

/** Undefined for the plain case, so that plain experiments keep the id they always had. */
function ruleOf({ sequential, until, maxSeeds, minEffect }: DecisionOptions): DecisionRule | undefined {
  const looks = sequential === true || until !== undefined;
  if (maxSeeds !== undefined && !looks)
    throw new LabError({
      code: "bad-option",
      what: "--max-seeds caps a run that stops by evidence, and this one has a fixed number of seeds",
      where: "--max-seeds",
      remedy: "add --sequential or --until demonstrated, or use --seeds",
    });
  if (minEffect !== undefined && !(minEffect >= 1 && minEffect <= 100))
    throw new LabError({
      code: "bad-option",
      what: `an effect of ${minEffect} points cannot be the smallest worth having`,
      where: "--min-effect",
      remedy:
        "use points of a pass rate from 1 to 100 (20 is one in five; 0.2 would be a fifth of one point)",
    });
  const deltaMin = minEffect === undefined ? FIXED_RULE.deltaMin : minEffect / 100;
  if (!looks && deltaMin === FIXED_RULE.deltaMin) return undefined;
  return { design: looks ? "sequential" : "fixed", deltaMin, until: until ?? null };
}

/** STATISTICS 4.3: a sequential run may take 1.5 times the seeds of a fixed one; a file's seeds are all there are. */
const CAP = 1.5;

async function seedsFor(spec: string, options: DecisionOptions): Promise<readonly string[]> {
  const seeds = await readSeeds(spec);
  if (options.sequential !== true && options.until === undefined) return seeds;
  const counted = /^\d+$/.test(spec.trim());
  if (counted) return readSeeds(String(options.maxSeeds ?? Math.ceil(CAP * seeds.length)));
  if (options.maxSeeds !== undefined && options.maxSeeds > seeds.length)
    throw new LabError({
      code: "bad-seeds",
      what: `${spec} lists ${seeds.length} seeds, ${options.maxSeeds} are asked for`,
      where: "--max-seeds",
      remedy: "list more seeds, or ask for fewer",
    });
  return seeds.slice(0, options.maxSeeds);
}
