/** A report is the same to the byte in whatever order its blocks were stored, so at any width (reliability-1 row 13). */

import { expect, test } from "vitest";
import { seededRandom, unitDraw } from "../../core/random.ts";
import type { GradedTrial } from "../../core/trial.ts";
import { openMemoryStore } from "../../record/store.ts";
import { renderMarkdown } from "../../report/markdown.ts";
import { experimentOf } from "../../testing/stored-experiment.ts";
import { trial } from "../../testing/trial-builder.ts";
import { buildReport } from "../reporting/build-report.ts";

const SEEDS = Array.from({ length: 6 }, (_, place) => String(place + 1));
const SCENARIOS = ["control/greets", "stress/one", "stress/two"];

/** Costs with many digits, of sizes far apart, whose sum depends on the order of adding. */
function blockOf(scenario: string, seed: string): readonly GradedTrial[] {
  return ["off", "on"].map((arm, position) => {
    const draw = (name: string) => unitDraw(scenario, seed, arm, name);
    const start = trial(scenario).as({ arm, seed }).ranAs(position).user("hello");
    const calls = Array.from({ length: 1 + Math.floor(draw("calls") * 4) }, (_, call) => call);
    return calls
      .reduce(
        (built, call) =>
          built.model("propose", {
            says: `${seed} ${call}`,
            costUsd: draw(`cost ${call}`) * 10 ** (call * 3 - 6),
          }),
        start,
      )
      .reply("hi")
      .score(draw("pass") < 0.6 ? "pass" : "fail")
      .graded();
  });
}

async function reportAfter(blocks: readonly (readonly GradedTrial[])[], batch: number): Promise<string> {
  await using store = await openMemoryStore();
  const { experiment, provenance, scenarios } = experimentOf({ seeds: SEEDS });
  await store.saveExperiment(experiment, provenance, scenarios);
  for (let at = 0; at < blocks.length; at += batch)
    await store.saveBlock(blocks.slice(at, at + batch).flat());
  const document = { ...(await buildReport(store, experiment.id)), generatedAt: "then" };
  const text = JSON.stringify([document, renderMarkdown(document)]);
  return text;
}

test("blocks that end in another order give the same report, JSON and Markdown, to the last digit", async () => {
  const blocks = SEEDS.flatMap((seed) => SCENARIOS.map((scenario) => blockOf(scenario, seed)));
  const inOrder = await reportAfter(blocks, 6);
  expect(inOrder).toContain('"spentUsd"');
  const random = seededRandom("order").stream("blocks");
  for (const batch of [5, 18]) expect(await reportAfter(random.shuffle(blocks), batch)).toBe(inOrder);
});
