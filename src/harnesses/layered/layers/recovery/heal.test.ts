/** Recovery actions at the gate: what is put right lets the run go on, what cannot be is refused with its cause. */

import { expect, test } from "vitest";
import type { Json } from "../../../../core/json.ts";
import { calling, classified, stated, type Talk, talk } from "../../../../testing/layered-talk.ts";

const PARTS = ["One.", "Two."].map((task) => ({ task, after: [] }));
const CHAIN = [
  { task: "One.", after: [] },
  { task: "Two.", after: [1] },
  { task: "Three.", after: [2] },
];

const SIX = [1, 2, 3, 4, 5, 6].map((n) => stated(`Server ${n} is up.`));

/** The gate's blocks and recovery actions, in order. */
function atTheGate(one: Talk): readonly string[] {
  return one
    .events("gate-decision")
    .filter(({ gate, decision }) => gate === "recovery-action" || decision === "BLOCK")
    .map(({ gate, decision, reason }) => `${gate === "action" ? `${decision} ${reason}` : decision}`);
}

test("a slow turn refreshes its beliefs, resolves control state anew and goes on (A-001, A-019, A-020, A-048, A-051)", async () => {
  const one = talk({
    model: {
      "classify-turn": classified({ statedFacts: SIX, decomposedTasks: CHAIN }),
      propose: "Yes.",
    },
  });
  one.delay = async ({ purpose }) => {
    if (purpose === "propose") one.clock.advance(45 * 60_000);
  };
  expect(await one.say("All three.")).toMatchObject({ status: "ok", reply: "Yes.\n\nYes.\n\nYes." });
  const refreshed = ["BLOCK belief_freshness:belief_refresh", "belief_refresh"];
  expect(atTheGate(one)).toEqual([...refreshed, ...refreshed]);
  const control = one.events("layer-end").filter(({ layer }) => layer === "world-model");
  const generations = control.map(({ summary }) => (summary as { generation: number }).generation);
  expect([...generations].sort((a, b) => a - b)).toEqual(generations);
});

test("a turn that would rest on guesses alone sets them aside (A-053)", async () => {
  const guess = stated("The team may be in Oslo.", { assertedByUser: false, confidence: "low" });
  const one = talk({ model: { "classify-turn": classified({ statedFacts: [guess] }), propose: "Done." } });
  expect(await one.say("Go.")).toMatchObject({ status: "ok", reply: "Done." });
  expect(atTheGate(one)).toEqual(["BLOCK belief_support:support_augment", "support_augment"]);
});

test("steps that nobody verified are held to the checks, and a draft that fails none is verified (A-056)", async () => {
  const inferred = stated("The port is 80.", { assertedByUser: false, confidence: "medium" });
  const one = talk({
    model: {
      "classify-turn": classified({ statedFacts: [inferred], decomposedTasks: CHAIN }),
      propose: "Yes.",
    },
  });
  expect((await one.say("All three.")).status).toBe("ok");
  expect(atTheGate(one)).toEqual(["BLOCK verification_strength:verification_pass", "verification_pass"]);
});

test("a step that a tool observed, or that rests on the user's word, counts as verified (A-056)", async () => {
  const reading = (statedFacts: Json[], reads: boolean) =>
    talk({
      world: { files: { "a.md": "four" } },
      model: {
        "classify-turn": classified({ statedFacts, decomposedTasks: PARTS }),
        propose: ({ messages }) =>
          reads && messages.at(-1)?.role !== "tool" ? calling(["read_file", { path: "a.md" }]) : "Yes.",
      },
    });
  const guess = stated("The port is 80.", { assertedByUser: false, confidence: "medium" });
  for (const one of [reading([guess], true), reading([stated("The port is 80.")], false)]) {
    expect((await one.say("Both.")).status).toBe("ok");
    expect(atTheGate(one)).toEqual([]);
  }
});

/** Reads a file as often in a turn, eight at a time. */
async function readsOf(times: number): Promise<Talk> {
  const one = talk({
    settings: { loop: { taskSteps: 40, maxIterations: 40 } },
    world: { files: { "a.md": "four" } },
    model: {
      propose: (_request, n) => {
        const left = times - n * 8;
        const calls = Array.from(
          { length: Math.min(8, left) },
          () => ["read_file", { path: "a.md" }] as const,
        );
        return left > 0
          ? calling(...calls.map(([tool, args]) => [tool, args] as [string, typeof args]))
          : "Done.";
      },
    },
  });
  await one.say("Read it.");
  return one;
}

test.each([
  [16, 0],
  [24, 1],
  [40, 1],
])(
  "%i reads in one turn are done after %i further passes for explanations (A-048, A-054)",
  async (times, passes) => {
    const one = await readsOf(times);
    expect(one.events("turn-end")[0]?.status).toBe("ok");
    expect(atTheGate(one).filter((what) => what === "coverage_expand")).toHaveLength(passes);
  },
);

test("48 reads in one turn are more than any number of explanations covers, and the refusal says so (A-031, A-054)", async () => {
  const one = await readsOf(48);
  const [end] = one.events("turn-end");
  expect(end?.status).toBe("could-not-complete");
  expect(end?.reply).toContain("I have made 48 observations in this turn");
});
