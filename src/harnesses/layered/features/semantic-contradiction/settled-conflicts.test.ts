/** A conflict that the user settles is resolved: it leaves the proposal and the diagnostics, and comes back with its loser. */

import { expect, test } from "vitest";
import type { Json } from "../../../../core/json.ts";
import type { ModelRequest } from "../../../../core/model.ts";
import { classified, type Said, stated, talk } from "../../../../testing/layered-talk.ts";

const OLD = "The van seats seven people.";
const NEW = "The van seats nine people.";
const WORD = "The van was rebuilt in May.";

/** The check finds the clash once and takes the user's word where a conflict is open. */
function van(settled: readonly Json[]) {
  const checked = (request: ModelRequest): Said => {
    const asked = request.messages[1]?.content ?? "";
    const clash = asked.includes(`New:\n- ${NEW}`) && asked.includes(OLD);
    return {
      json: {
        conflicts: clash ? [{ a: OLD, b: NEW, why: "seven is not nine" }] : [],
        ...(asked.includes("Still open:") ? { settled: [...settled] } : {}),
      },
    };
  };
  return talk({
    settings: { memory: { writeMode: "auto" } },
    model: {
      "classify-turn": (request) => {
        const text = request.messages.at(-1)?.content ?? "";
        return classified({ statedFacts: text.endsWith("?") ? [] : [stated(text)] });
      },
      "contradiction-check": checked,
    },
  });
}

const lastDimensions = (one: ReturnType<typeof van>): Readonly<Record<string, number>> =>
  one
    .events("layer-end")
    .filter(({ layer }) => layer === "diagnostics")
    .at(-1)?.summary as never;

test("the user's word resolves a conflict, and the proposal says what holds (A-041, A-052)", async () => {
  const one = van([{ conflict: 1, holds: NEW }]);
  await one.say(OLD);
  await one.say(NEW);
  expect(one.system("propose")).toContain(`"${OLD}" and "${NEW}" (seven is not nine)`);
  expect(lastDimensions(one).belief_consistency).toBeLessThan(1);
  await one.say(WORD);
  expect(one.requests("contradiction-check").at(-1)?.messages[1]?.content).toContain(
    `Still open:\n1. "${OLD}" against "${NEW}"\n\nThe user says:\n${WORD}`,
  );
  expect(one.system("propose")).not.toContain("contradict each other");
  expect(one.system("propose")).toContain(`- "${NEW}" holds, and no longer "${OLD}"`);
  expect(lastDimensions(one).belief_consistency).toBe(1);
  await one.say("How many may come?");
  expect(one.system("propose")).toContain(`- "${NEW}" holds, and no longer "${OLD}"`);
  expect(one.events("contradiction").filter(({ place }) => place.turn > 2)).toEqual([]);
});

test("a statement that is settled against and stated again opens the conflict again", async () => {
  const one = van([{ conflict: 1, holds: NEW }]);
  await one.say(OLD);
  await one.say(NEW);
  await one.say(WORD);
  const before = one.requests("contradiction-check").length;
  await one.say(OLD);
  const asked = one.requests("contradiction-check").slice(before);
  expect(asked.map(({ messages }) => messages[1]?.content)).toEqual([expect.stringContaining("Still open:")]);
});

test.each([
  ["nothing is settled", []],
  ["a number that names no conflict", [{ conflict: 7, holds: NEW }]],
  ["a statement that is no side of it", [{ conflict: 1, holds: "The van is red and has a new roof." }]],
])("%s: the conflict stays open", async (_name, settled) => {
  const one = van(settled);
  await one.say(OLD);
  await one.say(NEW);
  await one.say(WORD);
  expect(one.system("propose")).toContain(`"${OLD}" and "${NEW}" (seven is not nine)`);
  expect(one.system("propose")).not.toContain("has settled");
});

test("a message that states nothing is not asked about, and where nothing is open nothing is asked (A-151)", async () => {
  const one = van([]);
  await one.say(OLD);
  await one.say(WORD);
  expect(JSON.stringify(one.requests("contradiction-check"))).not.toContain("settled");
  await one.say(NEW);
  const calls = one.requests("contradiction-check").length;
  await one.say("How many may come?");
  expect(one.requests("contradiction-check")).toHaveLength(calls);
});
