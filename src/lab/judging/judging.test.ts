/** A block graded with a judge: one verdict for equal words, nothing paid twice, a dead judge stops the run. */

import { expect, test } from "vitest";
import { LabError } from "../../core/errors.ts";
import type { Model, ModelReply, ModelRequest } from "../../core/model.ts";
import type { GradedTrial } from "../../core/trial.ts";
import { failedReply } from "../../llm/failed-reply.ts";
import { openPriceBook } from "../../llm/prices.ts";
import { scenarioOf } from "../../testing/scenario-builder.ts";
import { modelAnswer } from "../../testing/scripted-model.ts";
import { experimentOf } from "../../testing/stored-experiment.ts";
import { trial } from "../../testing/trial-builder.ts";
import { modelSettings } from "../endpoint/model-access.ts";
import { gradeBlock, judgeSettings, needsJudge, requireJudge } from "./judging.ts";

const loaded = scenarioOf({ id: "stress/one", expect: [{ judge: { rubric: "It greets by name." } }] });
const { experiment } = experimentOf();
const priceLike = "gpt-4.1-mini";

function judgeOf(answer: (request: ModelRequest) => ModelReply) {
  const asked: ModelRequest[] = [];
  const model: Model = {
    id: "judge-model",
    simulated: false,
    async ask(request) {
      asked.push(request);
      return answer(request);
    },
  };
  const settings = modelSettings({ model: "judge-model", priceLike });
  return { asked, settings, modelFor: () => model, prices: openPriceBook({ overrides: [], priceLike }) };
}

const passing = () =>
  modelAnswer('{"pass":true,"reason":"it does"}', { json: { pass: true, reason: "it does" } });

function journal() {
  const kept = new Map<string, ModelReply>();
  return {
    kept,
    take: (key: string) => kept.get(key),
    put: (key: string, reply: ModelReply) => void kept.set(key, reply),
  };
}

const ended = (arm: string, reply: string) =>
  trial("stress/one")
    .as({ arm, seed: "7" })
    .user("Greet me.")
    .model("propose", { says: reply })
    .reply(reply)
    .outcome();

const setup = (judge: ReturnType<typeof judgeOf>, notes = journal()) => ({
  experiment,
  scenarios: new Map([[loaded.scenario.id, loaded]]),
  judge,
  journal: notes,
});

async function graded(...args: Parameters<typeof gradeBlock>): Promise<readonly GradedTrial[]> {
  return (await gradeBlock(...args)) ?? [];
}

test("equal words get one verdict, paid once and stored with both arms behind the harness's own calls", async () => {
  const judge = judgeOf(passing);
  const [off, on] = await graded(setup(judge), [ended("off", "Hello, Ada."), ended("on", "Hello, Ada.")]);
  expect(judge.asked).toHaveLength(1);
  expect(off?.scores[0]).toMatchObject({ kind: "judge", result: "pass", judged: true });
  const last = (graded: typeof off) => graded?.outcome.calls.at(-1);
  expect(last(off)).toMatchObject({ purpose: "judge", feature: null, index: 1, source: "asked" });
  expect(last(on)).toMatchObject({ purpose: "judge", index: 1, source: "shared", spentUsd: 0 });
  expect(last(off)?.spentUsd).toBeGreaterThan(0);
  expect(last(on)?.costUsd).toBe(last(off)?.costUsd);
  // The transcript is what the harness did.
  expect(on?.outcome.transcriptDigest).toBe(ended("on", "Hello, Ada.").transcriptDigest);
});

test("other words get a verdict of their own, and neither arm nor seed is among what the judge is asked", async () => {
  const judge = judgeOf(passing);
  await gradeBlock(setup(judge), [ended("off", "Hello."), ended("on", "Hello, Ada.")]);
  expect(judge.asked).toHaveLength(2);
  for (const { messages } of judge.asked)
    expect(JSON.stringify(messages)).not.toMatch(/"off"|"on"|seed|stress/);
});

test("the same words in another block draw the same seed whichever arm says them", async () => {
  const seeds = await Promise.all(
    ["off", "on"].map(async (arm) => {
      const judge = judgeOf(passing);
      await gradeBlock(setup(judge), [ended(arm, "Hello, Ada.")]);
      return judge.asked[0]?.seed;
    }),
  );
  expect(seeds[0]).toBeDefined();
  expect(seeds[0]).toBe(seeds[1]);
});

test("a verdict that was paid before a run broke off is taken from the journal", async () => {
  const notes = journal();
  await gradeBlock(setup(judgeOf(passing), notes), [ended("off", "Hello, Ada.")]);
  expect([...notes.kept.keys()].every((key) => key.startsWith("stress/one#7@"))).toBe(true);
  const again = judgeOf(passing);
  const [one] = await graded(setup(again, notes), [ended("off", "Hello, Ada.")]);
  expect(again.asked).toHaveLength(0);
  expect(one?.outcome.calls.at(-1)).toMatchObject({ source: "journal" });
});

test.each(["timeout", "rate-limit", "auth", "server-error"] as const)(
  "a judge that fails with %s stops the run with exit code 4 instead of leaving trials unscored",
  async (failure) => {
    const judge = judgeOf(() => failedReply({ class: failure, message: "no" }));
    const error = await gradeBlock(setup(judge), [ended("off", "Hello.")]).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LabError);
    expect((error as LabError).exitCode).toBe(4);
  },
);

test("an answer that is no verdict leaves the check unscored, and its cost is kept", async () => {
  const judge = judgeOf(() => modelAnswer("Well, it depends."));
  const [one] = await graded(setup(judge), [ended("off", "Hello.")]);
  expect(one?.scores[0]).toMatchObject({ result: "unscored", judged: false });
  expect(one?.outcome.calls.at(-1)?.spentUsd).toBeGreaterThan(0);
});

test("a scenario with a judge check needs a judge, and no other scenario does", () => {
  expect([needsJudge(loaded), needsJudge(scenarioOf())]).toEqual([true, false]);
  expect(() => requireJudge({}, [loaded])).toThrow(/never taken for it/);
  expect(() => requireJudge({}, [scenarioOf()])).not.toThrow();
  expect(judgeSettings({})).toBeUndefined();
  expect(judgeSettings({ judgeModel: "m", judgeBaseUrl: "http://x/v1" })).toMatchObject({
    model: "m",
    baseUrl: "http://x/v1",
  });
});
