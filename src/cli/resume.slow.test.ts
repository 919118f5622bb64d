/** Interrupted runs: whatever ends the process, the same command finishes the rest; nothing is lost, twice or paid twice. */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { HARNESSES } from "../lab/environment/harness-registry.ts";
import { personalityNamed } from "../llm/server/personality.ts";
import { startSimulatedServer } from "../llm/server/simulated-server.ts";
import { readScenarios } from "../scenario/read-scenarios.ts";
import { countingProxy } from "../testing/counting-proxy.ts";
import { command } from "../testing/run-command.ts";
import { FREEZE_TALK, OWNER_TALK } from "../testing/talks.ts";

const FLAG = "AUDIT_SEMANTIC_CONTRADICTION";
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const WIDTH = 2;

async function endpoint(delayMs: number) {
  const scenarios = await readScenarios(path("../testing/talks"), HARNESSES);
  const rules = new Map(scenarios.map((loaded) => [loaded.scenario.id, loaded.rules]));
  const server = await startSimulatedServer({
    port: 0,
    personality: personalityNamed("well-behaved"),
    rules: (id) => (id === null ? [] : (rules.get(id) ?? [])),
  });
  const proxy = await countingProxy(server.url, delayMs);
  return {
    ...proxy,
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await server.close();
    },
  };
}

const argsOf = (url: string, db: string) => [
  "ablate",
  FLAG,
  "--scenarios",
  FREEZE_TALK,
  OWNER_TALK,
  "--seeds",
  "4",
  "--base-url",
  url,
  "--db",
  db,
  "-j",
  String(WIDTH),
  "--json",
];

function start(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", path("./main.ts"), ...args], {
    cwd: path("../.."),
    stdio: ["ignore", "ignore", "pipe"],
  });
}

/** The exit code, also of a child that has ended before anybody asked. */
const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode);
    else child.once("exit", resolve);
  });

interface Row {
  readonly key: { readonly scenario: string; readonly seed: string; readonly arm: string };
  readonly outcome: string;
  readonly calls: number;
  readonly costUsd: number | null;
}

async function rowsOf(db: string): Promise<readonly Row[]> {
  const { out } = await command(["trials", "--db", db, "--limit", "1000", "--json"]);
  const name = ({ key }: Row) => `${key.scenario}#${key.seed}@${key.arm}`;
  return (JSON.parse(out) as Row[])
    .map(({ key, outcome, calls, costUsd }) => ({
      key: { scenario: key.scenario, seed: key.seed, arm: key.arm },
      outcome,
      calls,
      costUsd,
    }))
    .sort((a, b) => name(a).localeCompare(name(b)));
}

test("kill -9 in the middle, then the same command: rows as of an uninterrupted run, and no reply paid twice", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lab-kill-"));
  const killed = join(folder, "killed.duckdb");
  const whole = join(folder, "whole.duckdb");
  await using slow = await endpoint(25);
  for (const stopAt of [10, 22]) {
    const child = start(argsOf(slow.url, killed));
    await slow.arrived(stopAt);
    child.kill("SIGKILL");
    await ended(child);
  }
  const finished = await command(argsOf(slow.url, killed));
  expect(finished.code, finished.err).toBe(0);

  await using quick = await endpoint(0);
  const uninterrupted = await command(argsOf(quick.url, whole));
  expect(uninterrupted.code, uninterrupted.err).toBe(0);
  expect(await rowsOf(killed)).toEqual(await rowsOf(whole));

  const preflight = 1;
  const needed = new Set(quick.seen).size;
  expect(quick.seen.length).toBe(needed);
  // A reply that was on its way when the process died is paid and lost: at most one a worker and kill.
  expect(slow.seen.length).toBeLessThanOrEqual(needed + 2 * (WIDTH + preflight));
  expect(readdirSync(folder).filter((file) => file.includes("journal"))).toEqual([]);
});

test("Ctrl-C stores finished blocks, says how to go on, and ends with exit code 4", async () => {
  const db = join(mkdtempSync(join(tmpdir(), "lab-int-")), "lab.duckdb");
  await using slow = await endpoint(25);
  const child = start(argsOf(slow.url, db));
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  await slow.arrived(14);
  child.kill("SIGINT");
  expect(await ended(child)).toBe(4);
  expect(said).toMatch(/run the same command to resume/);
  const before = await rowsOf(db);
  expect(before.length).toBeGreaterThan(0);
  const finished = await command(argsOf(slow.url, db));
  expect(finished.code, finished.err).toBe(0);
  expect(await rowsOf(db)).toHaveLength(16);
});

test("readers work while a run goes on", async () => {
  const db = join(mkdtempSync(join(tmpdir(), "lab-read-")), "lab.duckdb");
  await using slow = await endpoint(10);
  const child = start(argsOf(slow.url, db));
  await slow.arrived(14);
  for (const args of [["experiments"], ["trials"], ["report"]]) {
    const ran = await command([...args, "--db", db]);
    expect(ran.code, ran.err).toBe(0);
  }
  expect(await ended(child)).toBe(0);
});
