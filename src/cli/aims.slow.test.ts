/** Aims from the command line to every output: plan, run, report, gate and other people's rows (STATISTICS 11.1). */

import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ExperimentReport } from "../core/report-document.ts";
import type { SimulateRule } from "../core/scenario.ts";
import { UNLABELLED } from "../llm/server/decode-request.ts";
import { personality } from "../llm/server/personality.ts";
import { type SimulatedServer, startSimulatedServer } from "../llm/server/simulated-server.ts";
import { command } from "../testing/run-command.ts";
import { scenarioFile } from "../testing/scenario-file.ts";
import { tempFolder } from "../testing/temp-folder.ts";

const folder = tempFolder();
const scenario = scenarioFile(folder.path, {
  id: "aims/room",
  conversation: [{ user: "Which room is the meeting in?" }],
  expect: [{ reply: { states: ["12"] } }],
  simulate: [],
});

/** A model that says the same in few words or in many. */
function rules(words: number): readonly SimulateRule[] {
  const classified = { riskLevel: "LOW", riskReason: "talk", isTrivial: false, decomposedTasks: null };
  return [
    {
      when: { purpose: UNLABELLED, sees: { system: ["riskLevel"] } },
      json: { ...classified, statedFacts: [], isUnderdetermined: false },
    },
    { when: { purpose: UNLABELLED }, say: `It is in room 12.${" Indeed it is.".repeat(words)}` },
  ];
}

const servers: Record<"lean" | "wide", SimulatedServer[]> = { lean: [], wide: [] };
beforeAll(async () => {
  const start = (words: number) =>
    startSimulatedServer({ port: 0, personality: personality(), rules: () => rules(words) });
  servers.lean.push(await start(0));
  servers.wide.push(await start(2000));
});
afterAll(async () => {
  await Promise.all([...servers.lean, ...servers.wide].map((server) => server.close()));
  folder[Symbol.dispose]();
});

/** An experiment file that holds one endpoint against another. */
function fileOf(name: string, aim: string, [base, variant]: readonly ("lean" | "wide")[]): string {
  const model = (kind: "lean" | "wide" = "lean") => ({ id: `${kind}-model`, baseUrl: servers[kind][0]?.url });
  const file = folder.file(`${name}.yaml`);
  const variants = { other: { model: model(variant) } };
  const rest = { aim, margin: 20, seeds: 14, vary: ["model"] };
  writeFileSync(file, JSON.stringify({ name, scenarios: [scenario], model: model(base), variants, ...rest }));
  return file;
}

test.each([
  ["wide", "lean", "saves", /Tokens x0\.\d+ .*Saves tokens on this scenario/s],
  ["lean", "wide", "costs-more", /Tokens x\d+\.?\d* .*Costs more tokens on this scenario/s],
] as const)(
  "a file with `aim: tokens`, %s against %s: %s, in every format",
  async (base, variant, label, says) => {
    const name = `${base}-${variant}`;
    const file = fileOf(name, "tokens", [base, variant]);
    const db = ["--db", folder.file(`${name}.duckdb`)];
    const plan = await command(["plan", file, ...db]);
    expect([plan.code, plan.err]).toEqual([0, ""]);
    expect(plan.out).toContain("aim        less tokens; success not worse by 20 points");
    expect(plan.out).toContain(
      "yes  saves: needs 14 pairs without a difference in success, so that a loss of 20 points",
    );
    const ran = await command(["run", file, ...db, "--json"]);
    expect([ran.code, ran.err.includes("error")]).toEqual([0, false]);
    const { sections } = JSON.parse(ran.out) as ExperimentReport;
    expect(sections[0]?.comparison).toMatchObject({
      verdict: { label },
      saving: { aim: "tokens", margin: 0.2, evidence: { metric: "totalTokens", known: 14, of: 14 } },
    });
    const out = ["md", "html", "xml", "csv", "tex"].map((kind) => folder.file(`${name}.${kind}`));
    expect((await command(["report", ...db, "-o", ...out])).code).toBe(0);
    for (const path of out)
      expect(readFileSync(path, "utf8"), path).toMatch(label === "saves" ? /saves/i : /costs[ -]more/i);
    expect((await command(["report", ...db, "--verbose"])).out.replaceAll(/\s+/g, " ")).toMatch(says);
  },
);

test("a gate with a bar for tokens blocks what passes as often and takes more", async () => {
  const policy = folder.file("gate.yaml");
  writeFileSync(policy, "version: 1\nmargin: 20\nbars: { tokens: 1.2 }\n");
  const gate = (kind: "lean" | "wide", other: "lean" | "wide") =>
    command([
      ...["gate", "--candidate", `model.id=${other}-model`, `model.baseUrl=${servers[other][0]?.url}`],
      ...["--model", `${kind}-model`, "--base-url", servers[kind][0]?.url ?? "", "--scenarios", scenario],
      ...["--db", folder.file(`gate-${kind}.duckdb`), "--policy", policy, "--seeds", "14", "--no-confirm"],
    ]);
  const blocked = await gate("lean", "wide");
  expect([blocked.code, blocked.out]).toEqual([1, expect.stringContaining("tokens")]);
  expect((await gate("wide", "lean")).code).toBe(0);
});

const COLUMNS = { tokens: "total_tokens", calls: "calls", latency: "latency_ms", cost: "cost_usd" } as const;

test.each(Object.entries(COLUMNS))("compare --aim %s judges a file by its column %s", async (aim, column) => {
  const rows = folder.file(`${aim}.csv`);
  const lines = Array.from({ length: 30 }, (_, place) => [
    `off,task-${place % 6},${place},1,${1000 + place}`,
    `on,task-${place % 6},${place},1,${400 + ((place * 7) % 30)}`,
  ]);
  writeFileSync(rows, [`arm,scenario,seed,success,${column}`, ...lines.flat()].join("\n"));
  const compared = (control: string, treatment: string) =>
    command(["compare", rows, "--control", control, "--treatment", treatment, "--aim", aim, "--verbose"]);
  const saves = await compared("off", "on");
  expect([saves.code, saves.err]).toEqual([0, expect.stringMatching(/^Assumed from names: [^\n]*\n$/)]);
  expect(saves.out.replaceAll(/\s+/g, " ")).toContain(
    `Saves ${aim} for scenarios like these (sign-flip p 0.031 over 6 scenario means)`,
  );
  const more = await compared("on", "off");
  expect(more.code).toBe(0);
  expect(more.out.replaceAll(/\s+/g, " ")).toMatch(/Costs more/);
});
