/** Experiment of a trial: names that are kept, and equal references after an edit of the scenario. */

import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SCENARIO_ROOT } from "../lab/environment/project.ts";
import { command } from "../testing/run-command.ts";
import { tempFolder } from "../testing/temp-folder.ts";

const FLAG = "AUDIT_SEMANTIC_CONTRADICTION";

test("reports-1 F5 and smaller: names are kept, and trials name their experiment after an edit", async () => {
  using folder = tempFolder();
  const db = ["--db", folder.file("lab.duckdb")];
  cpSync(join(SCENARIO_ROOT, "_rules"), folder.file("_rules"), { recursive: true });
  const scenario = folder.file("freeze.yaml");
  const text = readFileSync(join(SCENARIO_ROOT, "contradiction/freeze-date.yaml"), "utf8");
  writeFileSync(scenario, text);
  const ablate = (...more: readonly string[]) =>
    command(["ablate", FLAG, "--scenarios", scenario, "--seeds", "1", ...db, ...more]);
  await ablate("--name", "before");
  const renamed = await ablate("--name", "after");
  expect(renamed.err).toContain('stored as "after" now, and was as "before" before');
  const [row] = JSON.parse((await command(["experiments", ...db, "--json"])).out);
  expect(row).toMatchObject({ name: "after", formerNames: ["before"] });
  expect((await command(["experiments", ...db])).out).toContain("after (also before)");
  expect((await command(["report", "before", ...db, "--json"])).code).toBe(0);

  writeFileSync(scenario, text.replace(/^purpose: .*/m, "purpose: Edited."));
  await ablate("--name", "edited");
  const { out } = await command(["trials", ...db]);
  expect(out).toMatch(/^trial +experiment +scenario#seed@arm/);
  expect(out).toMatch(/^experiment [0-9a-f]{12}: edited\nexperiment [0-9a-f]{12}: after$/m);
  expect(out).toContain("2 references of the list stand in several experiments");
  const old = JSON.parse((await command(["trials", "--experiment", "before", ...db, "--json"])).out);
  expect(old).toMatchObject([{ experimentName: "after" }, { experimentName: "after" }]);
  const shown = await command(["show", "contradiction/freeze-date#1@baseline", ...db]);
  expect(shown.out).toMatch(/^Experiment [0-9a-f]{12}: edited\n {2}trial [0-9a-f]{12} has the same name in/);
});
