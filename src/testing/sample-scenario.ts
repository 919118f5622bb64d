/** A sample scenario as a text and as a loaded value, for tests that need one beside them. */

import { digestOf } from "../core/digest.ts";
import { type LoadedScenario, Scenario, type ScenarioInput, type SimulateRule } from "../core/scenario.ts";

/** A stress scenario in YAML, small and complete. */
export const SAMPLE_SCENARIO = `id: sample/units
purpose: A limit is restated in another unit.
targets: [AUDIT_SEMANTIC_CONTRADICTION]
role: stress
world:
  now: 2026-03-02T09:00:00Z
  files: { notes/limits.md: "6000 per minute" }
conversation:
  - user: Our API limit is 6000 requests per minute.
  - user: The throttle is 50 requests per second. Write one sentence.
signature:
  says: gives both as if they agreed
  checks:
    - reply: { omits: ["3000"] }
expect:
  - reply: { states: ["6000", "3000"] }
  - world: { file: notes/limits.md, unchanged: true }
mechanism:
  - call: contradiction-check
simulate:
  - when: { purpose: propose, sees: ['/(?<a>\\d+) requests per minute/'] }
    say: "\${a} a minute, but 50 a second is 3000."
  - when: { purpose: propose }
    say: Noted.
`;

const BASE: ScenarioInput = {
  id: "sample/units",
  purpose: "A limit is restated in another unit.",
  targets: ["AUDIT_SEMANTIC_CONTRADICTION"],
  role: "stress",
  conversation: [
    { user: "Our limit is 6000 a minute." },
    { user: "The throttle is 50 a second. One sentence." },
  ],
  expect: [{ reply: { states: ["6000", "3000"] } }],
};

/** Loads a scenario from what differs from a plain two-turn stress scenario; `file` is where it pretends to lie. */
export function sampleScenario(
  input: Partial<ScenarioInput> = {},
  file = "/scenarios/sample/units.yaml",
): LoadedScenario {
  const scenario = Scenario.parse({ ...BASE, ...input });
  const rules = scenario.simulate.filter((rule): rule is SimulateRule => !("include" in rule));
  return { scenario, rules, digest: digestOf([scenario, rules]), file };
}
