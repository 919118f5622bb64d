/** Phases that features contribute: where they stand, what they may write, and that without them none is missed. */

import { expect, test } from "vitest";
import { talk } from "../../../testing/layered-talk.ts";
import { pathOf, phaseProbe } from "../../../testing/probe-feature.ts";
import type { Feature } from "../extensions/extension-points.ts";
import type { PhaseChange } from "../extensions/phase-change.ts";
import { PLACES, type Place } from "../extensions/places.ts";
import type { TurnScope } from "../extensions/scope.ts";
import { controlStateGate } from "../features/control-state-gate/control-state-gate.ts";
import { holdToChecks } from "../features/nine-checks/nine-checks.ts";
import { reviewRuns } from "../features/reviewer-pass/reviewer-pass.ts";
import { composePhases } from "./compose-phases.ts";
import { PHASES } from "./phase-table.ts";

const without = (...places: readonly Place[]) => PHASES.filter(({ phase }) => !places.includes(phase));

async function pathWith(features: readonly Feature[], phases = PHASES): Promise<readonly string[]> {
  const one = talk({ features, phases });
  expect((await one.say("Go.")).status).toBe("ok");
  return pathOf(one.emitted()).filter(
    (name) => !["  control-state-gate", "  nine-checks", "  reviewer-pass"].includes(name),
  );
}

test("without features the phases are the engine's own, in the order of their places", () => {
  expect(composePhases(PHASES, []).map(({ phase }) => phase)).toEqual(PHASES.map(({ phase }) => phase));
  expect(composePhases([...PHASES].reverse(), [])).toEqual(composePhases(PHASES, []));
});

test.each(Object.keys(PLACES) as Place[])("a phase stands before, after and around %s", async (place) => {
  const seen: string[] = [];
  // A place that a flag fills holds its phase.
  const path = await pathWith([
    controlStateGate(),
    holdToChecks(),
    reviewRuns(),
    phaseProbe("x", seen, [
      ["before", place],
      ["wrap", place],
      ["after", place],
    ]),
  ]);
  const at = path.indexOf(place);
  expect(path.slice(at - 2, at + 4)).toEqual(["x-before", "  x", place, "  x", "x-after", "  x"]);
  expect(seen.slice(0, 3)).toEqual([`x before ${place}`, `x around ${place}`, `x after ${place}`]);
});

test("a mechanism that a flag removes is a feature that fills a place; without it no phase is there", async () => {
  const phases = without("re-score-diagnostics");
  const bare = await pathWith([], phases);
  expect(bare).not.toContain("re-score-diagnostics");
  const path = await pathWith([phaseProbe("score", [], [["fill", "re-score-diagnostics"]])], phases);
  expect(path.filter((name) => !name.startsWith(" "))).toEqual(await pathWith([]));
  expect(path[path.indexOf("re-score-diagnostics") + 1]).toBe("  score");
});

test("a replaced phase does not run", async () => {
  const ran: string[] = [];
  const run = (): object => {
    ran.push("engine");
    return {};
  };
  const phases = PHASES.map((row) => (row.phase === "recover" ? { ...row, run } : row));
  await pathWith([phaseProbe("x", ran, [["replace", "recover"]])], phases);
  expect(ran).toEqual(["x replace recover"]);
});

test("wraps nest in catalogue order, and around an empty place nothing runs", async () => {
  const seen: string[] = [];
  const both: readonly (readonly ["wrap", Place])[] = [
    ["wrap", "select-tasks"],
    ["wrap", "recover"],
  ];
  await pathWith([phaseProbe("a", seen, both), phaseProbe("b", seen, both)], without("recover"));
  expect(seen).toEqual(["a around select-tasks", "b around select-tasks"]);
});

test("neighbours of one place stand in catalogue order, beside an empty place too", async () => {
  const beside: readonly (readonly ["before", Place])[] = [["before", "recover"]];
  const path = await pathWith([phaseProbe("a", [], beside), phaseProbe("b", [], beside)], without("recover"));
  expect(path.filter((name) => name.endsWith("-before"))).toEqual(["a-before", "b-before"]);
});

/** Writes a slice that is not its own. */
function writing(writes: readonly "planning"[]): Feature {
  const change: PhaseChange<TurnScope> = {
    how: "after",
    place: "select-tasks",
    name: "overreach",
    layer: null,
    writes,
    run: ({ states: { planning } }) => ({
      value: { states: { planning: { ...planning, selected: [] } } },
      fired: "nothing is selected",
    }),
  };
  return { id: "overreach", phases: [change] };
}

test("a contributed phase writes what it declares and no other slice, and says that it fired (INV-06)", async () => {
  await expect(talk({ features: [writing([])] }).say("Go.")).rejects.toThrow(
    "overreach may not write planning",
  );
  const one = talk({ features: [writing(["planning"])], settings: { loop: { maxIterations: 2 } } });
  expect((await one.say("Go.")).status).toBe("could-not-complete");
  expect(one.requests("propose")).toEqual([]);
  expect(one.events("feature-fired")).toMatchObject([
    { feature: "overreach", at: "overreach", what: "nothing is selected" },
    { feature: "overreach" },
  ]);
});

test.each([
  ["two fill one place", without("recover"), ["fill", "fill"], "b and a both provide"],
  ["two replace one phase", PHASES, ["replace", "replace"], "b and a both provide"],
  ["one fills a place that the engine holds", PHASES, ["fill"], "a and the engine both provide"],
] as const)("it is wrong use when %s", (_name, base, hows, message) => {
  const features = hows.map((how, index) => phaseProbe("ab"[index] ?? "", [], [[how, "recover"]]));
  expect(() => composePhases(base, features)).toThrow(message);
});
