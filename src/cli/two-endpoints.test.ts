/** Two servers that call their model by one name: two experiments, each report names its own, a change is a warning. */

import { afterAll, beforeAll, expect, test } from "vitest";
import type { ExperimentReport } from "../core/report-document.ts";
import type { SimulatedServer } from "../llm/server/simulated-server.ts";
import { withStore } from "../record/store.ts";
import { serveDates } from "../testing/dates-endpoint.ts";
import { datesScenario } from "../testing/dates-scenario.ts";
import { command } from "../testing/run-command.ts";
import { tempFolder } from "../testing/temp-folder.ts";

const FLAG = "AUDIT_MEMORY_BUDGETED_RENDER";
const folder = tempFolder();
const scenario = datesScenario(folder.path, { corrected: true, targets: [FLAG] });
const servers: SimulatedServer[] = [];

beforeAll(async () => {
  servers.push(await serveDates(), await serveDates());
});
afterAll(async () => {
  for (const server of servers) await server.close();
  folder[Symbol.dispose]();
});

const run = (db: string, server: SimulatedServer | undefined, seeds: string, ...more: readonly string[]) =>
  command([
    ...["ablate", FLAG, "--scenarios", scenario, "--model", "local", "--base-url", server?.url ?? ""],
    ...["--seeds", seeds, "--db", folder.file(db), ...more],
  ]);
const reportOf = (out: string) => JSON.parse(out) as ExperimentReport;

test("reports-1 F2: the same command against another server asks that server, and no report mixes the two", async () => {
  const [first, second] = servers;
  const one = reportOf((await run("two", first, "1", "--json")).out);
  const other = await run("two", second, "1", "--json");
  expect(other.err).not.toContain("stored already");
  expect(reportOf(other.out).experiment.id).not.toBe(one.experiment.id);
  expect(reportOf(other.out).totals.trialsCompleted).toBe(2);
  const again = await run("two", first, "1");
  expect(again.err).toContain("stored already");
  expect(again.out.replaceAll(/\s+/g, " ")).toContain(`local at ${first?.url} answered`);
  expect(again.out).not.toContain(second?.url ?? "?");
});

test("reports-1 F2: another backend under one name and address is a warning and a qualifier", async () => {
  const [server] = servers;
  expect((await run("one", server, "1")).err).not.toMatch(/Warning: .*(?:backend|fingerprint)/);
  // As if the server had been another one when the first seed ran.
  await withStore(folder.file("one"), "write", (store) =>
    store.query("UPDATE model_calls SET fingerprint = 'fp_before'"),
  );
  const ran = await run("one", server, "2", "--json");
  expect(ran.err).toMatch(/Warning: more than one model or backend answered .*fp_before/);
  expect(reportOf(ran.out).sections[0]?.comparison.verdict.qualifiers).toContain("backend-changed");
});

test("a gate says that its base was recorded at another endpoint than the candidate asks", async () => {
  const [first, second] = servers;
  await run("gate", first, "1");
  const db = ["--db", folder.file("gate")];
  await command(["baseline", "save", "main", ...db]);
  const gate = (...more: readonly string[]) =>
    command([
      "gate",
      ...db,
      "--baseline",
      "main",
      "--candidate",
      `${FLAG}=0`,
      "--force",
      "--inconclusive",
      "warn",
      ...more,
      "--json",
    ]);
  const { notes, endpoint } = JSON.parse((await gate("--base-url", second?.url ?? "")).out);
  expect(endpoint).toBe(second?.url);
  expect(notes.join("\n")).toContain(
    `The base was recorded at ${first?.url}, and the candidate asks ${second?.url}`,
  );
  expect(JSON.parse((await gate()).out).notes.join("\n")).not.toContain("was recorded at");
});
