/** Replay (ARCHITECTURE 8): every trial of a run is identical, and a changed prompt is named where it first shows. */

import { expect, test } from "vitest";
import type { Arm } from "../../core/arm.ts";
import type { Model, ModelRequest } from "../../core/model.ts";
import type { Harness } from "../../harnesses/contract/harness.ts";
import { readScenarios } from "../../scenario/read-scenarios.ts";
import { recordedRun } from "../../testing/recorded-runs.ts";
import { HARNESSES, harnessOf } from "../environment/harness-registry.ts";
import { SCENARIO_ROOT } from "../environment/project.ts";
import type { Recording } from "./recording.ts";
import { replayRecording } from "./replay.ts";

const recordings = await recordedRun(await readScenarios(SCENARIO_ROOT, HARNESSES), ["1", "2"]);

test("every trial of a simulated run over all scenarios and flags replays as identical", async () => {
  const states: string[] = [];
  for (const recording of recordings) {
    const { state, trial, difference, afterwards } = await replayRecording(recording);
    if (state !== "identical")
      states.push(`${trial}: ${state} ${difference?.excerpt ?? ""} ${afterwards ?? ""}`);
  }
  expect(states).toEqual([]);
  expect(recordings.length).toBeGreaterThan(80);
  // Injected faults, failed calls and several sessions are among what was replayed.
  const calls = recordings.flatMap(({ trial }) => trial.outcome.calls);
  expect(calls.some(({ source }) => source === "injected")).toBe(true);
  expect(calls.some(({ source }) => source === "shared")).toBe(true);
  expect(calls.some(({ place }) => place.session > 1)).toBe(true);
});

/** A harness whose n-th request (0-based) has one more character in its first message. */
function changingRequest(index: number): (arm: Arm) => Harness {
  return (arm) => {
    const harness = harnessOf(arm);
    let asked = 0;
    const changed = (model: Model): Model => ({
      ...model,
      ask: (request: ModelRequest) => {
        if (asked++ !== index) return model.ask(request);
        const [first, ...rest] = request.messages;
        if (!first) return model.ask(request);
        return model.ask({ ...request, messages: [{ ...first, content: `${first.content}.` }, ...rest] });
      },
    });
    return { ...harness, open: (ports) => harness.open({ ...ports, model: changed(ports.model) }) };
  };
}

test("one byte of a prompt changed is named as that request, in every place of a trial", async () => {
  const byScenario = new Map(recordings.map((recording) => [recording.loaded.scenario.id, recording]));
  for (const recording of byScenario.values()) {
    const { calls } = recording.trial.outcome;
    // Two tasks at once end in any order; requests are counted in the order of asking, so one task at a time is needed.
    if (calls.some(({ source }) => source === "injected")) continue;
    for (const index of [0, Math.floor(calls.length / 2), calls.length - 1]) {
      const { state, difference } = await replayRecording(recording, {
        set: [],
        harnessOf: changingRequest(index),
        harnessDigest: recording.harnessDigest,
      });
      expect(state).toBe("differs");
      expect(difference).toMatchObject({
        index,
        purpose: calls[index]?.purpose,
        place: calls[index]?.place,
        firstDifferingMessage: 0,
      });
    }
  }
});

function pick(arm: RegExp, scenario: string): Recording {
  const found = recordings.find(
    ({ trial: { outcome } }) => outcome.key.scenario === scenario && arm.test(outcome.key.arm),
  );
  if (!found) throw new Error(`no trial of ${scenario} in an arm like ${arm}`);
  return found;
}

test("a flag set otherwise stops at the first difference, or goes on with replies of the simulated model", async () => {
  const recording = pick(/^baseline$|CONTRADICTION=1|BUDGETED_RENDER=1/, "contradiction/rate-limit-units");
  const set = ["AUDIT_SEMANTIC_CONTRADICTION=0"];
  const stopped = await replayRecording(recording, { set });
  expect(stopped.state).toBe("differs");
  expect(stopped.difference).not.toBeNull();
  expect(stopped.replayed.outcome.error?.kind).toBe("not-recorded");
  const went = await replayRecording(recording, { set, continueWith: "simulated" });
  expect(went.difference?.index).toBe(stopped.difference?.index);
  expect(went.replayed.outcome.error).toBeNull();
  const sources = went.replayed.outcome.calls.map(({ source }) => source);
  const first = sources.indexOf("asked");
  expect(first).toBeGreaterThan(0);
  expect(sources.slice(0, first).every((source) => source === "recording")).toBe(true);
  expect(sources.slice(first).every((source) => source === "asked")).toBe(true);
});

test("a recording of another harness that differs is stale", async () => {
  const recording = { ...pick(/./, "memory/moved-office"), harnessDigest: "another" };
  expect((await replayRecording(recording)).state).toBe("identical");
  const { state } = await replayRecording(recording, { set: [], harnessOf: changingRequest(0) });
  expect(state).toBe("stale");
});
