/** One experiment over several models: each variant on each of them, and whether its effect differs. */

import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ExperimentReport } from "../core/report-document.ts";
import type { SimulatedServer } from "../llm/server/simulated-server.ts";
import { serveDates } from "../testing/dates-endpoint.ts";
import { datesScenario } from "../testing/dates-scenario.ts";
import { command } from "../testing/run-command.ts";
import { tempFolder } from "../testing/temp-folder.ts";

const FLAG = "AUDIT_MEMORY_BUDGETED_RENDER";
const folder = tempFolder();
const scenario = datesScenario(folder.path, { corrected: true, targets: [FLAG] });
const servers: SimulatedServer[] = [];

beforeAll(async () => {
  servers.push(await serveDates(), await serveDates(), await serveDates({ contrary: true }));
});
afterAll(async () => {
  for (const server of servers) await server.close();
  folder[Symbol.dispose]();
});

function fileOver(places: readonly number[], rest: object = {}): string {
  const file = folder.file(`models-${places.join("-")}.yaml`);
  const models = places.map((place) => ({
    id: ["gpt-4.1", "gpt-4.1-mini", "gpt-4.1-nano"][place],
    baseUrl: servers[place]?.url,
  }));
  const baseline = { flags: { [FLAG]: 0 } };
  const variants = { on: { flags: { [FLAG]: 1 } } };
  const whole = {
    name: "models",
    scenarios: [scenario],
    seeds: 6,
    vary: [FLAG],
    baseline,
    variants,
    models,
    ...rest,
  };
  writeFileSync(file, JSON.stringify(whole));
  return file;
}
const db = ["--db", folder.file("models.duckdb")];

test("an effect that turns round from one model to another is told, one row a model", async () => {
  const { out } = await command(["run", fileOver([0, 2]), ...db, "--json"]);
  const { models, sections, answeredBy } = JSON.parse(out) as ExperimentReport;
  expect(sections.map(({ title }) => title)).toEqual(["on on gpt-4.1", "on on gpt-4.1-nano"]);
  const [contrast] = models ?? [];
  expect(contrast?.rows.map(({ model, n, better, worse }) => [model, n, better, worse])).toEqual([
    ["gpt-4.1", 6, 6, 0],
    ["gpt-4.1-nano", 6, 0, 6],
  ]);
  // Two ways out of the 924 of dealing 6 wins to 12 discordant pairs.
  expect(contrast?.p).toBeCloseTo(2 / 924, 10);
  expect(contrast?.differs).toBe(true);
  expect(new Set(answeredBy.map(({ model }) => model))).toEqual(new Set(["gpt-4.1", "gpt-4.1-nano"]));
  const shown = await command(["run", fileOver([0, 2]), ...db]);
  expect(shown.out.replaceAll(/\s+/g, " ")).toContain(
    "The effect of on differs between models (exact p of one common effect",
  );
  for (const file of ["r.md", "r.html"]) {
    await command(["report", ...db, "-o", folder.file(file)]);
    expect(readFileSync(folder.file(file), "utf8")).toContain("The effect of on differs between models");
  }
  const table = folder.file("table.tex");
  const layout = ["report", "latest", ...db, "--layout", "flags-by-models"];
  expect((await command([...layout, "-o", table])).code).toBe(0);
  expect(readFileSync(table, "utf8")).toMatch(/Flag & gpt-4\.1 & gpt-4\.1-nano & adj\. \$p\$, models/);
  expect((await command(layout)).err).toContain("--layout is about the table for a paper");
});

test("models that agree show no difference, which is not called evidence of none", async () => {
  const { out } = await command(["run", fileOver([0, 1]), ...db, "--json"]);
  expect((JSON.parse(out) as ExperimentReport).models?.[0]).toMatchObject({ p: 1, differs: false });
});

test("a variant in the primary family stands for itself on every model", async () => {
  const { out } = await command([
    "run",
    fileOver([0, 2], { families: { primary: ["on on gpt-4.1"] } }),
    ...db,
    "--json",
  ]);
  const labels = (JSON.parse(out) as ExperimentReport).sections.map(
    ({ comparison }) => comparison.verdict.label,
  );
  expect(labels).toEqual(["demonstrated", "suggestive-harm"]);
});

test.each([
  ["the same model twice", [0, 0], {}, /listed twice/],
  [
    "an arm with a model of its own",
    [0, 1],
    { variants: { small: { model: "x" } }, vary: ["model.id"] },
    /names a model of its own/,
  ],
])("%s is wrong use", async (_, places, rest, what) => {
  const { code, err } = await command(["run", fileOver(places, rest), ...db]);
  expect(code).toBe(2);
  expect(err.replaceAll(/\s+/g, " ")).toMatch(what);
});
