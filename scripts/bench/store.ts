/** Measures the store: time and bytes per trial, growth of long conversations, and how long readers take. */

import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Message } from "../../src/core/model.ts";
import { type GradedTrial, trialId } from "../../src/core/trial.ts";
import { openBlockQueue } from "../../src/record/block-queue.ts";
import { openMemoryStore, withStore } from "../../src/record/store.ts";
import type { PairRequest } from "../../src/record/store-port.ts";
import { experimentOf } from "../../src/testing/stored-experiment.ts";
import { trial } from "../../src/testing/trial-builder.ts";

const TRIALS = Number(process.argv[2] ?? 10_000);
const OWN = "semantic-contradiction";
const REQUEST: PairRequest = {
  control: "off",
  treatment: "on",
  flagId: OWN,
  scenarios: ["stress/one", "stress/two"],
};

const WORDS =
  "the limit of requests per minute is six thousand and a reply names both values or asks again".split(" ");

/** Text that no compression makes disappear: it differs from place to place. */
function prose(seed: string, length: number): string {
  let state = [...seed].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7);
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) >>> 0;
    return WORDS[(state >>> 16) % WORDS.length];
  }).join(" ");
}

/** A trial like those of the layered harness: three turns, four calls a turn, some forty events a turn. */
function sampleTrial(scenario: string, seed: string, arm: string, position: number): GradedTrial {
  const start = trial(scenario).as({ seed, arm }).ranAs(position);
  for (let turn = 1; turn <= 3; turn++) {
    const name = `${scenario} ${seed} ${turn}`;
    start.user(prose(name, 25));
    for (let layer = 0; layer < 30; layer++)
      start.event({ type: "layer-end", layer: "evidence", summary: { items: layer, note: `seen ${layer}` } });
    start.model("classify-turn", { json: { riskLevel: "LOW" }, system: "Classify this turn." });
    if (arm === "on") {
      start.model("contradiction-check", { feature: OWN, json: { conflicts: [prose(name, 12)] } });
      start.event({ type: "feature-fired", feature: OWN, at: "propose", what: "a conflict" });
    }
    const system = prose(`${name} system ${arm === "on" ? "with a note" : ""}`, 60);
    start.model("propose", { system, calls: "read_file" });
    start.tool("read_file", { path: "notes.md" }, { content: prose(name, 80) });
    start.model("propose", { system, says: prose(`${name} ${arm}`, 40) });
    start.reply(prose(`${name} ${arm}`, 40));
  }
  return start.score("pass").score("pass").graded();
}

function block(index: number): readonly GradedTrial[] {
  const scenario = index % 2 === 0 ? "stress/one" : "stress/two";
  const seed = String(index >> 1);
  return ["off", "on"].map((arm, position) => sampleTrial(scenario, seed, arm, position));
}

/** One trial of a conversation in which every request repeats all that was said before. */
function longConversation(turns: number): GradedTrial {
  const short = trial("stress/one").user("x").model("propose", { says: "y" }).graded();
  const [call] = short.outcome.calls;
  if (!call) throw new Error("the builder made no call");
  const messages: Message[] = [];
  const calls = Array.from({ length: turns }, (_, index) => {
    messages.push({ role: "user", content: prose(`user ${index}`, 40) });
    const request = {
      ...call.request,
      place: { ...call.place, turn: index + 1 },
      messages: [{ role: "system" as const, content: prose(`system ${index}`, 60) }, ...messages],
    };
    messages.push({ role: "assistant", content: prose(`assistant ${index}`, 40) });
    return { ...call, index, place: request.place, request };
  });
  return { ...short, outcome: { ...short.outcome, calls } };
}

/** Runs and prints wall time and processor time; the latter says more on a busy machine. */
async function timed<T>(label: string, work: () => Promise<T>, per = 1): Promise<T> {
  const began = performance.now();
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  const wallMs = (performance.now() - began) / per;
  console.log(
    `${label}: ${wallMs.toFixed(2)} ms (processor ${((user + system) / 1000 / per).toFixed(2)} ms)`,
  );
  return result;
}

async function benchTrials(folder: string): Promise<void> {
  const db = join(folder, "lab.duckdb");
  const blocks = TRIALS / 2;
  const { experiment, provenance, scenarios } = experimentOf({
    seeds: Array.from({ length: Math.ceil(blocks / 2) }, (_, i) => String(i)),
  });
  await withStore(db, "write", (store) => store.saveExperiment(experiment, provenance, scenarios));
  const built = Array.from({ length: 50 }, (_, i) => block(i));
  await timed(
    "save, one block each in an open store, per block",
    () =>
      withStore(db, "write", async (store) => {
        for (const trials of built) await store.saveBlock(trials);
      }),
    built.length,
  );
  const single = Array.from({ length: 20 }, (_, i) => block(50 + i));
  await timed(
    "save, opening and closing for each block, per block",
    async () => {
      for (const trials of single) await withStore(db, "write", (store) => store.saveBlock(trials));
    },
    single.length,
  );
  const rest = Array.from({ length: blocks - built.length - single.length }, (_, i) => 70 + i);
  const chunk = 250;
  let wallMs = 0;
  let processorMs = 0;
  const queue = openBlockQueue(db);
  for (let from = 0; from < rest.length; from += chunk) {
    // Built outside the measurement.
    const made = rest.slice(from, from + chunk).map(block);
    const began = performance.now();
    const before = process.cpuUsage();
    for (const trials of made) await queue.add(trials);
    if (from + chunk >= rest.length) await queue.close();
    const { user, system } = process.cpuUsage(before);
    wallMs += performance.now() - began;
    processorMs += (user + system) / 1000;
  }
  const count = 2 * rest.length;
  console.log(
    `save through the queue, per trial (${count} trials): ${(wallMs / count).toFixed(2)} ms (processor ${(processorMs / count).toFixed(2)} ms)`,
  );
  console.log(
    `bytes per trial: ${Math.round(statSync(db).size / TRIALS)}, file: ${(statSync(db).size / 1e6).toFixed(1)} MB`,
  );
  console.log(`peak memory: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
  await timed("open, list 50 trials, close", () =>
    withStore(db, "read", (store) => store.trials({ limit: 50 })),
  );
  await withStore(db, "read", async (store) => {
    const units = await timed("paired units of all blocks", () => store.pairedUnits(experiment.id, REQUEST));
    console.log(`  ${units.length} units, ${units.filter((unit) => unit.diverged).length} diverged`);
    await timed("purposes", () => store.purposeRows(experiment.id, REQUEST));
    await timed("totals", () => store.totals(experiment.id));
    await timed("experiments", () => store.experiments());
    const [first] = block(7);
    if (first) await timed("load one trial", () => store.loadTrial(trialId(first.outcome.key)));
  });
}

async function benchConversation(): Promise<void> {
  for (const turns of [50, 100, 200, 400]) {
    const graded = longConversation(turns);
    const sent = graded.outcome.calls.reduce(
      (sum, call) => sum + JSON.stringify(call.request.messages).length,
      0,
    );
    await using store = await openMemoryStore();
    await store.saveBlock([graded]);
    const [row] = await store.query(
      `SELECT (SELECT sum(strlen(body::VARCHAR)) FROM bodies)
        + (SELECT sum(32 * (len(system) + len(added))) FROM model_calls) AS bytes`,
    );
    const bytes = Number(row?.bytes);
    console.log(
      `${turns} turns: ${(sent / 1e6).toFixed(1)} MB of requests are stored as ${(bytes / 1e3).toFixed(0)} kB, ${Math.round(bytes / turns)} bytes a turn`,
    );
  }
}

const folder = mkdtempSync(join(tmpdir(), "harness-lab-bench-"));
try {
  await benchConversation();
  await benchTrials(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
