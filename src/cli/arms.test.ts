/** Arms that differ in their model: run on two local endpoints, reported by name, and never mixed up. */

import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ExperimentReport } from "../core/report-document.ts";
import type { SimulatedServer } from "../llm/server/simulated-server.ts";
import { serveDates } from "../testing/dates-endpoint.ts";
import { datesScenario } from "../testing/dates-scenario.ts";
import { command } from "../testing/run-command.ts";
import { tempFolder } from "../testing/temp-folder.ts";

const folder = tempFolder();
const scenario = datesScenario(folder.path, { corrected: true });
const servers: SimulatedServer[] = [];

beforeAll(async () => {
  servers.push(await serveDates(), await serveDates({ misled: true }));
});
afterAll(async () => {
  for (const server of servers) await server.close();
  folder[Symbol.dispose]();
});

/** Writes an experiment in which gpt-4.1 is the baseline; JSON is YAML too. */
function experimentFile(name: string, rest: object): string {
  const file = folder.file(`${name}.yaml`);
  const model = { id: "gpt-4.1", baseUrl: servers[0]?.url };
  writeFileSync(file, JSON.stringify({ name, scenarios: [scenario], seeds: 8, model, ...rest }));
  return file;
}
const run = (file: string, ...more: readonly string[]) =>
  command(["run", file, "--db", folder.file("lab.duckdb"), ...more]);
const flat = (text: string) => text.replaceAll(/\s+/g, " ");

test("two models in one harness are compared, each at its own price, and the report names both", async () => {
  const file = experimentFile("misled model", {
    vary: ["model.id", "model.baseUrl"],
    variants: { nano: { model: { id: "gpt-4.1-nano", baseUrl: servers[1]?.url } } },
  });
  const ran = await run(file, "--json");
  expect(ran.err).not.toMatch(/Warning: .*(?:models or backends|fingerprint)/);
  const { sections, experiment, answeredBy } = JSON.parse(ran.out) as ExperimentReport;
  const [section] = sections;
  // The server of the variant is always wrong, so no reply of one arm can have reached the other.
  expect(section?.comparison.counts).toMatchObject({ n: 8, b: 0, c: 8 });
  expect(section?.comparison.verdict.label).toBe("harmful");
  expect(section?.comparison.ratios.uncachedCostUsd.ofTotals?.ratio).toBeLessThan(0.2);
  expect(section?.comparison.ratios.totalTokens.ofTotals?.ratio).toBeGreaterThan(0.5);
  expect(section?.matching.model).toContain("nano asks gpt-4.1-nano at");
  expect(section?.matching.replies).toContain("not matched");
  expect(section?.otherDifferences).toContainEqual({
    path: "model.id",
    control: "gpt-4.1",
    treatment: "gpt-4.1-nano",
  });
  expect(new Set(answeredBy.map(({ model }) => model))).toEqual(new Set(["gpt-4.1", "gpt-4.1-nano"]));
  expect(experiment.arms[1]?.model?.model).toBe("gpt-4.1-nano");

  const report = await command(["report", "--db", folder.file("lab.duckdb"), "-o", folder.file("r.md")]);
  expect(report.code).toBe(0);
  const again = await run(file);
  expect(flat(again.err)).toContain("stored already");
  expect(flat(again.out)).toContain(
    `gpt-4.1 at ${servers[0]?.url} and gpt-4.1-nano at ${servers[1]?.url} answered`,
  );
});

test("arms that ask alike share replies, arms of two models share none", async () => {
  const ran = await run(
    experimentFile("shared", {
      seeds: 1,
      vary: ["model.temperature"],
      variants: { warm: { model: { temperature: 1 } } },
    }),
    "--json",
  );
  const [section] = (JSON.parse(ran.out) as ExperimentReport).sections;
  expect(
    section?.comparison.units.map(({ control, treatment }) => [control.sharedCalls, treatment.sharedCalls]),
  ).toEqual([[0, 0]]);
});

test("plan shows both models and prices the walk of each arm", async () => {
  const file = experimentFile("plan", { vary: ["model.id"], variants: { nano: { model: "gpt-4.1-nano" } } });
  const planned = await command(["plan", file, "--db", folder.file("plan.duckdb"), "--force"]);
  expect(flat(planned.out)).toContain(`gpt-4.1 at ${servers[0]?.url}, gpt-4.1-nano at ${servers[0]?.url}`);
});

test.each([
  [
    "an undeclared model",
    { vary: ["AUDIT_RETRY_SYSTEM_ERRORS"], variants: { a: { model: "other" } } },
    /model\.id, which `vary` does not declare/,
  ],
  ["equal arms", { vary: ["model.id"], variants: { a: { model: "gpt-4.1" } } }, /equal effective settings/],
])("%s ends with exit 2 that names file and field", async (_, rest, what) => {
  const ran = await run(experimentFile("wrong", rest));
  expect(ran.code).toBe(2);
  expect(flat(ran.err)).toMatch(what);
  expect(flat(ran.err)).toContain("wrong.yaml, variants.a");
});
