/** Round trips: what is loaded is deep-equal to what was saved. */

import { expect, test } from "vitest";
import type { GradedTrial } from "../core/trial.ts";
import { trialId } from "../core/trial.ts";
import { HOSTILE_TEXT } from "../testing/hostile-text.ts";
import { experimentOf } from "../testing/stored-experiment.ts";
import { trial } from "../testing/trial-builder.ts";
import { openMemoryStore } from "./store.ts";

const TRICKY = `${HOSTILE_TEXT} it's "quoted" \\ \u0001\u0000\u001f\r\n\t 😀 half \ud83d and \uFFFD\uE000 ${"$1 ${x} ?"} -- /* */`;

async function comesBack(graded: GradedTrial): Promise<GradedTrial> {
  await using store = await openMemoryStore();
  await store.saveBlock([graded]);
  const loaded = await store.loadTrial(trialId(graded.outcome.key));
  expect(loaded).toStrictEqual(graded);
  return loaded;
}

/** A trial with every kind of field filled. */
function fullTrial(): GradedTrial {
  const graded = trial("stress/one")
    .as({ seed: "0", arm: "AUDIT_X=0,AUDIT_Y=1", attempt: 2 })
    .ranAs(1)
    .startsWith({ "a.md": "one", "b/c.md": TRICKY })
    .leaves({ files: { "a.md": "two" }, mail: [{ to: "x", subject: TRICKY, body: "", at: "now" }] })
    .user(TRICKY)
    .model("classify-turn", {
      json: { riskLevel: "LOW", nested: [1, null, { a: 0.1 }] },
      system: "Classify.",
    })
    .model("propose", { calls: "read_file", system: TRICKY, latencyMs: 12.5 })
    .tool("read_file", { path: "a.md" }, { content: TRICKY, empty: false })
    .model("propose", {
      fails: "server-error",
      inputTokens: 0,
      outputTokens: 0,
      costUsd: 0,
      source: "injected",
    })
    .model("propose", {
      says: "",
      inputTokens: null,
      cachedInputTokens: null,
      outputTokens: null,
      costUsd: null,
      spentUsd: null,
    })
    .event({ type: "feature-fired", feature: "semantic-contradiction", at: "propose", what: TRICKY })
    .reply(TRICKY, "could-not-complete")
    .newSession()
    .user("again")
    .model("propose", { says: TRICKY, source: "shared", feature: "semantic-contradiction" })
    .reply("done")
    .score("pass", { detail: TRICKY })
    .score("unscored", { judged: true, kind: "judge" })
    .score("fail", { role: "mechanism", kind: "call" })
    .graded();
  const [first, second, ...rest] = graded.outcome.calls;
  if (!first || !second) throw new Error("the builder made no calls");
  const request = {
    ...first.request,
    tools: [{ name: "read_file", description: TRICKY, parameters: { type: "object", properties: {} } }],
    schema: { name: "classification", schema: { type: "object" } },
    maxTokens: 512,
    temperature: 0,
    seed: 5,
  };
  return {
    ...graded,
    outcome: {
      ...graded.outcome,
      error: { kind: "harness", message: TRICKY },
      turns: graded.outcome.turns.map((turn) => ({
        ...turn,
        staged: [
          {
            id: "action-1",
            call: { id: "c", tool: "send_mail", arguments: { body: TRICKY, n: 1.5 } },
            stagedAt: "2026-03-02T09:00:00.000Z",
          },
        ],
      })),
      calls: [{ ...first, request, usage: null }, { ...second, purpose: "odd", source: "journal" }, ...rest],
    },
  };
}

test("a trial with every kind of field comes back deep-equal", async () => {
  await comesBack(fullTrial());
});

test("a reply of a megabyte comes back, and is stored once for both arms", async () => {
  const long = "é😀 word ".repeat(120_000);
  const arms = ["off", "on"].map((arm) =>
    trial().as({ arm }).user("go").model("propose", { says: long }).graded(),
  );
  await using store = await openMemoryStore();
  await store.saveBlock(arms);
  for (const graded of arms) expect(await store.loadTrial(trialId(graded.outcome.key))).toStrictEqual(graded);
  const [row] = await store.query("SELECT count(*) AS n FROM bodies WHERE strlen(body::VARCHAR) > 1000000");
  expect(row).toEqual({ n: 1 });
});

test("a trial without turns, calls and scores comes back", async () => {
  await comesBack(trial().as({ seed: "a name with # and @" }).breaks("infrastructure").graded());
});

test("an experiment comes back whole, and the same again changes nothing", async () => {
  const { experiment, provenance, scenarios } = experimentOf({ name: `it's "x" 😀 \ud83d` });
  await using store = await openMemoryStore();
  await store.saveExperiment(experiment, provenance, scenarios);
  await store.saveExperiment(experiment, provenance, scenarios);
  expect(await store.loadExperiment(experiment.id)).toStrictEqual({ experiment, provenance, scenarios });
  const [counts] = await store.query(
    `SELECT (SELECT count(*) FROM experiments) AS experiments, (SELECT count(*) FROM scenarios) AS scenarios,
      (SELECT count(*) FROM experiment_scenarios) AS links, (SELECT count(*) FROM provenances) AS provenances`,
  );
  expect(counts).toEqual({ experiments: 1, scenarios: 3, links: 3, provenances: 1 });
});

test("saved again with other seeds, an experiment is extended and names its newest sources", async () => {
  const { experiment, provenance, scenarios } = experimentOf();
  await using store = await openMemoryStore();
  await store.saveExperiment(experiment, provenance, scenarios);
  const later = { ...provenance, commit: "def" };
  await store.saveExperiment({ ...experiment, seeds: ["0", "2", "3"] }, later, scenarios);
  const stored = await store.loadExperiment(experiment.id);
  expect(stored.experiment.seeds).toEqual(["1", "2", "0", "3"]);
  expect(stored.provenance).toEqual(later);
  expect((await store.query("FROM provenances")).length).toBe(2);
});
