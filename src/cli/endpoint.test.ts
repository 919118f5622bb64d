/** Planning, stopping early and calibrating on an endpoint that answers over HTTP, as a real model does. */

import { afterAll, beforeAll, expect, test } from "vitest";
import type { ExperimentReport } from "../core/report-document.ts";
import type { SimulatedServer } from "../llm/server/simulated-server.ts";
import { serveDates } from "../testing/dates-endpoint.ts";
import { command } from "../testing/run-command.ts";
import { scenarioFile } from "../testing/scenario-file.ts";
import { tempFolder } from "../testing/temp-folder.ts";

const FLAG = "AUDIT_MEMORY_BUDGETED_RENDER";

const folder = tempFolder();
/** The first date is corrected in a later session; only the budgeted rendering drops it from memory. */
const scenarios = ["release", "offsite"].map((what) =>
  scenarioFile(folder.path, {
    id: `dates/${what}`,
    targets: [FLAG],
    conversation: [
      { user: `Please remember: the ${what} is on 13 March.` },
      { "new-session": {} },
      { user: `I was wrong, the ${what} is on 18 March. Until when may we merge before it?` },
    ],
    expect: [{ reply: { states: ["nothing can be merged"] } }],
    simulate: [],
  }),
);
let server: SimulatedServer;

beforeAll(async () => {
  server = await serveDates();
});
afterAll(async () => {
  await server.close();
  folder[Symbol.dispose]();
});

const on = (db: string) => [
  ...["--scenarios", ...scenarios, "--model", "some-model", "--base-url", server.url],
  ...["--price-like", "gpt-4.1-mini", "--db", folder.file(db)],
];

test("a sequential run decides by its e-value alone, stops at a round end and says what that saved", async () => {
  const ran = await command(["ablate", FLAG, ...on("seq"), "--seeds", "4", "--sequential", "--json"]);
  expect(ran, ran.err).toMatchObject({ code: 0 });
  const { sections, basis } = JSON.parse(ran.out) as ExperimentReport;
  expect(basis).toBe("real");
  // Seven straight wins carry an e-value of 20; two scenarios a round, so they are there after the fourth.
  expect(sections[0]?.stopping).toMatchObject({
    decision: "efficacy",
    rounds: 4,
    roundsPlanned: 6,
    pairsSaved: 4,
  });
  expect(sections[0]?.comparison.verdict).toMatchObject({ label: "demonstrated", basis: "statistical" });
});

test("a plan tells pace, price and headroom from what this endpoint answered before", async () => {
  const first = await command(["ablate", FLAG, ...on("plan"), "--seeds", "2", "--json"]);
  const args = ["plan", "--flags", FLAG, ...on("plan")];
  const { code, out } = await command([...args, "--seeds", "6", "--json"]);
  expect(code).toBe(0);
  const plan = JSON.parse(out);
  expect(plan.comparisons[0]).toMatchObject({
    pilot: { pairs: 4, psi: 1, controlTrials: 4, controlPassRate: 0 },
    plan: { psiSource: "measured", headroom: { expectedFailures: 12, winsNeeded: 6, enough: true } },
  });
  // The scenarios have no rules to walk: what was asked in 4 blocks tells what 12 will ask.
  expect(plan.total).toMatchObject({ blocks: 12, scenarios: { stored: 2, walked: 0 } });
  const { totals } = JSON.parse(first.out) as ExperimentReport;
  expect(plan.total.calls).toBe(3 * ((totals.calls ?? 0) - (totals.sharedCalls ?? 0)));
  // Priced like another model: what was paid is unknown, what it would cost at those prices is not.
  const { out: listed } = await command(["trials", "--db", folder.file("plan"), "--json"]);
  const priced = (JSON.parse(listed) as { spentUsd: number }[]).reduce((sum, one) => sum + one.spentUsd, 0);
  expect(priced).toBeGreaterThan(0);
  expect([totals.spentUsd, plan.total.costUsd]).toEqual([null, expect.closeTo(3 * priced, 9)]);
  expect(plan.total.durationMs).toBeGreaterThan(0);
});

test("seeds added after a look at a fixed number are named, those of a run that goes on are not", async () => {
  const added = async (seeds: string, ...more: readonly string[]) => {
    const { out } = await command(["ablate", FLAG, ...on("late"), "--seeds", seeds, "--json", ...more]);
    return (JSON.parse(out) as ExperimentReport).process?.addedLate;
  };
  expect(await added("1")).toEqual([]);
  expect(await added("1")).toEqual([]);
  expect(await added("3")).toEqual(["2", "3"]);
  // Another rule is another experiment, and looking often is what that rule is for.
  expect(await added("1", "--sequential", "--max-seeds", "1")).toEqual([]);
  expect(await added("2", "--sequential", "--max-seeds", "2")).toEqual([]);
});

test("a calibration of the same endpoint stands beside its later verdicts", async () => {
  const calibrated = await command(["calibrate", FLAG, ...on("cal"), "--seeds", "2", "--json"]);
  expect(calibrated, calibrated.err).toMatchObject({ code: 0 });
  const { out } = await command(["ablate", FLAG, ...on("cal"), "--seeds", "2", "--json"]);
  const { sections } = JSON.parse(out) as ExperimentReport;
  expect(sections[0]?.comparison.facts.calibration).toMatchObject({
    pairs: 4,
    source: { experiment: JSON.parse(calibrated.out).experiment },
  });
});
