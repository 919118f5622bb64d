/** A flag measured on its control scenarios alone: cost and whether it makes a difference, in plan, run, report and export. */

import { afterAll, expect, test } from "vitest";
import { command } from "../../testing/run-command.ts";
import { tempFolder } from "../../testing/temp-folder.ts";

const folder = tempFolder();
afterAll(() => folder[Symbol.dispose]());

const FLAG = "AUDIT_SEMANTIC_CONTRADICTION";
const ABLATE = ["ablate", FLAG, "--scenarios", "contradiction/token-lifetime-restated"];
const DB = ["--db", folder.file("controls.duckdb")];

test("a control alone is planned, run, reported and handed out as what it is (reports-1, control scenarios alone)", async () => {
  const plan = await command([...ABLATE, "--seeds", "2", "--dry-run", ...DB]);
  expect(plan.out).toContain("2 (1 control scenario x 2 seeds, and none that stresses the flag)");
  expect(plan.out).not.toMatch(/reachable|power|out of reach/);
  const ran = await command([...ABLATE, "--seeds", "2", ...DB]);
  expect(ran).toMatchObject({ code: 0 });
  expect(ran.out).toMatch(/makes no difference {2}2\/2 {2}2\/2 {2}x1\.\d\d/);
  expect(ran.out).toContain("Control scenarios claim no benefit");
  const report = JSON.parse((await command(["report", "--json", ...DB])).out);
  expect(report.sections).toMatchObject([
    { comparison: { plan: { over: "controls" }, verdict: { label: "no-difference" } }, controls: null },
  ]);
  const rows = folder.file("rows.csv");
  await command(["export", "--artifact", rows, ...DB]);
  const again = JSON.parse((await command(["compare", rows, "--purpose", "mechanism", "--json"])).out);
  expect(again.sections).toMatchObject([
    { comparison: { plan: { over: "controls" }, verdict: { label: "no-difference" } }, controls: null },
  ]);
});

test.each([["--sequential"], ["--until", "demonstrated"]])(
  "%s is refused where there is no effect to stop for",
  async (...asked) => {
    const ran = await command([...ABLATE, ...asked.filter((word) => word !== undefined), ...DB]);
    expect(ran).toMatchObject({ code: 2 });
    expect(ran.err).toContain("are all controls, which have no effect to stop for");
  },
);
