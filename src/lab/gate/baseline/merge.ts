/** Joins shards of one experiment, run elsewhere on other seeds, into one store or one file. */

import { existsSync } from "node:fs";
import { EXIT, LabError } from "../../../core/errors.ts";
import type { Provenance } from "../../../core/experiment.ts";
import type { LoadedScenario } from "../../../core/scenario.ts";
import { type GradedTrial, trialId, trialName } from "../../../core/trial.ts";
import { readStore } from "../../environment/read-store.ts";
import type { LabResult } from "../../environment/result.ts";
import { misfit, readBaseline, requireBaselinePath, writeBaseline } from "./baseline-file.ts";
import { runOf, storeRun, type TravellingRun } from "./stored-trials.ts";

/** Shards put together, as `merge --json` prints it. */
interface MergeDocument {
  readonly experiment: string;
  readonly seeds: readonly string[];
  readonly trials: number;
  readonly db: string;
  /** File of the whole as a baseline; null when none was asked for. */
  readonly output: string | null;
  readonly shards: readonly {
    readonly from: string;
    readonly seeds: readonly string[];
    readonly trials: number;
    /** Trials that an earlier shard holds already; they count once. */
    readonly repeated: number;
  }[];
}

export interface MergeRequest {
  /** Baseline files and stores. */
  readonly inputs: readonly string[];
  /** Experiment of each store. */
  readonly experiment: string;
  readonly db: string;
  readonly output?: string | undefined;
  readonly name: string;
}

interface Shard extends TravellingRun {
  readonly from: string;
}

/** Stores all shards as one experiment; shards of different experiments or with contradicting trials are exit 4. */
export async function merge(request: MergeRequest): Promise<LabResult> {
  if (request.output !== undefined)
    await requireBaselinePath(request.output, [...request.inputs, request.db]);
  const shards: Shard[] = [];
  for (const from of request.inputs) shards.push({ ...(await shardOf(from, request.experiment)), from });
  const merged = mergeShards(shards);
  const repeated = repeatedTrials(shards);
  await storeRun(request.db, merged);
  if (request.output)
    await writeBaseline({ name: request.name, savedAt: new Date().toISOString(), ...merged }, request.output);
  const { experiment, trials } = merged;
  const lines = [
    `merged ${shards.length} shards of experiment ${experiment.id}: ${experiment.seeds.length} seeds, ${trials.length} trials`,
    ...shards.map(
      (shard, place) =>
        `  ${shard.from}: seeds ${shard.experiment.seeds.join(" ")}, ${shard.trials.length} trials${repeated[place] ? `, ${repeated[place]} of them in an earlier shard too and counted once` : ""}`,
    ),
    `stored in ${request.db}`,
    ...(request.output ? [`wrote ${request.output}`] : []),
  ];
  return {
    text: lines.join("\n"),
    json: {
      experiment: experiment.id,
      seeds: experiment.seeds,
      trials: trials.length,
      db: request.db,
      output: request.output ?? null,
      shards: shards.map((shard, place) => ({
        from: shard.from,
        seeds: shard.experiment.seeds,
        trials: shard.trials.length,
        repeated: repeated[place] ?? 0,
      })),
    } satisfies MergeDocument,
    exitCode: EXIT.pass,
  };
}

/** Count of trials of each shard that an earlier one holds already. */
function repeatedTrials(shards: readonly Shard[]): readonly number[] {
  const seen = new Set<string>();
  return shards.map(({ trials }) => {
    const ids = trials.map((trial) => trialId(trial.outcome.key));
    const repeated = ids.filter((id) => seen.has(id)).length;
    for (const id of ids) seen.add(id);
    return repeated;
  });
}

async function shardOf(from: string, experiment: string): Promise<TravellingRun> {
  if (!existsSync(from))
    throw new LabError({
      code: "no-shard",
      what: "there is no such file",
      where: from,
      remedy: "check the path: a shard is a baseline file (.json, .json.gz) or a store",
    });
  if (/\.json(\.gz)?$/.test(from)) return readBaseline(from);
  return readStore(from, (store) => runOf(store, experiment));
}

/** Joins shards; a trial that two of them hold has to be the same trial. */
function mergeShards(shards: readonly Shard[]): TravellingRun {
  const [first, ...rest] = shards;
  if (!first)
    throw new LabError({
      code: "no-shard",
      what: "nothing to merge was given",
      remedy: "harness-lab merge <files or stores...>",
    });
  const trials = new Map<string, { readonly trial: GradedTrial; readonly from: string }>();
  const scenarios = new Map<string, LoadedScenario>();
  for (const shard of [first, ...rest]) {
    if (shard.experiment.id !== first.experiment.id)
      throw misfit(
        shard.from,
        `it holds experiment ${shard.experiment.id} (${shard.experiment.name}), ${first.from} holds ${first.experiment.id} (${first.experiment.name}): they differ in scenarios, arms, model settings or harness source`,
        "merge shards of one experiment: the same command with other seeds",
      );
    for (const loaded of shard.scenarios) scenarios.set(loaded.scenario.id, loaded);
    for (const trial of shard.trials) {
      const id = trialId(trial.outcome.key);
      const held = trials.get(id);
      if (held && held.trial.outcome.transcriptDigest !== trial.outcome.transcriptDigest) {
        throw misfit(
          shard.from,
          `${trialName(trial.outcome.key)} is another trial here than in ${held.from}`,
          "give every shard seeds of its own",
        );
      }
      if (!held) trials.set(id, { trial, from: shard.from });
    }
  }
  return {
    experiment: {
      ...first.experiment,
      seeds: [...new Set([first, ...rest].flatMap((shard) => shard.experiment.seeds))],
    },
    provenance: joinedProvenance([first, ...rest]),
    scenarios: [...scenarios.values()],
    trials: [...trials.values()].map(({ trial }) => trial),
  };
}

/** The commit is named when all shards agree on it; everything that decides a trial is equal by the experiment's id. */
function joinedProvenance(shards: readonly Shard[]): Provenance {
  const [first, ...rest] = shards.map(({ provenance }) => provenance);
  if (!first) throw new Error("no shard to join");
  return { ...first, commit: rest.every(({ commit }) => commit === first.commit) ? first.commit : null };
}
