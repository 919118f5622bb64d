/** Tests of the judge: what it is asked, what counts as a verdict. */

import { expect, test } from "vitest";
import type { Json } from "../core/json.ts";
import type { Model, ModelReply, ModelRequest } from "../core/model.ts";
import { sampleScenario } from "../testing/sample-scenario.ts";
import { trial } from "../testing/trial-builder.ts";
import { gradeTrial } from "./grade-trial.ts";

const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, estimated: true };

function judgeSaying(
  ...answers: readonly (Json | undefined | "fails")[]
): Model & { readonly asked: ModelRequest[] } {
  const asked: ModelRequest[] = [];
  return {
    id: "judge-model",
    simulated: true,
    asked,
    async ask(request): Promise<ModelReply> {
      asked.push(request);
      const json = answers[asked.length - 1];
      if (json === "fails")
        return {
          kind: "failed",
          failure: { class: "timeout", status: null, message: "too slow" },
          usage: null,
          latencyMs: null,
          source: "asked",
        };
      return {
        kind: "answer",
        text: json === undefined ? "I think so" : JSON.stringify(json),
        ...(json === undefined ? {} : { json }),
        toolCalls: [],
        finish: "stop",
        usage,
        model: null,
        fingerprint: null,
        latencyMs: null,
        virtualLatencyMs: null,
        source: "asked",
      };
    },
  };
}

const outcome = trial()
  .as({ arm: "AUDIT_SEMANTIC_CONTRADICTION=0", seed: "seed-77" })
  .user("first question")
  .reply("first answer")
  .user("second question")
  .reply("second answer")
  .outcome();

async function judged(judge: Model, turn: "last" | "any" | "all" | number = "last") {
  const loaded = sampleScenario({ expect: [{ judge: { rubric: "is second", turn } }] });
  const { scores } = await gradeTrial({ outcome, loaded, flagOn: false, judge });
  return scores[0];
}

test.each([
  [{ pass: true, reason: "it is" }, "pass", true],
  [{ pass: false, reason: "it is not" }, "fail", true],
  [{ pass: "yes", reason: "it is" }, "unscored", false],
  [{ pass: true }, "unscored", false],
  [{ verdict: "pass" }, "unscored", false],
  [undefined, "unscored", false],
  ["fails", "unscored", false],
] as const)("the answer %j is %s", async (answer, result, isJudged) => {
  expect(await judged(judgeSaying(answer))).toMatchObject({ result, judged: isJudged, kind: "judge" });
});

test("the judge sees the conversation and the rubric, and nothing of arm, flag, seed or scenario", async () => {
  const judge = judgeSaying({ pass: true, reason: "ok" });
  await judged(judge);
  expect(judge.asked).toMatchObject([
    { purpose: "judge", feature: null, temperature: 0, place: { turn: 2 } },
  ]);
  const text = JSON.stringify(judge.asked);
  for (const word of ["first question", "first answer", "second question", "second answer", "is second"])
    expect(text).toContain(word);
  for (const word of ["AUDIT", "CONTRADICTION", "seed-77", "sample/", "baseline"])
    expect(text).not.toContain(word);
});

test("an earlier turn is judged without what came later", async () => {
  const judge = judgeSaying({ pass: true, reason: "ok" });
  await judged(judge, 1);
  expect(JSON.stringify(judge.asked)).not.toContain("second answer");
});

test.each([
  ["all", [true, true], "pass"],
  ["all", [true, false], "fail"],
  ["any", [false, true], "pass"],
  ["any", [false, false], "fail"],
] as const)("with turn %s the verdicts %j make a %s", async (turn, passes, result) => {
  const judge = judgeSaying(...passes.map((pass) => ({ pass, reason: "r" })));
  expect(await judged(judge, turn)).toMatchObject({ result });
});

test("a turn without a verdict leaves any and all undecided", async () => {
  expect(await judged(judgeSaying("fails", { pass: false, reason: "r" }), "any")).toMatchObject({
    result: "unscored",
  });
  expect(await judged(judgeSaying({ pass: true, reason: "r" }, undefined), "all")).toMatchObject({
    result: "unscored",
  });
});
