/** The risk estimate of the review gate: its formula, its bounds, and that it decides nothing. */

import { expect, test } from "vitest";
import { classified, talk } from "../../../../testing/layered-talk.ts";
import type { Feature } from "../../extensions/extension-points.ts";
import { EMPTY_PLAN, planOf } from "../planning/build-plan.ts";
import { estimateRisk, riskOfAction } from "./risk-estimate.ts";

const change = { kind: "other", centrality: 0, lines: 0, functions: 0 } as const;

test.each([
  ["nothing known", {}, "LOW"],
  ["just below half of the tasks wait for it", { centrality: 0.49 }, "LOW"],
  ["half of the tasks wait for it", { centrality: 0.5 }, "MEDIUM"],
  ["all tasks wait for it", { centrality: 1 }, "MEDIUM"],
  ["437 lines", { lines: 437 }, "MEDIUM"],
  ["438 lines", { lines: 438 }, "HIGH"],
  ["18 functions", { functions: 18 }, "HIGH"],
  ["half waiting and 250 lines", { centrality: 0.5, lines: 250 }, "HIGH"],
  ["a scope beyond its bound", { lines: 1e9, functions: 1e9 }, "HIGH"],
  ["infrastructure without scope", { kind: "infrastructure" }, "HIGH"],
  ["a large test that all wait for", { kind: "test", centrality: 1, lines: 900 }, "LOW"],
] as const)("%s: the estimate follows the weights of REFERENCE 1.6 (A-087)", (_name, over, risk) => {
  expect(estimateRisk({ ...change, ...over })).toBe(risk);
});

test("the estimate never falls where centrality, lines or functions rise (A-087)", () => {
  const rank = { LOW: 0, MEDIUM: 1, HIGH: 2 } as const;
  const grid = [0, 0.2, 0.4, 0.6, 0.8, 1];
  for (const centrality of grid)
    for (const share of grid)
      for (const more of [{ centrality: 1 }, { lines: 500 }, { functions: 20 }]) {
        const from = { ...change, centrality, lines: share * 500, functions: share * 20 };
        expect(rank[estimateRisk({ ...from, ...more })]).toBeGreaterThanOrEqual(rank[estimateRisk(from)]);
      }
});

test("a task's own risk and what waits for it make its estimate, not the turn's risk (A-079)", () => {
  const part = (description: string, after: readonly number[], risk?: "LOW" | "HIGH") => ({
    description,
    after,
    ...(risk === undefined ? {} : { risk }),
  });
  const parts = [part("look it up", []), part("write it", [1]), part("send it", [2], "HIGH")];
  const { plan } = planOf("x", parts, "LOW");
  expect(plan.tasks.map((task) => riskOfAction(plan, task))).toEqual(["MEDIUM", "MEDIUM", "HIGH"]);
  const calm = planOf("x", [part("look it up", [], "LOW"), part("say it", [], "LOW")], "HIGH").plan;
  expect(calm.tasks.map((task) => riskOfAction(calm, task))).toEqual(["LOW", "LOW"]);
});

test.each([
  ["LOW", "LOW"],
  ["MEDIUM", "LOW"],
  ["HIGH", "HIGH"],
] as const)("an only task of %s risk is estimated %s: nothing waits for it (A-079)", (risk, estimate) => {
  const { tasks } = planOf("do it", null, risk).plan;
  const plan = { ...EMPTY_PLAN, tasks };
  expect(tasks.map((task) => riskOfAction(plan, task))).toEqual([estimate]);
});

test.each([
  ["LOW", "LOW"],
  ["HIGH", "HIGH"],
  ["UNKNOWN", "HIGH"],
] as const)(
  "a turn of %s risk is estimated %s at the gate, and acts all the same (A-079, A-087)",
  async (riskLevel, estimate) => {
    const seen: object[] = [];
    const noting: Feature = {
      id: "noting",
      hooks: {
        proposing: {
          run: async ({ states }) => {
            seen.push(states.execution.riskEstimates);
            return { value: "Be brief.", fired: null };
          },
        },
      },
    };
    const one = talk({
      features: [noting],
      model: { "classify-turn": classified({ riskLevel }), propose: "Done." },
    });
    expect(await one.say("Do it.")).toMatchObject({ status: "ok", reply: "Done." });
    expect(seen).toEqual([{ "task-1": estimate }]);
  },
);
