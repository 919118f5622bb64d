/** "Is the cheap model no worse in this harness", as an experiment and as a gate, on local endpoints. */

import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { GateDocument } from "../core/gate.ts";
import type { ExperimentReport } from "../core/report-document.ts";
import type { SimulatedServer } from "../llm/server/simulated-server.ts";
import { serveDates } from "../testing/dates-endpoint.ts";
import { datesScenario } from "../testing/dates-scenario.ts";
import { command } from "../testing/run-command.ts";
import { tempFolder } from "../testing/temp-folder.ts";

const folder = tempFolder();
const scenario = datesScenario(folder.path);
const servers: { good: SimulatedServer; misled: SimulatedServer }[] = [];

beforeAll(async () => {
  servers.push({ good: await serveDates(), misled: await serveDates({ misled: true }) });
});
afterAll(async () => {
  for (const { good, misled } of servers) await Promise.all([good.close(), misled.close()]);
  folder[Symbol.dispose]();
});
const urlOf = (kind: "good" | "misled"): string => servers[0]?.[kind].url ?? "";
const flat = (text: string) => text.replaceAll(/\s+/g, " ");

async function ran(name: string, rest: object, kind: "good" | "misled" = "good"): Promise<ExperimentReport> {
  const file = folder.file(`${name}.yaml`);
  const model = { id: "gpt-4.1", baseUrl: urlOf("good") };
  const variants = { nano: { model: { id: "gpt-4.1-nano", baseUrl: urlOf(kind) } } };
  const vary = ["model"];
  writeFileSync(file, JSON.stringify({ name, scenarios: [scenario], model, variants, vary, ...rest }));
  const { out, err } = await command(["run", file, "--db", folder.file(`${name}.duckdb`), "--json"]);
  expect(err).not.toContain("error:");
  return JSON.parse(out) as ExperimentReport;
}

test("a cheap model that does as well is no worse by the margin, with cost and tokens beside it", async () => {
  const { sections } = await ran("no worse", { aim: "no-worse", margin: 20, seeds: 14 });
  const { verdict, noWorse, ratios } = sections[0]?.comparison ?? {};
  expect(verdict?.label).toBe("no-worse");
  expect(noWorse).toMatchObject({ margin: 0.2, test: { lost: 0 } });
  // STATISTICS 7: 14 pairs without a difference certify 20 points.
  expect(noWorse?.test.p).toBeLessThanOrEqual(0.05);
  expect(verdict?.sentence).toContain("14/14 vs 14/14 on 14 matched pairs");
  expect(verdict?.sentence).toContain("not worse by 20 points (p 0.04");
  expect(verdict?.sentence).toContain(
    "No worse on this scenario: nano does not lose 20 points or more against baseline.",
  );
  expect(ratios?.uncachedCostUsd.ofTotals?.ratio).toBeCloseTo(0.05, 2);
  expect(ratios?.totalTokens.ofTotals?.ratio).toBeCloseTo(1, 5);
});

test("too few pairs leave the margin open, and the sentence says how many are lacking", async () => {
  const { sections } = await ran("too few", { aim: "no-worse", margin: 20, seeds: 6 });
  const { verdict } = sections[0]?.comparison ?? {};
  expect(verdict?.label).toBe("underpowered");
  expect(verdict?.sentence).toContain(
    "a loss of 20 points is not excluded; 8 more pairs without a difference would exclude it",
  );
});

test("a saving with success not worse is `saves`, and a model that fails is harmful under either aim", async () => {
  const saves = await ran("saves", { aim: "cost", margin: 20, seeds: 14 });
  expect(saves.sections[0]?.comparison.verdict.label).toBe("saves");
  for (const aim of ["no-worse", "cost"]) {
    const worse = await ran(`worse ${aim}`, { aim, seeds: 8 }, "misled");
    expect(worse.sections[0]?.comparison.verdict.label).toBe("harmful");
  }
});

test("a margin that nothing is held to is wrong use", async () => {
  const file = folder.file("margin.yaml");
  const variants = { small: { model: "small" } };
  writeFileSync(
    file,
    JSON.stringify({
      name: "x",
      scenarios: [scenario],
      model: "large",
      vary: ["model"],
      variants,
      margin: 10,
    }),
  );
  const { code, err } = await command(["run", file, "--db", folder.file("margin.duckdb")]);
  expect(code).toBe(2);
  expect(flat(err)).toContain("margin.yaml, margin");
});

const policy = folder.file("gate.yaml");
writeFileSync(policy, "version: 1\nmargin: 20\n");
const gate = (candidate: readonly string[], ...more: readonly string[]) =>
  command([
    ...["gate", "--candidate", ...candidate, "--scenarios", scenario, "--db", folder.file("gate.duckdb")],
    ...[
      "--model",
      "gpt-4.1",
      "--base-url",
      urlOf("good"),
      "--policy",
      policy,
      "--no-confirm",
      "--json",
      ...more,
    ],
  ]);

test("gate --candidate model.id passes by non-inferiority, and blocks a model that is worse", async () => {
  const passed = await gate(["model.id=gpt-4.1-nano"], "--seeds", "14", "--inconclusive", "warn");
  const document = JSON.parse(passed.out) as GateDocument;
  expect([passed.code, document.outcome]).toEqual([0, "pass"]);
  expect(document.candidate.arm).toMatchObject({
    name: "model.id=gpt-4.1-nano",
    model: { model: "gpt-4.1-nano" },
  });
  expect(document.policy).toMatchObject({ rule: "statistical", margin: 0.2 });
  expect(document.parts.map(({ name }) => name)).not.toContain("simulated");
  const blocked = await gate(
    ["model.id=gpt-4.1-nano", `model.baseUrl=${urlOf("misled")}`],
    "--seeds",
    "8",
    "--force",
  );
  expect([blocked.code, (JSON.parse(blocked.out) as GateDocument).outcome]).toEqual([1, "regression"]);
});

test.each([
  [["model.id=gpt-4.1"], /nothing could differ/],
  [["model.idd=x"], /no path model\.idd/],
  [["model.temperature=hot"], /is not a value of model\.temperature/],
  [["model.id=simulated"], /simulated model/],
  [["settings.memory.budgetChars=much"], /is not a value of settings\.memory\.budgetChars/],
  [["AUDIT_RETRY_SYSTEM_ERRORS=1=2"], /is not an assignment/],
])("gate --candidate %j is wrong use", async (candidate, what) => {
  const { code, err } = await gate(candidate);
  expect(code).toBe(2);
  expect(flat(err)).toMatch(what);
});

test("a stored base cannot be held against another model", async () => {
  const db = ["--db", folder.file("stored.duckdb")];
  const on = ["--scenarios", scenario, "--model", "gpt-4.1", "--base-url", urlOf("good")];
  await command(["calibrate", ...on, "--seeds", "1", ...db]);
  await command(["baseline", "save", "main", ...db]);
  const { code, err } = await command([
    "gate",
    "--baseline",
    "main",
    "--candidate",
    "model.id=gpt-4.1-nano",
    ...db,
  ]);
  expect(code).toBe(2);
  expect(flat(err)).toContain("its replies are those of its own model");
});
