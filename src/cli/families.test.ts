/** A primary family of an experiment file: frozen with the plan, and everything else stops at suggestive. */

import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ExperimentReport } from "../core/report-document.ts";
import type { SimulatedServer } from "../llm/server/simulated-server.ts";
import { serveDates } from "../testing/dates-endpoint.ts";
import { datesScenario } from "../testing/dates-scenario.ts";
import { command } from "../testing/run-command.ts";
import { tempFolder } from "../testing/temp-folder.ts";

const folder = tempFolder();
const scenario = datesScenario(folder.path);
const servers: SimulatedServer[] = [];

beforeAll(async () => {
  servers.push(await serveDates(), await serveDates({ misled: true }));
});
afterAll(async () => {
  for (const server of servers) await server.close();
  folder[Symbol.dispose]();
});

function fileNaming(primary: readonly string[]): string {
  const file = folder.file("families.yaml");
  const [good, misled] = servers.map(({ url }) => url);
  const variants = {
    first: { model: { baseUrl: misled } },
    second: { model: { id: "other", baseUrl: misled } },
  };
  const model = { id: "gpt-4.1", baseUrl: good };
  const rest = { name: "families", scenarios: [scenario], seeds: 8, vary: ["model"] };
  writeFileSync(file, JSON.stringify({ ...rest, model, variants, families: { primary } }));
  return file;
}
const db = ["--db", folder.file("families.duckdb")];

test("the primary comparison keeps its label, the other is lowered, and the frozen plan holds both to it", async () => {
  const file = fileNaming(["first"]);
  const planned = await command(["plan", file, ...db, "--freeze", "--force"]);
  expect(planned.out).toContain("second: second against baseline (exploratory: stops at suggestive)");
  expect(planned.out).not.toContain("first: first against baseline (exploratory");
  const { out } = await command(["run", file, ...db, "--json"]);
  const { sections, process } = JSON.parse(out) as ExperimentReport;
  const [first, second] = sections.map(({ comparison }) => comparison);
  expect(first?.counts).toEqual(second?.counts);
  expect(first?.verdict.label).toBe("harmful");
  expect(first?.effect.adjustedP).toBeNull();
  expect(second?.verdict).toMatchObject({
    label: "suggestive-harm",
    reasons: [{ code: "exploratory", claim: "harmful" }, { code: "exact-p" }],
  });
  expect(process?.plan?.deviations).toEqual([]);

  // Another family after the fact is another experiment, and a deviation from the plan of that name.
  const late = await command(["run", fileNaming(["first", "second"]), ...db, "--json"]);
  const later = JSON.parse(late.out) as ExperimentReport;
  expect(later.experiment.id).not.toBe((JSON.parse(out) as ExperimentReport).experiment.id);
  expect(later.process?.plan?.deviations.join()).toContain("comparisons that were not planned: second");
});

test("a family that names no variant is wrong use", async () => {
  const { code, err } = await command(["run", fileNaming(["third"]), ...db]);
  expect(code).toBe(2);
  expect(err.replaceAll(/\s+/g, " ")).toContain("families.yaml, families.primary");
});
