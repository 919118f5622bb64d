/** Runs a trial again from its recorded replies and says whether it is identical, or where it first differs. */

import { join } from "node:path";
import type { Arm } from "../../core/arm.ts";
import { answererOf } from "../../core/endpoint-address.ts";
import { EXIT, LabError } from "../../core/errors.ts";
import { drawsApart } from "../../core/experiment.ts";
import type { FlagValues } from "../../core/flag.ts";
import { canonicalJson } from "../../core/json.ts";
import { JUDGE } from "../../core/lab-purposes.ts";
import type { Model } from "../../core/model.ts";
import { outcomeOf } from "../../core/score.ts";
import { type GradedTrial, trialName } from "../../core/trial.ts";
import { gradeTrial } from "../../grade/grade-trial.ts";
import type { Harness } from "../../harnesses/contract/harness.ts";
import { recordedModel } from "../../llm/wrappers/recorded.ts";
import type { RecordedDifference } from "../../llm/wrappers/request-difference.ts";
import { checkedValue, knownFlag, makeArm } from "../../plan/arms.ts";
import { runTrial } from "../../run/trial.ts";
import { openModels, pricesFor, type WaitConsole } from "../endpoint/model-access.ts";
import { harnessOf } from "../environment/harness-registry.ts";
import { PROJECT_ROOT } from "../environment/project.ts";
import { harnessDigest } from "../environment/provenance.ts";
import type { LabResult } from "../environment/result.ts";
import { flagOnIn } from "../judging/flag-on.ts";
import { findRecording } from "./find-recording.ts";
import { harnessCalls, recordedJudge } from "./recorded-replies.ts";
import { type Recording, recordAnew, saveRecording } from "./recording.ts";
import { scenarioNote } from "./scenario-today.ts";

export interface ReplayRequest {
  /** A trial id, `scenario#seed@arm`, `latest`, or the file of a recording. */
  readonly trial: string;
  readonly db: string;
  /** Flags set otherwise than in the recording, `FLAG=value`. */
  readonly set: readonly string[];
  /** Answering model after the first difference; without it the replay stops there. */
  readonly continueWith?: "simulated" | "live" | undefined;
  readonly save: boolean;
  /** Shows waits for the endpoint that goes on after a difference; absent = nobody watches. */
  readonly console?: WaitConsole;
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

/** A replay as `replay --json` prints it. */
interface ReplayDocument extends Pick<ReplayResult, "trial" | "state" | "difference" | "afterwards"> {
  /** Difference of the scenario's file today; null where there is none. */
  readonly scenarioToday: string | null;
  /** File of the recording; absent unless `--save` was given. */
  readonly saved?: string;
  /** The trial with the replies after the first difference; absent unless somebody went on. */
  readonly continued?: GradedTrial;
}

/** Replays a stored trial or a recording file. */
export async function replay(request: ReplayRequest): Promise<LabResult> {
  const recording = await findRecording(request.trial, request.db);
  const result = await replayRecording(recording, request);
  const lines = describe(result, recording, request.continueWith);
  const note = await scenarioNote(recording.loaded);
  if (note !== null) lines.push(`  note: ${note}`);
  const saved = request.save
    ? await saveRecording(join(PROJECT_ROOT, "seeds", "failing"), recording)
    : undefined;
  if (saved !== undefined) lines.push(`saved ${saved}`);
  const json: ReplayDocument = {
    trial: result.trial,
    state: result.state,
    scenarioToday: note,
    difference: result.difference,
    afterwards: result.afterwards,
    ...(saved === undefined ? {} : { saved }),
    ...(result.difference && request.continueWith ? { continued: result.replayed } : {}),
  };
  return { text: lines.join("\n"), json, exitCode: result.state === "identical" ? EXIT.pass : EXIT.failed };
}

export interface ReplayOptions extends Pick<ReplayRequest, "set" | "continueWith" | "console"> {
  /** Another harness than the one of this build. */
  readonly harnessOf?: (arm: Arm) => Harness;
  /** Digest of the harness that runs; taken from its source when absent. */
  readonly harnessDigest?: string;
}

/** Runs a recording against today's harness; `set` and `then` make it a counterfactual. */
export async function replayRecording(
  recording: Recording,
  options: ReplayOptions = { set: [] },
): Promise<ReplayResult> {
  const { outcome } = recording.trial;
  const arm = armOfRecording(recording, options.set);
  const recorded = harnessCalls(outcome.calls);
  let difference: RecordedDifference | null = null;
  const replayed = await runTrial({
    key: outcome.key,
    position: outcome.position,
    loaded: recording.loaded,
    arm,
    harness: (options.harnessOf ?? harnessOf)(arm),
    settings: recording.experiment.settings,
    model: recordedModel(recorded, {
      id: recording.experiment.model.model,
      onDifference: (found) => {
        difference ??= found;
      },
      // biome-ignore lint/suspicious/noThenProperty: holds a model, never a function
      then: await continuation(recording, options),
    }),
    prices: await pricesFor(recording.experiment.model),
    independent: drawsApart(recording.experiment),
  });
  const graded = await gradeTrial({
    outcome: replayed,
    loaded: recording.loaded,
    flagOn: flagOnIn(recording.experiment, outcome, recording.loaded.scenario.targets),
    judge: recordedJudge(outcome.calls, {
      id: recording.experiment.judge && answererOf(recording.experiment.judge),
    }),
  });
  const afterwards = difference ? null : laterDifference(recording.trial, graded);
  const identical = difference === null && afterwards === null;
  const stale =
    !identical &&
    options.set.length === 0 &&
    recording.harnessDigest !== (options.harnessDigest ?? (await harnessDigest(recording.experiment.arms)));
  return {
    trial: trialName(outcome.key),
    state: identical ? "identical" : stale ? "stale" : "differs",
    difference,
    afterwards,
    replayed: graded,
  };
}

/** The arm a recording was made with, with flags set otherwise where that is asked for. */
export function armOfRecording(recording: Recording, set: readonly string[] = []): Arm {
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
        what: `${assignment} is not an assignment`,
        where: "--set",
        remedy: "write FLAG=0 or FLAG=1",
      });
    changes[name] = checkedValue(knownFlag(name), value);
  }
  return makeArm(arm.harness, { ...arm.flags, ...changes }, arm.name);
}

const UNWATCHED: WaitConsole = { note() {}, status: null, signal: new AbortController().signal };

async function continuation(
  recording: Recording,
  { continueWith: then, console = UNWATCHED }: Pick<ReplayOptions, "continueWith" | "console">,
): Promise<Model | null> {
  if (!then) return null;
  const settings = recording.experiment.model;
  const open = await openModels(
    then === "simulated" ? { ...settings, model: "simulated", baseUrl: null } : settings,
    console,
  );
  return open(recording.loaded);
}

function laterDifference(recorded: GradedTrial, replayed: GradedTrial): string | null {
  const made = replayed.outcome.calls.length;
  const were = recorded.outcome.calls.filter((call) => call.purpose !== JUDGE).length;
  if (made !== were) return `${were} model calls were recorded, ${made} were made`;
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

function describe(result: ReplayResult, recording: Recording, then: ReplayRequest["continueWith"]): string[] {
  const { outcome, scores } = recording.trial;
  if (result.state === "identical")
    return [
      `identical: ${result.trial} (${outcome.calls.length} calls, ${outcome.events.length} events, ${scores.length} scores)`,
    ];
  const lines = [`${result.state}: ${result.trial}`];
  if (result.state === "stale")
    lines.push(
      `  recorded with harness source ${recording.harnessDigest}, which has changed since`,
      `  to record it anew: ${recordAnew(recording)}`,
    );
  if (result.difference) {
    const { index, purpose, place, excerpt } = result.difference;
    lines.push(
      `  first difference: request ${index} (${purpose}, session ${place.session}, turn ${place.turn}, iteration ${place.iteration})`,
      ...excerpt.split("\n").map((line) => `  ${line}`),
      ...(then
        ? continueFrom(result, recording, then)
        : ["  the replay stops here (--then simulated or --then live goes on)"]),
    );
  }
  if (result.afterwards) lines.push(`  every request is the same, but ${result.afterwards}`);
  return lines;
}

/** Every reply from the first difference on, labelled with who gave it, and how the trial ended. */
function continueFrom(
  { replayed }: ReplayResult,
  { trial }: Recording,
  then: NonNullable<ReplayRequest["continueWith"]>,
): string[] {
  const { calls } = replayed.outcome;
  const start = calls.findIndex((call) => call.source === "asked");
  const later = (start < 0 ? [] : calls.slice(start)).map(({ purpose, place, source, reply }) => {
    const text = reply.kind === "answer" ? reply.text : `failed: ${reply.failure.message}`;
    const calls = reply.kind === "answer" ? reply.toolCalls.map(({ tool }) => `calls ${tool}`) : [];
    const said = [text, ...calls].filter(Boolean).join(" ").replaceAll(/\s+/g, " ");
    return `    ${source === "asked" ? then : source}: ${purpose}, turn ${place.turn}: ${clip(said)}`;
  });
  const ended = (one: GradedTrial) => (one.outcome.error ? one.outcome.error.kind : outcomeOf(one.scores));
  return [
    `  ${later.length} later replies, each with who gave it:`,
    ...later,
    `  recorded outcome ${ended(trial)}, with the change ${ended(replayed)}`,
  ];
}
