/** The tutorials are true: every command of theirs runs, on the files that they tell a reader to write (issue 9, item 7). */

import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SimulatedServer } from "../llm/server/simulated-server.ts";
import { serveDates } from "../testing/dates-endpoint.ts";
import { command, type Ran } from "../testing/run-command.ts";
import { tempFolder } from "../testing/temp-folder.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const folder = tempFolder();
const db = folder.file("lab.duckdb");
const own = folder.file("my-scenarios");
const scenario = join(own, "billing/discount-lost.yaml");
let server: SimulatedServer;

const page = (name: string) => readFileSync(join(ROOT, `docs/tutorial/${name}.md`), "utf8");
const blocks = (text: string, kind: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(([, body = ""]) => body);
const commandsOf = (name: string) =>
  blocks(page(name), "sh")
    .flatMap((body) => body.split("\n"))
    .filter((line) => line.startsWith("npx harness-lab "));

/** The command as a shell would split it, on a store, folder and endpoint of the test, with one seed for speed. */
function typed(line: string): readonly string[] {
  const words = line
    .replace("npx harness-lab ", "")
    .replace("--seeds 5", "--seeds 1")
    .split(" ")
    .map((word) => word.replace(/^'(.*)'$/, "$1").replace("my-scenarios/", own));
  const real = words.map((word) => (word.startsWith("http://127.0.0.1:8091") ? server.url : word));
  return /^(?:scenarios|doctor)$/.test(words[0] ?? "") ? real : [...real, "--db", db];
}

async function runsWith(line: string, ...codes: readonly number[]): Promise<Ran> {
  const ran = await command(typed(line));
  expect(codes, `${line}\n${ran.out}\n${ran.err}`).toContain(ran.code);
  return ran;
}

beforeAll(async () => {
  server = await serveDates();
  mkdirSync(dirname(scenario), { recursive: true });
  cpSync(join(ROOT, "scenarios/scenario.schema.json"), join(own, "scenario.schema.json"));
  const [head = "", examples = ""] = blocks(page("first-scenario"), "yaml");
  writeFileSync(scenario, head + examples);
});

afterAll(() => server.close());

test("the schema that the scenario names is beside it", () => {
  const [, schema = ""] = /\$schema=(\S+)/.exec(readFileSync(scenario, "utf8")) ?? [];
  expect(schema).not.toBe("");
  expect(existsSync(resolve(dirname(scenario), schema))).toBe(true);
});

test("the first scenario is linted without an error, run, read and graded again", async () => {
  const [lint = "", ablate = "", show = "", regrade = "", ...more] = commandsOf("first-scenario");
  expect(more).toEqual([]);
  expect((await runsWith(lint, 0)).out).toContain("1 scenario, 0 errors");
  await runsWith(ablate, 0, 3);
  expect((await runsWith(show, 0)).out).toContain("billing/discount-lost");
  await runsWith(regrade, 0);
});

test("the first gate finds the regression that it plants", async () => {
  const [planted = "", ...others] = commandsOf("first-gate");
  await runsWith(planted, 1);
  // A checkout of its own is built by the slow tests of the gate.
  expect(others.filter((line) => !line.includes("--checkout ../base"))).toEqual([]);
});

test("what the demo stores is listed and shown as the first verdict names it", async () => {
  const [list = "", show = ""] = commandsOf("first-verdict");
  const demo = "ablate AUDIT_SEMANTIC_CONTRADICTION --scenarios contradiction/freeze-date --seeds 3";
  expect((await command([...demo.split(" "), "--db", db])).err).not.toContain("error:");
  expect((await runsWith(list, 0)).out).toContain("contradiction/freeze-date");
  expect((await runsWith(show, 0)).out).toContain("contradiction/freeze-date");
});

test("the endpoint of the first verdict is examined, planned, and run on a dry run", async () => {
  const [, , doctor = "", plan = "", ablate = "", ...more] = commandsOf("first-verdict");
  expect(more).toEqual([]);
  // The endpoint of the test calls no tool, which the doctor finds.
  expect((await runsWith(doctor, 2)).out).toContain("the endpoint answers");
  expect((await runsWith(plan, 0)).out).toMatch(/pairs|calls/);
  await runsWith(`${ablate} --price-like gpt-4.1-mini --dry-run`, 0);
});
