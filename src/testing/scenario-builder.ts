/** Builds loaded scenarios for tests from as few fields as the test is about. */

import { digestOf } from "../core/digest.ts";
import { type LoadedScenario, Scenario, type ScenarioInput, SimulateRule } from "../core/scenario.ts";

/** Rules of a model that classifies every turn as talk, to be put before the rules that reply. */
export const TALK: readonly SimulateRule[] = [
  {
    when: { purpose: "classify-turn" },
    json: {
      riskLevel: "LOW",
      riskReason: "talk",
      isTrivial: false,
      decomposedTasks: null,
      statedFacts: [],
      isUnderdetermined: false,
    },
  },
];

/** A one-turn stress scenario of the contradiction flag, overridden by what is given; includes are not expanded. */
export function scenarioOf(overrides: Partial<ScenarioInput> = {}): LoadedScenario {
  const scenario = Scenario.parse({
    id: "example/greets",
    purpose: "A user greets; the reply names the user.",
    targets: ["AUDIT_SEMANTIC_CONTRADICTION"],
    role: "stress",
    conversation: [{ user: "My name is Ada. Greet me." }],
    expect: [{ reply: { states: ["Ada"] } }],
    simulate: [
      ...TALK,
      { when: { purpose: "propose", sees: { last: ["/name is (?<name>\\w+)/"] } }, say: "Hello, ${name}." },
    ],
    ...overrides,
  } satisfies ScenarioInput);
  const rules = scenario.simulate.map((rule) => SimulateRule.parse(rule));
  return { scenario, rules, digest: digestOf({ scenario, rules }), file: `/scenarios/${scenario.id}.yaml` };
}
