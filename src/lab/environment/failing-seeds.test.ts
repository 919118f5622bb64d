/** A failing seed becomes a test: every recording under seeds/failing/ is replayed and has to be identical. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { outcomeOf } from "../../core/score.ts";
import { readRecording, recordAnew } from "../trials/recording.ts";
import { replayRecording } from "../trials/replay.ts";
import { PROJECT_ROOT } from "./project.ts";

const FOLDER = join(PROJECT_ROOT, "seeds", "failing");
const files = readdirSync(FOLDER).filter((file) => file.endsWith(".json"));

test("there are recordings to replay", () => {
  expect(files.length).toBeGreaterThanOrEqual(2);
});

test.each(files)("%s is identical under today's harness", async (file) => {
  const recording = await readRecording(join(FOLDER, file));
  const { state, difference, afterwards } = await replayRecording(recording);
  const why = `${state}: ${difference?.excerpt ?? afterwards ?? ""}\nto record it anew: ${recordAnew(recording)}`;
  expect(state, why).toBe("identical");
});

test.each(files)("%s is the recording of a failure", async (file) => {
  const { trial } = await readRecording(join(FOLDER, file));
  expect(trial.outcome.error ? "error" : outcomeOf(trial.scores)).not.toBe("pass");
});
