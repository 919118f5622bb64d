/** Pilots of a plan: only stored runs of the same arms, scenarios and model count. */

import { expect, test } from "vitest";
import type { Experiment } from "../../core/experiment.ts";
import { openMemoryStore } from "../../record/store.ts";
import type { Store } from "../../record/store-port.ts";
import { scenarioOf } from "../../testing/scenario-builder.ts";
import { experimentOf } from "../../testing/stored-experiment.ts";
import { trial } from "../../testing/trial-builder.ts";
import { msPerCall, pilotOf, sameModelRuns } from "./pilot.ts";

const { experiment, provenance, scenarios } = experimentOf();
const [spec] = experiment.comparisons;
if (!spec) throw new Error("the sample has a comparison");

/** Stores one block of stress/one: the control as said, the treatment passing; the second arm shares half of its calls. */
async function block(store: Store, of: Experiment, seed: string, control: "pass" | "fail"): Promise<void> {
  const key = { experiment: of.id, scenario: "stress/one", seed };
  await store.saveBlock([
    trial("stress/one")
      .as({ ...key, arm: "off" })
      .user("x")
      .model("propose", { says: "a" })
      .model("propose", { says: "b" })
      .score(control)
      .graded(),
    trial("stress/one")
      .as({ ...key, arm: "on" })
      .ranAs(1)
      .user("x")
      .model("propose", { says: "a", source: "shared" })
      .model("propose", { says: "c" })
      .score("pass")
      .graded(),
  ]);
}

test("pairs, discordance, control pass rate, sharing and pace are read from runs that fit, and from no other", async () => {
  await using store = await openMemoryStore();
  const other = { ...experiment, id: "other-model", model: { ...experiment.model, temperature: 1 } };
  const apart = { ...experiment, id: "independent", independent: true };
  for (const of of [experiment, other, apart]) await store.saveExperiment(of, provenance, scenarios);
  await block(store, experiment, "1", "fail");
  await block(store, experiment, "2", "pass");
  await block(store, other, "1", "pass");
  await block(store, apart, "1", "fail");
  const runs = await sameModelRuns(store, experiment);
  expect(runs.map((run) => run.experiment.id).sort()).toEqual(["experiment-1", "independent"]);
  const planned = { ...experiment, id: "planned" };
  expect(await pilotOf(store, runs, { experiment: planned, spec, scenarios })).toMatchObject({
    pairs: 2,
    psi: 0.5,
    // The control's own pass rate does not depend on what its partner shared.
    controlTrials: 3,
    controlPassRate: 1 / 3,
    sharedReplies: 0.5,
  });
  // Three blocks: six trials of 12 ms each, twelve calls, three of them shared.
  expect(await msPerCall(store, runs)).toBeCloseTo((6 * 12) / (12 - 3), 9);

  const edited = scenarios.map((loaded) =>
    loaded.scenario.id === "stress/one" ? scenarioOf({ id: "stress/one", purpose: "Another." }) : loaded,
  );
  expect(await pilotOf(store, runs, { experiment: planned, spec, scenarios: edited })).toMatchObject({
    pairs: 0,
    psi: null,
    controlPassRate: null,
  });
});
