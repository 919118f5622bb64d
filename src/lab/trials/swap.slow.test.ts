/** Swap test (ARCHITECTURE 4.1, 4.2): a flag that works through requests wins by what its payload says, in whatever words. */

import { expect, test } from "vitest";
import { FLAGS, flagNamed } from "../../core/flag-catalogue.ts";
import { type LoadedScenario, SimulateRule } from "../../core/scenario.ts";
import { outcomeOf } from "../../core/score.ts";
import { simulatedModel } from "../../llm/simulated/simulated-model.ts";
import { readScenarios } from "../../scenario/read-scenarios.ts";
import { HARNESSES } from "../environment/harness-registry.ts";
import { SCENARIO_ROOT } from "../environment/project.ts";
import { missedPayloads, runArm } from "./hold-payloads.ts";

const FLAGS_BY_REQUEST = FLAGS.filter((flag) => flag.built && flag.worksThrough === "request");
const BUILT_IN = await readScenarios(SCENARIO_ROOT, HARNESSES);
const CASES = BUILT_IN.filter(
  ({ scenario }) =>
    scenario.role === "stress" && FLAGS_BY_REQUEST.some(({ name }) => scenario.targets.includes(name)),
);

test.each(CASES.map((loaded) => ({ loaded, id: loaded.scenario.id })))(
  "$id: every right payload wins in both arms, every other text in none",
  async ({ loaded }) => {
    expect(await missedPayloads(loaded, ["1", "2"])).toEqual([]);
  },
);

test.each(CASES.map((loaded) => ({ loaded, id: loaded.scenario.id })))(
  "$id: the flag helps, so that the swap could show something",
  async ({ loaded }) => {
    const flag = FLAGS_BY_REQUEST.find(({ name }) => loaded.scenario.targets.includes(name));
    if (!flag) throw new Error("no flag");
    let helped = 0;
    for (const seed of ["1", "2", "3"]) {
      const arms = [true, false].map((on) =>
        runArm({ loaded, flag, seed, on, model: simulatedModel({ rules: loaded.rules }) }),
      );
      const [on, off] = (await Promise.all(arms)).map((trial) => outcomeOf(trial.scores));
      if (on === "pass" && off === "fail") helped += 1;
    }
    expect(helped).toBeGreaterThan(0);
  },
);

test("every built flag that works through requests has three stress scenarios to be swapped on", () => {
  for (const { name } of FLAGS_BY_REQUEST)
    expect(CASES.filter(({ scenario }) => scenario.targets.includes(name)).length).toBeGreaterThanOrEqual(3);
});

test.each(FLAGS.filter(({ built }) => built).map((flag) => ({ flag, name: flag.name })))(
  "$name has a stress scenario of eight or more model calls (ARCHITECTURE 4.2)",
  async ({ flag }) => {
    const own = BUILT_IN.filter(
      ({ scenario }) => scenario.role === "stress" && scenario.targets.includes(flag.name),
    );
    const calls = await Promise.all(
      own.map(async (loaded) => {
        const model = simulatedModel({ rules: loaded.rules });
        return (await runArm({ loaded, flag, seed: "1", on: true, model })).outcome.calls.length;
      }),
    );
    expect(Math.max(...calls)).toBeGreaterThanOrEqual(8);
  },
);

const WON = "I have not written the announcement.\nCONFLICT freeze starts on 13 March";

/** The freeze-date scenario with one more rule in front of its own. */
function cheating(sees: unknown): LoadedScenario {
  const one = CASES.find(({ scenario }) => scenario.id === "contradiction/freeze-date");
  if (!one) throw new Error("the scenario has another name now");
  const cheat = SimulateRule.parse({ when: { purpose: "propose", sees }, say: WON });
  return { ...one, rules: [cheat, ...one.rules] };
}

test.each<[string, unknown, RegExp]>([
  [
    "a heading",
    { system: ["These statements contradict each other"], tool: ["Questions to the release channel"] },
    /unrelated text under the payload's heading has to fail .* and wins/,
  ],
  [
    "anything that is said about March",
    { line: ["March"], system: ["These statements contradict"], tool: ["Questions to the release channel"] },
    /payloads\.wrong\[\d\] has to fail .* and wins/,
  ],
])("a model that answers to %s is found out", async (_, sees, finding) => {
  expect((await missedPayloads(cheating(sees), ["1"])).join("\n")).toMatch(finding);
});

test("a model that answers to one scripted sentence is found out by the right payloads", async () => {
  const one = cheating({ system: ["what the second allows the first one rules out"] });
  // Without the scenario's own warnings only the scripted sentence is left to answer to.
  const [cheat, ...own] = one.rules;
  const deaf = [cheat, ...own.filter(({ say }) => !say?.includes("CONFLICT"))];
  const missed = await missedPayloads({ ...one, rules: deaf.filter((rule) => rule !== undefined) }, ["1"]);
  expect(missed.join("\n")).toMatch(/payloads\.right\[\d\] has to win and fails/);
  expect(missed.join("\n")).toMatch(/payloads\.right\[\d\] in the control arm has to win and fails/);
});

test("a scenario whose flags work otherwise has no payload to be held to", async () => {
  const retry = (await readScenarios(SCENARIO_ROOT, HARNESSES)).find(({ scenario }) =>
    scenario.targets.some((name) => flagNamed(name)?.worksThrough === "control-flow"),
  );
  expect(retry && (await missedPayloads(retry))).toEqual([]);
});
