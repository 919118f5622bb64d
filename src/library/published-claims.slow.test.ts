/** Claims that the document publishes about single flags, as `ablate` shows them on the built-in scenarios; none is tuned. */

import { afterAll, expect, test } from "vitest";
import type { ExperimentReport } from "../core/report-document.ts";
import { tempFolder } from "../testing/temp-folder.ts";
import { ablateFlags } from "./library.ts";

const folder = tempFolder();
afterAll(() => folder[Symbol.dispose]());

type Comparison = ExperimentReport["sections"][number]["comparison"];

async function ablated(flag: string, ...scenarios: readonly string[]): Promise<Comparison> {
  const report = await ablateFlags({
    flags: [flag],
    seeds: 4,
    db: folder.file(`${flag}.duckdb`),
    ...(scenarios.length > 0 ? { scenarios } : {}),
  });
  const comparison = report.sections[0]?.comparison;
  if (comparison === undefined) throw new Error(`${flag} has no section`);
  return comparison;
}

test("control state: 8 executions against 80, where the document publishes at most 4 against 43 (A-070)", async () => {
  const { units } = await ablated("AUDIT_CONTROL_STATE_GATE", "control-state/outage-over-six-parts");
  // The first message of the scenario is answered in two proposals.
  const executions = units.map(({ control, treatment }) =>
    [treatment, control].map((arm) => (arm?.callsByPurpose?.propose ?? 0) - 2),
  );
  expect(executions.length).toBeGreaterThan(0);
  for (const of of executions) expect(of).toEqual([8, 80]);
});

test("experience learning fires in every pair and changes neither an outcome nor a number of calls (A-108)", async () => {
  const { units, verdict, counts } = await ablated("AUDIT_EXPERIENCE_LEARNING");
  expect([verdict.label, counts.b, counts.c]).toEqual(["fires", 0, 0]);
  for (const { control, treatment } of units) {
    expect([treatment?.fired, control?.fired]).toEqual([true, false]);
    expect([treatment?.outcome, treatment?.calls]).toEqual([control?.outcome, control?.calls]);
  }
});

test("the revision fires and acts; no outcome is claimed for it, whatever a simulated model makes of it (A-122)", async () => {
  const { units, verdict, counts } = await ablated("AUDIT_REVIEWER_REVISION");
  expect(verdict.label).toBe("fires");
  expect(units.filter(({ treatment }) => treatment?.fired).length * 2).toBeGreaterThan(units.length);
  // The document saw no difference on a real model; here the answer that comes back is never the worse one.
  expect(counts.c).toBe(0);
});

test("another try for every failure ends no pair worse (A-112)", async () => {
  const { units, counts } = await ablated("AUDIT_RETRY_FAILED_TASK");
  expect(counts.b).toBeGreaterThan(0);
  expect(counts.c).toBe(0);
  expect(units.every(({ treatment, control }) => (treatment?.calls ?? 0) >= (control?.calls ?? 0))).toBe(
    true,
  );
});
