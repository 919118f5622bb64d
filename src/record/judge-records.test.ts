/** Judges in the store: who judges an experiment, the newest check of each judge, and their calls counted apart. */

import { expect, test } from "vitest";
import { trialId } from "../core/trial.ts";
import { checkedJudge } from "../testing/checked-judge-builder.ts";
import { experimentOf } from "../testing/stored-experiment.ts";
import { trial } from "../testing/trial-builder.ts";
import { openMemoryStore } from "./store.ts";

test("the judge of an experiment comes back with it, and none where none was named", async () => {
  await using store = await openMemoryStore();
  const { experiment, provenance, scenarios } = experimentOf();
  const judge = { ...experiment.model, model: "judge-model", baseUrl: "http://127.0.0.1:1/v1" };
  const judged = { ...experiment, id: "experiment-2", judge };
  await store.saveExperiment(experiment, provenance, scenarios);
  await store.saveExperiment(judged, provenance, scenarios);
  expect((await store.loadExperiment(experiment.id)).experiment).toEqual(experiment);
  expect((await store.loadExperiment(judged.id)).experiment).toEqual(judged);
});

test("of the checks of a judge the newest one per rubric and wording is in force, and none is lost", async () => {
  await using store = await openMemoryStore();
  const old = checkedJudge({ qualified: false, reasons: ["35 labelled items, 50 needed"] });
  const fresh = checkedJudge({ checkedAt: "2026-03-03T09:00:00.000Z" });
  const other = checkedJudge({ rubric: "The reply 'asks'." });
  for (const check of [fresh, old, other]) await store.saveJudgeCheck(check);
  expect(await store.judgeChecks()).toEqual([other, fresh]);
  expect(await store.query("SELECT count(*) AS n FROM judge_checks")).toEqual([{ n: 3 }]);
});

test("a judge's calls of a later grading come back with it, and the trial as it was saved", async () => {
  await using store = await openMemoryStore();
  const { experiment, provenance, scenarios } = experimentOf({ seeds: ["1"] });
  await store.saveExperiment(experiment, provenance, scenarios);
  const judged = (costUsd: number) =>
    trial("stress/one")
      .as({ experiment: experiment.id, arm: "off", seed: "1" })
      .user("hello")
      .reply("hi")
      .model("judge", { json: { pass: true }, costUsd })
      .score("pass", { kind: "judge", judged: true })
      .graded();
  const saved = judged(0.5);
  await store.saveBlock([saved]);
  const id = trialId(saved.outcome.key);
  const { scores, outcome } = judged(0.25);
  const calls = outcome.calls;
  await store.addGrading(id, { checksDigest: "later", scores, judged: { judge: "other", calls } });
  // The same checks again: the verdicts stand whatever is said now, the calls were paid all the same.
  const otherwise = scores.map((score) => ({ ...score, result: "fail" as const }));
  await store.addGrading(id, { checksDigest: "later", scores: otherwise, judged: { judge: "other", calls } });
  // And by the checks that the trial was stored with.
  await store.addGrading(id, { checksDigest: saved.checksDigest, scores: otherwise, judged: null });
  expect(await store.loadTrial(id)).toEqual(saved);
  const placed = (index: number) => calls.map((call) => ({ ...call, index }));
  expect(await store.gradings(id)).toEqual([
    { checksDigest: saved.checksDigest, scores: saved.scores, judged: null },
    {
      checksDigest: "later",
      scores,
      judged: { judge: "other", calls: [...placed(1), ...placed(2)] },
    },
  ]);
  expect((await store.totals(experiment.id)).judge).toMatchObject({ calls: 3, spentUsd: 1 });
});

test("a judge's calls are in no count, ratio or cost of the harness, and have a row of their own", async () => {
  await using store = await openMemoryStore();
  const { experiment, provenance, scenarios } = experimentOf({ seeds: ["1"] });
  await store.saveExperiment(experiment, provenance, scenarios);
  const arm = (name: string, position: number, source: "asked" | "shared") =>
    trial("stress/one")
      .as({ experiment: experiment.id, arm: name, seed: "1" })
      .ranAs(position)
      .user("hello")
      .model("propose", { says: "hi", costUsd: 0.001 })
      .reply("hi")
      .model("judge", { json: { pass: true }, costUsd: 0.5, source })
      .score("pass", { kind: "judge", judged: true })
      .graded();
  await store.saveBlock([arm("off", 0, "asked"), arm("on", 1, "shared")]);
  const request = {
    control: "off",
    treatment: "on",
    flagId: "semantic-contradiction",
    scenarios: ["stress/one"],
  };
  const [unit] = await store.pairedUnits(experiment.id, request);
  expect(unit?.control).toMatchObject({ costUsd: 0.001, calls: 1, judged: true, sharedCalls: 0 });
  expect(unit?.treatment).toMatchObject({ costUsd: 0.001, calls: 1, judged: true, sharedCalls: 0 });
  expect(unit?.diverged).toBe(false);
  const purposes = await store.purposeRows(experiment.id, request);
  expect(purposes.map(({ purpose, control }) => [purpose, control.calls])).toEqual([
    ["judge", 1],
    ["propose", 1],
  ]);
  const totals = await store.totals(experiment.id);
  expect(totals).toMatchObject({ calls: 2, costUsd: 0.002, spentUsd: 0.502 });
  expect(totals.judge).toEqual({
    ...{ calls: 2, shared: 1, costUsd: 1, spentUsd: 0.5 },
    checks: { all: 2, unusable: 0 },
  });
  const silent = trial("stress/two").as({ arm: "off" }).user("x").model("judge").reply("y");
  await store.saveBlock([silent.score("unscored", { kind: "judge" }).score("fail").graded()]);
  expect((await store.totals(experiment.id)).judge?.checks).toEqual({ all: 3, unusable: 1 });
  expect(await store.answeredBy(experiment.id)).toMatchObject([{ model: "simulated", calls: 2 }]);
});
