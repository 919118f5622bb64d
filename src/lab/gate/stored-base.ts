/** A base that was recorded earlier: chosen by name or as told, and only when everything it rests on still fits. */

import { existsSync } from "node:fs";
import type { Arm } from "../../core/arm.ts";
import { asRunBy } from "../../core/effective-arm.ts";
import { endpointOf } from "../../core/endpoint-address.ts";
import { LabError } from "../../core/errors.ts";
import type { ModelSettings } from "../../core/model-settings.ts";
import type { LoadedScenario } from "../../core/scenario.ts";
import { outcomeOf } from "../../core/score.ts";
import type { GradedTrial } from "../../core/trial.ts";
import { blockKey, blocksOf } from "../../plan/blocks.ts";
import { candidateOf, planGate } from "../../plan/gate.ts";
import { readScenarioFile } from "../../scenario/read-scenarios.ts";
import { readSeeds } from "../../scenario/seeds.ts";
import { type ModelOptions, modelSettings } from "../endpoint/model-access.ts";
import { HARNESSES } from "../environment/harness-registry.ts";
import { harnessDigest } from "../environment/provenance.ts";
import { readStore } from "../environment/read-store.ts";
import { loadSelection } from "../environment/selection.ts";
import { changedFlags, readAssignments } from "./assignments.ts";
import { type Baseline, misfit, readBaseline } from "./baseline/baseline-file.ts";
import { recordingTime } from "./baseline/baselines.ts";
import { namedBaseline } from "./baseline/named-baselines.ts";
import { runOf } from "./baseline/stored-trials.ts";
import type { GateRequest } from "./gate-request.ts";
import type { GateSetup } from "./gate-setup.ts";

/** The name that is taken when the user names no base. */
const DEFAULT_BASELINE = "main";

/** Reads the base and plans the gate on its scenarios and seeds; nothing that does not fit is run. */
export async function setUpStored(request: GateRequest): Promise<GateSetup> {
  const { baseline, why } = await choose(request);
  const { arm, experiment } = armOf(baseline, request.arm);
  const { scenarios, notes } = await fittingScenarios(baseline, request.scenarios, arm);
  const ids = scenarios.map(({ scenario }) => scenario.id);
  const seeds = await fittingSeeds(baseline, request.seeds);
  const recorded = newestTrials(baseline, arm.name, { scenarios: ids, seeds });
  if (recorded.size === 0)
    throw misfit(
      baseline.name,
      `it has no trial of arm ${arm.name} on the selected scenarios and seeds that ran to its end`,
    );
  const { provenance } = baseline;
  const model = fittingModel({ ...baseline, experiment }, request.model);
  const { model: other, ...changes } = readAssignments(request.candidate, "--candidate");
  if (other) throw recordedModel(baseline.name);
  return {
    base: {
      kind: "stored",
      name: baseline.name,
      why,
      arm: { ...arm, name: "base" },
      experiment: experiment.id,
      commit: provenance.commit,
      harnessDigest: provenance.harnessDigest,
      recordedAt: recordingTime({ ...baseline, trials: [...recorded.values()] }),
    },
    draft: planGate({
      base: { ...arm, name: "base" },
      candidate: candidateOf(arm, changes),
      scenarios: ids,
      seeds,
      model,
      settings: experiment.settings,
      judge: experiment.judge,
    }),
    scenarios,
    harnessDigest: await harnessDigest([arm]),
    baseDigest: `${experiment.id}@${provenance.harnessDigest}`,
    flags: changedFlags(changes, arm),
    recorded,
    notes: [...notes, ...endpointNotes(experiment.model, model)],
    close: async () => undefined,
  };
}

/** The replies of a stored base are those of its model, so a candidate of another one has nothing to be held against. */
function recordedModel(name: string): LabError {
  return new LabError({
    code: "recorded-model",
    what: `the base ${name} was recorded, and its replies are those of its own model`,
    where: "--candidate",
    remedy: "leave --baseline out: both arms then run side by side, each on its model",
  });
}

/** Base that the user names, taken or refused; the default stands in only where nothing is named. */
async function choose(request: GateRequest): Promise<{ readonly baseline: Baseline; readonly why: string }> {
  const name = request.baseline ?? DEFAULT_BASELINE;
  const given = request.baseline !== undefined;
  if (given && /\.json(\.gz)?$/.test(name)) {
    if (!existsSync(name)) throw unknownBase(name, "there is no such file");
    return { baseline: await readBaseline(name), why: `the file ${name} was named` };
  }
  const file = namedBaseline(request.db, name);
  if (file)
    return {
      baseline: await readBaseline(file),
      why: given
        ? `the baseline ${name} was named`
        : `nothing was named, and ${name} is the default baseline`,
    };
  if (!given) throw unknownBase(name, "no base is named, and no baseline is called main");
  if (!existsSync(request.db)) throw unknownBase(name, "no baseline has this name, and there is no store");
  const run = await readStore(request.db, (store) => runOf(store, name));
  return {
    baseline: { ...run, name: `experiment ${run.experiment.id}`, savedAt: new Date().toISOString() },
    why: `the stored experiment ${name} was named`,
  };
}

function unknownBase(where: string, what: string): LabError {
  return new LabError({
    code: "unknown-baseline",
    what,
    where,
    remedy:
      "name one with --baseline (harness-lab baseline list, harness-lab experiments), or compare with another arm (--candidate FLAG=0) or checkout (--checkout <path>)",
  });
}

/** The arm of the base, and the experiment as it ran it. */
function armOf(
  { experiment, name }: Baseline,
  wanted: string | undefined,
): { readonly arm: Arm; readonly experiment: Baseline["experiment"] } {
  const { arms } = experiment;
  const arm =
    arms.find((one) => one.name === (wanted ?? "baseline")) ?? (arms.length === 1 ? arms[0] : undefined);
  if (arm && (wanted === undefined || arm.name === wanted)) {
    const { model: _, settings: __, ...plain } = arm;
    return { arm: plain, experiment: asRunBy(experiment, arm.name) };
  }
  throw new LabError({
    code: "unknown-arm",
    what:
      wanted === undefined
        ? `${name} has no arm of all defaults, and which of its arms is the base was not said`
        : `${name} has no arm ${wanted}`,
    where: "--arm",
    remedy: `pick one of ${arms.map((one) => one.name).join(", ")}`,
  });
}

/** Today's scenarios of the baseline, or those of them that are selected; a changed one does not fit. */
async function fittingScenarios(
  { name, scenarios: then, provenance, experiment }: Baseline,
  selection: readonly string[] | undefined,
  arm: Arm,
): Promise<{ readonly scenarios: readonly LoadedScenario[]; readonly notes: readonly string[] }> {
  const known = new Map(then.map((loaded) => [loaded.scenario.id, loaded]));
  const today = selection ? await loadSelection(selection, undefined) : await todaysVersions(then);
  const shared = today.filter(({ scenario }) => known.has(scenario.id));
  const changed = shared.filter(
    ({ scenario, digest }) => !digest.startsWith(provenance.scenarioDigests[scenario.id] ?? "?"),
  );
  if (changed.length > 0)
    throw misfit(
      name,
      `${changed.map(({ scenario }) => scenario.id).join(", ")} changed since it was recorded`,
      "record the baseline anew on these scenarios, or hold against a checkout (--checkout <path>), which runs them as they are now",
    );
  const fresh = today.filter(({ scenario }) => !known.has(scenario.id)).map(({ scenario }) => scenario.id);
  const gone = selection
    ? []
    : [...known.keys()].filter((id) => !today.some((one) => one.scenario.id === id));
  if (gone.length > 0)
    throw misfit(
      name,
      `its scenarios ${gone.join(", ")} are not here any more`,
      "select those to compare with --scenarios",
    );
  // An experiment of several flags runs each arm on the scenarios of its own comparisons alone.
  const ofArm = new Set(
    blocksOf(experiment).flatMap(({ scenario, arms }) => (arms.includes(arm.name) ? [scenario] : [])),
  );
  const foreign = shared.map(({ scenario }) => scenario.id).filter((id) => !ofArm.has(id));
  return {
    scenarios: shared.filter(({ scenario }) => ofArm.has(scenario.id)),
    notes: [
      ...(fresh.length === 0 ? [] : [`Not in the baseline, so not compared: ${fresh.join(", ")}.`]),
      ...(foreign.length === 0
        ? []
        : [
            `Run by other arms than ${arm.name} alone, so not compared: ${foreign.join(", ")} (--arm names another one).`,
          ]),
    ],
  };
}

/** A scenario is looked for among the built-in ones and then where it was recorded from. */
async function todaysVersions(then: readonly LoadedScenario[]): Promise<readonly LoadedScenario[]> {
  const builtIn = new Map(
    (await loadSelection(undefined, undefined)).map((loaded) => [loaded.scenario.id, loaded]),
  );
  const found: LoadedScenario[] = [];
  for (const { scenario, file } of then) {
    const today =
      builtIn.get(scenario.id) ?? (existsSync(file) ? await readScenarioFile(file, HARNESSES) : undefined);
    if (today) found.push(today);
  }
  return found;
}

async function fittingSeeds(
  { experiment, name }: Baseline,
  wanted: string | undefined,
): Promise<readonly string[]> {
  if (wanted === undefined) return experiment.seeds;
  const seeds = await readSeeds(wanted);
  const absent = seeds.filter((seed) => !experiment.seeds.includes(seed));
  if (absent.length > 0)
    throw misfit(
      name,
      `it has no trials for seeds ${absent.join(", ")}`,
      `use some of ${experiment.seeds.join(", ")}`,
    );
  return seeds;
}

/** The model has to be asked as it was then; where it is, how long it may take and what it costs may differ. */
function fittingModel({ experiment: { model: then }, name }: Baseline, options: ModelOptions): ModelSettings {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const now = modelSettings({
    model: then.model,
    ...(then.baseUrl === null ? {} : { baseUrl: then.baseUrl }),
    ...(then.apiKeyEnv === null ? {} : { apiKeyEnv: then.apiKeyEnv }),
    ...(then.temperature === null ? {} : { temperature: then.temperature }),
    ...(then.priceLike === null ? {} : { priceLike: then.priceLike }),
    toolProtocol: then.toolProtocol,
    timeoutS: then.timeoutMs / 1000,
    retries: then.maxRetries,
    ...(then.maxWaitMs === undefined ? {} : { maxWaitS: then.maxWaitMs / 1000 }),
    seed: then.sendSeed,
    emptyContent: then.emptyContent,
    sendThinking: then.sendThinking,
    ...given,
  });
  const differs = (
    ["model", "toolProtocol", "temperature", "sendSeed", "emptyContent", "sendThinking"] as const
  ).filter((field) => now[field] !== then[field]);
  if (differs.length > 0)
    throw misfit(
      name,
      differs.map((field) => `${field} was ${String(then[field])}, now ${String(now[field])}`).join("; "),
      "ask the model as it was asked then, or record a baseline with these settings",
    );
  return now;
}

/** One name at two addresses may be two models, whose difference no gate could tell from the candidate's. */
function endpointNotes(then: ModelSettings, now: ModelSettings): readonly string[] {
  const [before, after] = [endpointOf(then.baseUrl), endpointOf(now.baseUrl)];
  if (before === after) return [];
  const named = (endpoint: string | null) => endpoint ?? "the default endpoint";
  return [
    `The base was recorded at ${named(before)}, and the candidate asks ${named(after)}: what differs may be the endpoint.`,
  ];
}

/** The newest trial of each block that has a result. */
function newestTrials(
  { trials }: Baseline,
  arm: string,
  wanted: { readonly scenarios: readonly string[]; readonly seeds: readonly string[] },
): ReadonlyMap<string, GradedTrial> {
  const newest = new Map<string, GradedTrial>();
  for (const trial of trials) {
    const { key, error } = trial.outcome;
    if (key.arm !== arm || !wanted.scenarios.includes(key.scenario) || !wanted.seeds.includes(key.seed))
      continue;
    const held = newest.get(blockKey(key));
    if (
      error === null &&
      outcomeOf(trial.scores) !== "unscored" &&
      (held?.outcome.key.attempt ?? 0) < key.attempt
    )
      newest.set(blockKey(key), trial);
  }
  return newest;
}
