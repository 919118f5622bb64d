/** Planning: what a run can show and what it costs is said before anything is spent, and a frozen plan is held against the run. */

import { existsSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { command } from "../testing/run-command.ts";
import { FREEZE_TALK } from "../testing/talks.ts";
import { tempFolder } from "../testing/temp-folder.ts";

const FLAG = "AUDIT_SEMANTIC_CONTRADICTION";
const ONE = ["--scenarios", FREEZE_TALK];
/** A real model that nobody answers for: planning asks no endpoint. */
const REAL = ["--model", "nobody-serves-this", "--base-url", "http://127.0.0.1:1/v1"];

test("a plan says pairs, power, reachable labels and cost by comparison and in all, and stores nothing", async () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  const { code, out } = await command(["plan", "--flags", FLAG, ...ONE, "--seeds", "10", "--db", db]);
  expect(code).toBe(0);
  expect(out).toContain("10 (1 stress scenarios x 10 seeds)");
  expect(out).toMatch(/no {3}demonstrated: a simulated model shows mechanisms/);
  expect(out).toMatch(/yes {2}demonstrated \(mechanism\)/);
  expect(out).toMatch(/calls {6}about \d+ in 20 trials/);
  expect(out).toContain("cost       none: a simulated model is not paid");
  expect(out).toContain("unknown: no stored run of this model says how long a call takes");
  expect(existsSync(db)).toBe(false);
});

test("a plan for a real model says what its rates need, and one for the simulated model names no rate and no dollars", async () => {
  using folder = tempFolder();
  const args = ["plan", "--flags", FLAG, ...ONE, "--seeds", "10", "--db", folder.file("lab.duckdb")];
  const rates = ["39 if it never hurts", "power  ", "assumed: nothing stored says it", "headroom   unknown"];
  const real = await command([...args, ...REAL, "--price-like", "gpt-4.1-mini"]);
  for (const words of rates) expect(real.out).toContain(words);
  expect(real.out).toMatch(/cost {7}about \$0\.\d+, as if priced like gpt-4\.1-mini/);
  const simulated = await command(args);
  for (const words of rates) expect(simulated.out).not.toContain(words);
  expect(simulated.out).not.toMatch(/\$|points/);
  const held = await command([...args, "--budget-usd", "5"]);
  expect(held.out).toContain(
    "budget     $5.00, held as if priced like gpt-4.1-mini, although nothing is paid, buys about",
  );
  expect(held.out).not.toContain("points");
});

test("a verdict that the planned pairs cannot reach is exit code 2 with the plan, unless forced", async () => {
  using folder = tempFolder();
  const args = ["plan", "--flags", FLAG, ...ONE, ...REAL, "--seeds", "5", "--db", folder.file("lab.duckdb")];
  const refused = await command(args);
  expect(refused.code).toBe(2);
  expect(refused.out).toContain(`${FLAG}: demonstrated cannot be reached: 5 pairs planned, 6 needed`);
  expect(refused.out).toContain("--price-like");
  expect(refused.out).toContain("fix: more seeds or scenarios");
  expect((await command([...args, "--force"])).code).toBe(0);
  expect((await command([...args, "--seeds", "6"])).code).toBe(0);
  const gate = await command([...args, "--seeds", "28", "--margin", "10", "--json"]);
  expect(gate.code).toBe(2);
  expect(JSON.parse(gate.out).unreachable).toEqual([
    { obstacle: "pairs", text: `${FLAG}: gate pass cannot be reached: 28 pairs planned, 29 needed` },
  ]);
  expect((await command([...args, "--seeds", "29", "--margin", "10"])).code).toBe(0);
});

test("an ablation of few seeds still runs, since it states no goal", async () => {
  using folder = tempFolder();
  const { code, out } = await command([
    "ablate",
    FLAG,
    ...ONE,
    ...REAL,
    "--seeds",
    "1",
    "--dry-run",
    "--db",
    folder.file("l"),
  ]);
  expect(code).toBe(0);
  expect(out).toContain("nothing was run or stored");
});

test("headroom, discordance and pace come from stored runs of the same scenarios and model, and --dry-run says the same", async () => {
  using folder = tempFolder();
  const where = ["--db", folder.file("lab.duckdb")];
  expect((await command(["ablate", FLAG, ...ONE, "--seeds", "1", ...where])).code).toBe(0);
  const { out } = await command(["plan", "--flags", FLAG, ...ONE, "--seeds", "8", ...where, "--json"]);
  const { frozen, ...planned } = JSON.parse(out);
  expect(frozen).toBeNull();
  expect(planned.comparisons).toMatchObject([
    {
      coupled: true,
      pilot: { pairs: 1, psi: 1, controlTrials: 1, controlPassRate: 0 },
      plan: { psiSource: "measured", headroom: { expectedFailures: 8, winsNeeded: 6, enough: true } },
    },
  ]);
  expect(planned.total.durationMs).toBeGreaterThan(0);
  const dry = await command(["ablate", FLAG, ...ONE, "--seeds", "8", ...where, "--dry-run", "--json"]);
  expect(JSON.parse(dry.out)).toEqual(planned);
  const other = await command(["plan", "--flags", FLAG, ...ONE, ...REAL, "--seeds", "8", ...where, "--json"]);
  expect(JSON.parse(other.out).comparisons[0].pilot).toMatchObject({ pairs: 0, controlPassRate: null });
});

test("a frozen plan's digest and every deviation from it are in the report; after the first trial nothing can be frozen", async () => {
  using folder = tempFolder();
  const where = ["--db", folder.file("lab.duckdb")];
  const plan = (...more: readonly string[]) =>
    command(["plan", "--flags", FLAG, ...ONE, "--seeds", "3", ...where, "--freeze", "--json", ...more]);
  const rates = await command(["plan", "--flags", FLAG, ...ONE, ...where, "--goal", "demonstrated"]);
  // No number of pairs makes a simulated model show rates, so none is advised.
  expect([rates.code, rates.out]).toEqual([2, expect.stringContaining("fix: a real model (--model)")]);
  const { digest } = JSON.parse((await plan()).out).frozen;
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  // Freezing the same plan again changes nothing.
  expect(JSON.parse((await plan()).out).frozen.digest).toBe(digest);

  const run = (...more: readonly string[]) => command(["ablate", FLAG, ...ONE, ...where, "--json", ...more]);
  const followed = JSON.parse((await run("--seeds", "3")).out).process;
  expect(followed.plan).toMatchObject({ digest, linkedBy: "experiment", deviations: [], replaced: [] });
  expect(followed.runs).toMatchObject([{ ending: "complete", fresh: false }]);
  const late = await plan("--seeds", "5");
  expect(late.code).toBe(2);
  expect(late.err).toContain("trials of this experiment are stored already");

  // Another temperature is another experiment of the same name.
  const hotter = JSON.parse((await run("--seeds", "1", "--temperature", "1")).out).process.plan;
  expect(hotter).toMatchObject({ digest, linkedBy: "name" });
  expect(hotter.deviations).toEqual([
    "fewer seeds: 2 of 3 planned did not run (2, 3)",
    "another model setting, temperature: 1 ran, null was planned",
  ]);
  const { out } = await command(["report", "latest", ...where]);
  expect(out).toContain(digest);
  expect(out.replaceAll(/\s+/g, " ")).toContain("another model setting, temperature");
});

test("what is planned has to be named once: a file, or flags", async () => {
  using folder = tempFolder();
  const file = folder.file("experiment.yaml");
  writeFileSync(
    file,
    `name: check off\nvary: [${FLAG}]\nscenarios: [${FREEZE_TALK}]\nseeds: 4\nbaseline: { flags: { ${FLAG}: false } }\nvariants: { with-check: { flags: { ${FLAG}: true } } }\n`,
  );
  const where = ["--db", folder.file("lab.duckdb"), "--json"];
  const planned = await command(["plan", file, ...where]);
  expect(JSON.parse(planned.out)).toMatchObject({
    name: "check off",
    seeds: 4,
    comparisons: [{ id: "with-check" }],
  });
  expect((await command(["plan", ...where])).code).toBe(2);
  expect((await command(["plan", file, "--flags", FLAG, ...where])).code).toBe(2);
  expect((await command(["plan", file, "--design", "oat", ...where])).err).toContain("--design");
});
