/** Width changes nothing: -j 1 and -j 16 store the same rows, although blocks finish out of order. */

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { HARNESSES } from "../lab/environment/harness-registry.ts";
import { personalityNamed } from "../llm/server/personality.ts";
import { startSimulatedServer } from "../llm/server/simulated-server.ts";
import { withStore } from "../record/store.ts";
import { readScenarios } from "../scenario/read-scenarios.ts";
import { countingProxy } from "../testing/counting-proxy.ts";
import { command } from "../testing/run-command.ts";
import { FREEZE_TALK, OWNER_TALK } from "../testing/talks.ts";

/** Everything a run stores, by digest and place; wall times and the order of arrival are left out. */
const TABLES = {
  trials: "SELECT * EXCLUDE (started_at, wall_ms) FROM trials ORDER BY id",
  turns: "SELECT * FROM turns ORDER BY trial, position",
  events: "SELECT * FROM events ORDER BY trial, seq",
  calls: "SELECT * EXCLUDE (latency_ms) FROM model_calls ORDER BY trial, call",
  scores: "SELECT * FROM scores ORDER BY trial, grading, position",
  bodies: "SELECT * FROM bodies ORDER BY digest",
} as const;

async function rowsOf(db: string) {
  return withStore(db, "read", async (store) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(TABLES).map(async ([name, sql]) => [name, await store.query(sql)] as const),
      ),
    ),
  );
}

test("-j 1 and -j 16 write the same rows when later blocks answer faster", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lab-width-"));
  const scenarios = await readScenarios(
    fileURLToPath(new URL("../testing/talks", import.meta.url)),
    HARNESSES,
  );
  const rules = new Map(scenarios.map((loaded) => [loaded.scenario.id, loaded.rules]));
  const server = await startSimulatedServer({
    port: 0,
    personality: personalityNamed("well-behaved"),
    rules: (id) => (id === null ? [] : (rules.get(id) ?? [])),
  });
  // Delays of 0 to 24 ms in an order that has nothing to do with that of the blocks.
  await using proxy = await countingProxy(server.url, (n) => (n * 7) % 25);
  const run = async (width: string) => {
    const db = join(folder, `j${width}.duckdb`);
    const args = [
      "ablate",
      "AUDIT_SEMANTIC_CONTRADICTION",
      "--scenarios",
      FREEZE_TALK,
      OWNER_TALK,
      "--seeds",
      "6",
    ];
    const ran = await command([...args, "--base-url", proxy.url, "--db", db, "-j", width]);
    expect(ran.code, ran.err).toBe(0);
    return rowsOf(db);
  };
  const one = await run("1");
  const sixteen = await run("16");
  expect(Object.values(one).every((rows) => rows.length > 0)).toBe(true);
  expect(sixteen).toEqual(one);
  await server.close();
});
