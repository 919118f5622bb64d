/** A base that was recorded earlier: which of its trials count, and which settings of the model have to be the same. */

import { expect, test } from "vitest";
import type { LoadedScenario } from "../../core/scenario.ts";
import type { GradedTrial } from "../../core/trial.ts";
import { makeArm } from "../../plan/arms.ts";
import { experimentOf } from "../../testing/stored-experiment.ts";
import { type TempFolder, tempFolder } from "../../testing/temp-folder.ts";
import { trial } from "../../testing/trial-builder.ts";
import { type ModelOptions, modelSettings } from "../endpoint/model-access.ts";
import { loadSelection } from "../environment/selection.ts";
import { writeBaseline } from "./baseline/baseline-file.ts";
import type { GateRequest } from "./gate-request.ts";
import { setUpStored } from "./stored-base.ts";

const FREEZE = "contradiction/freeze-date";
const REAL = { model: "some-model", baseUrl: "http://127.0.0.1:9/v1" };

function recorded(seed: string, attempt: number, { arm = "baseline", ended = "pass" } = {}): GradedTrial {
  const start = trial(FREEZE).as({ arm, seed, attempt }).user("go").model("propose", { says: "ok" });
  if (ended === "error") return start.breaks("infrastructure").graded();
  return start
    .reply("ok")
    .score(ended === "unscored" ? "unscored" : "pass")
    .graded();
}

/** Saves a baseline of these trials and opens it as the base of a gate. */
async function opened(folder: TempFolder, trials: readonly GradedTrial[], asked: ModelOptions = {}) {
  const scenarios: readonly LoadedScenario[] = await loadSelection([FREEZE], undefined);
  const file = folder.file("base.json");
  const { experiment, provenance } = experimentOf({
    arms: [makeArm("layered", {}), makeArm("layered", { AUDIT_SEMANTIC_CONTRADICTION: false })],
    comparisons: [
      {
        id: "c",
        flag: "AUDIT_SEMANTIC_CONTRADICTION",
        control: "AUDIT_SEMANTIC_CONTRADICTION=0",
        treatment: "baseline",
        stress: [FREEZE],
        controls: [],
      },
    ],
    seeds: ["1", "2", "3"],
    model: modelSettings(REAL),
  });
  const scenarioDigests = Object.fromEntries(scenarios.map((one) => [one.scenario.id, one.digest]));
  await writeBaseline(
    {
      name: "base",
      savedAt: "2026-03-04T08:00:00.000Z",
      experiment,
      provenance: { ...provenance, scenarioDigests },
      scenarios,
      trials,
    },
    file,
  );
  const request: GateRequest = {
    baseline: file,
    candidate: [],
    maxSeeds: 30,
    model: asked,
    judge: {},
    confirm: false,
    onInconclusive: "warn",
    failOn: null,
    statistical: false,
    force: true,
    output: [],
    db: folder.file("lab.duckdb"),
    width: 1,
    fresh: false,
    dryRun: false,
    console: {
      note: () => undefined,
      status: null,
      colour: false,
      width: 100,
      signal: new AbortController().signal,
    },
  };
  return setUpStored(request);
}

test("of each block the newest trial of the arm with a result counts, in whatever order they were stored", async () => {
  using folder = tempFolder();
  const { recorded: held } = await opened(folder, [
    recorded("1", 2),
    recorded("1", 1),
    recorded("1", 3, { ended: "error" }),
    recorded("2", 1),
    recorded("2", 2),
    recorded("2", 3, { ended: "unscored" }),
    recorded("3", 1, { ended: "error" }),
    recorded("3", 2, { arm: "AUDIT_SEMANTIC_CONTRADICTION=0" }),
  ]);
  const attempts = [...(held ?? [])].map(([block, { outcome }]) => [block, outcome.key.attempt]);
  expect(attempts.toSorted()).toEqual([
    [`${FREEZE}#1`, 2],
    [`${FREEZE}#2`, 2],
  ]);
});

test("a base of which no trial has a result is exit 4, never a base of nothing", async () => {
  using folder = tempFolder();
  await expect(opened(folder, [recorded("1", 1, { ended: "error" })])).rejects.toMatchObject({
    code: "baseline-misfit",
    exitCode: 4,
  });
});

test("what decides a reply has to be asked as it was then; address, patience and price may differ", async () => {
  using folder = tempFolder();
  const differing: readonly ModelOptions[] = [
    { model: "other" },
    { temperature: 0 },
    { toolProtocol: "json" },
    { seed: false },
  ];
  for (const asked of differing)
    await expect(opened(folder, [recorded("1", 1)], asked), JSON.stringify(asked)).rejects.toMatchObject({
      code: "baseline-misfit",
      exitCode: 4,
    });
  const { draft } = await opened(folder, [recorded("1", 1)], {
    baseUrl: "http://127.0.0.1:8/v1",
    timeoutS: 5,
    retries: 0,
    priceLike: "gpt-4.1-mini",
  });
  expect(draft.model).toMatchObject({
    model: "some-model",
    baseUrl: "http://127.0.0.1:8/v1",
    timeoutMs: 5000,
    maxRetries: 0,
  });
});
