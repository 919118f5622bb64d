/** Builds an experiment with its provenance and scenarios for tests of the store. */

import type { Experiment, Provenance } from "../core/experiment.ts";
import type { LoadedScenario } from "../core/scenario.ts";
import type { GradedTrial } from "../core/trial.ts";
import { scenarioOf } from "./scenario-builder.ts";
import { trial } from "./trial-builder.ts";

export interface StoredParts {
  readonly experiment: Experiment;
  readonly provenance: Provenance;
  readonly scenarios: readonly LoadedScenario[];
}

/** One contradiction ablation over two stress scenarios and a control scenario, overridden by what is given. */
export function experimentOf(overrides: Partial<Experiment> = {}): StoredParts {
  const scenarios = [
    scenarioOf({ id: "control/greets", role: "control" }),
    scenarioOf({ id: "stress/one" }),
    scenarioOf({ id: "stress/two" }),
  ];
  const flag = "AUDIT_SEMANTIC_CONTRADICTION";
  return {
    scenarios,
    experiment: {
      id: "experiment-1",
      name: "ablate the contradiction check",
      arms: [
        { name: "off", harness: "layered", flags: { [flag]: false, AUDIT_MEMORY_BUDGETED_RENDER: true } },
        { name: "on", harness: "layered", flags: { [flag]: true, AUDIT_MEMORY_BUDGETED_RENDER: true } },
      ],
      comparisons: [
        {
          id: flag,
          flag,
          control: "off",
          treatment: "on",
          stress: ["stress/one", "stress/two"],
          controls: ["control/greets"],
        },
      ],
      seeds: ["1", "2"],
      model: {
        model: "simulated",
        baseUrl: null,
        apiKeyEnv: null,
        toolProtocol: "native",
        temperature: null,
        timeoutMs: 60_000,
        maxRetries: 2,
        priceLike: null,
        sendSeed: true,
      },
      settings: { compaction: { maxChars: 6000 } },
      independent: false,
      ...overrides,
    },
    provenance: {
      commit: "abc+dirty",
      labVersion: "0.1.0",
      harnessDigest: "harness",
      catalogueDigest: "catalogue",
      scenarioDigests: Object.fromEntries(scenarios.map((loaded) => [loaded.scenario.id, loaded.digest])),
      priceTable: "table 1",
      simulated: true,
    },
  };
}

/** Both trials of a block of that experiment, each with one turn, one call and one score. */
export function blockOf(seed: string): readonly GradedTrial[] {
  return ["off", "on"].map((arm, position) =>
    trial("stress/one")
      .as({ arm, seed })
      .ranAs(position)
      .user(`turn of ${seed}`)
      .model("propose", { says: `reply of ${seed} ${arm} ${"x".repeat(2_000)}` })
      .reply("ok")
      .score("pass")
      .graded(),
  );
}
