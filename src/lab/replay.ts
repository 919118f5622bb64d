/** Runs a trial again from its recorded replies and says whether it is identical, or where it first differs. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Arm } from "../core/arm.ts";
import { EXIT, LabError } from "../core/errors.ts";
import type { FlagValues } from "../core/flag.ts";
import { canonicalJson } from "../core/json.ts";
import type { Model } from "../core/model.ts";
import type { GradedTrial } from "../core/trial.ts";
import { gradeTrial } from "../grade/grade-trial.ts";
import { recordedModel } from "../llm/wrappers/recorded.ts";
import type { RecordedDifference } from "../llm/wrappers/request-difference.ts";
import { checkedValue, knownFlag, makeArm } from "../plan/arms.ts";
import { runTrial } from "../run/trial.ts";
import { flagOnIn } from "./flag-on.ts";
import { harnessOf } from "./harness-registry.ts";
import { openModels, pricesFor } from "./model-access.ts";
import { PROJECT_ROOT } from "./project.ts";
import { harnessDigest } from "./provenance.ts";
import { readStore } from "./read-store.ts";
import { type Recording, readRecording, saveRecording } from "./recording.ts";
import type { LabResult } from "./result.ts";

export interface ReplayRequest {
  /** A trial id, `scenario#seed@arm`, `latest`, or the file of a recording. */
  readonly trial: string;
  readonly db: string;
  /** Flags set otherwise than in the recording, `FLAG=value`. */
  readonly set: readonly string[];
  /** Who answers after the first difference; without it the replay stops there. */
  readonly continueWith?: "simulated" | "live" | undefined;
  readonly save: boolean;
}

export interface ReplayResult {
  readonly trial: string;
  readonly state: "identical" | "differs" | "stale";
  /** The first request that differs, null when none does. */
  readonly difference: RecordedDifference | null;
  /** Events or scores that differ although every request is the same. */
  readonly afterwards: string | null;
  readonly replayed: GradedTrial;
}

/** Replays a stored trial or a recording file. */
export async function replay(request: ReplayRequest): Promise<LabResult> {
  const recording = await findRecording(request);
  const result = await replayRecording(recording, request);
  const lines = describe(result, recording);
  const json: Record<string, unknown> = {
    trial: result.trial,
    state: result.state,
    difference: result.difference,
    afterwards: result.afterwards,
  };
  if (request.save) {
    const file = await saveRecording(join(PROJECT_ROOT, "seeds", "failing"), recording);
    lines.push(`saved ${file}`);
    json.saved = file;
  }
  if (result.difference && request.continueWith) json.continued = result.replayed;
  return { text: lines.join("\n"), json, exitCode: result.state === "identical" ? EXIT.pass : EXIT.failed };
}

/** Runs a recording against today's harness; `set` and `then` make it a counterfactual. */
export async function replayRecording(
  recording: Recording,
  options: Pick<ReplayRequest, "set" | "continueWith"> = { set: [] },
): Promise<ReplayResult> {
  const { outcome } = recording.trial;
  const arm = replayArm(recording, options.set);
  let difference: RecordedDifference | null = null;
  const replayed = await runTrial({
    key: outcome.key,
    position: outcome.position,
    loaded: recording.loaded,
    arm,
    harness: harnessOf(arm),
    settings: recording.experiment.settings,
    model: recordedModel(outcome.calls, {
      onDifference: (found) => {
        difference ??= found;
      },
      then: await continuation(recording, options.continueWith),
    }),
    prices: await pricesFor(recording.experiment.model),
    independent: recording.experiment.independent,
  });
  const graded = await gradeTrial({
    outcome: replayed,
    loaded: recording.loaded,
    flagOn: flagOnIn(recording.experiment, outcome),
    judge: null,
  });
  const afterwards = difference ? null : laterDifference(recording.trial, graded);
  const identical = difference === null && afterwards === null;
  const stale = !identical && options.set.length === 0 && recording.harnessDigest !== (await harnessDigest());
  return {
    trial: `${outcome.key.scenario}#${outcome.key.seed}@${outcome.key.arm}`,
    state: identical ? "identical" : stale ? "stale" : "differs",
    difference,
    afterwards,
    replayed: graded,
  };
}

async function findRecording(request: ReplayRequest): Promise<Recording> {
  if (request.trial.endsWith(".json") && existsSync(request.trial)) return readRecording(request.trial);
  return readStore(request.db, async (store) => {
    const found = await store.findTrial(request.trial);
    const trial = await store.loadTrial(found.id);
    const { experiment, provenance, scenarios } = await store.loadExperiment(trial.outcome.key.experiment);
    const loaded = scenarios.find((one) => one.scenario.id === trial.outcome.key.scenario);
    if (!loaded) throw new Error(`the store has no scenario ${trial.outcome.key.scenario}`);
    return {
      format: "harness-lab-recording/1",
      harnessDigest: provenance.harnessDigest,
      experiment,
      loaded,
      trial,
    };
  });
}

function replayArm(recording: Recording, set: readonly string[]): Arm {
  const arm = recording.experiment.arms.find(
    (candidate) => candidate.name === recording.trial.outcome.key.arm,
  );
  if (!arm) throw new Error(`the recording's experiment has no arm ${recording.trial.outcome.key.arm}`);
  if (set.length === 0) return arm;
  const changes: Record<string, FlagValues[string]> = {};
  for (const assignment of set) {
    const [name, value] = assignment.split("=");
    if (!name || value === undefined)
      throw new LabError({
        code: "bad-option",
        what: `${assignment} is no assignment`,
        where: "--set",
        remedy: "write FLAG=0 or FLAG=1",
      });
    changes[name] = checkedValue(knownFlag(name), value);
  }
  return makeArm(arm.harness, { ...arm.flags, ...changes }, arm.name);
}

async function continuation(
  recording: Recording,
  then: ReplayRequest["continueWith"],
): Promise<Model | null> {
  if (!then) return null;
  const settings = recording.experiment.model;
  const open = await openModels(
    then === "simulated" ? { ...settings, model: "simulated", baseUrl: null } : settings,
  );
  return open(recording.loaded);
}

function laterDifference(recorded: GradedTrial, replayed: GradedTrial): string | null {
  if (replayed.outcome.calls.length !== recorded.outcome.calls.length)
    return `${recorded.outcome.calls.length} model calls were recorded, ${replayed.outcome.calls.length} were made`;
  const before = recorded.outcome.events;
  const after = replayed.outcome.events;
  for (let i = 0; i < Math.max(before.length, after.length); i++)
    if (canonicalJson(before[i]) !== canonicalJson(after[i]))
      return `event ${i} differs: recorded ${clip(canonicalJson(before[i] ?? null))}, now ${clip(canonicalJson(after[i] ?? null))}`;
  for (const [i, score] of recorded.scores.entries())
    if (score.result !== replayed.scores[i]?.result)
      return `check ${score.check} was ${score.result}, now ${replayed.scores[i]?.result ?? "absent"}: ${replayed.scores[i]?.detail ?? ""}`;
  return null;
}

function clip(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}

function describe(result: ReplayResult, recording: Recording): string[] {
  if (result.state === "identical")
    return [
      `identical: ${result.trial} (${recording.trial.outcome.calls.length} calls, ${recording.trial.outcome.events.length} events, ${recording.trial.scores.length} scores)`,
    ];
  const lines = [`${result.state}: ${result.trial}`];
  if (result.state === "stale")
    lines.push(
      `  recorded with harness source ${recording.harnessDigest}, which has changed since`,
      `  to record it anew: harness-lab ablate ${recording.experiment.comparisons.map((comparison) => comparison.flag ?? comparison.id).join(" ")} --scenarios ${recording.loaded.scenario.id}, then replay --save`,
    );
  if (result.difference) {
    const { index, purpose, place, excerpt } = result.difference;
    lines.push(
      `  first difference: request ${index} (${purpose}, session ${place.session}, turn ${place.turn}, iteration ${place.iteration})`,
      ...excerpt.split("\n").map((line) => `  ${line}`),
    );
  }
  if (result.afterwards) lines.push(`  every request is the same, but ${result.afterwards}`);
  return lines;
}
