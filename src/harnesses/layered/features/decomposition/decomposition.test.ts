/** Parts of a request as tasks: their order, their risk, what runs side by side, and one task without the flag. */

import { expect, test } from "vitest";
import type { Json } from "../../../../core/json.ts";
import { calling, classified, type TalkOptions, talk } from "../../../../testing/layered-talk.ts";

const ON = { AUDIT_DECOMPOSITION: true };
const OFF = { AUDIT_DECOMPOSITION: false };

const of = (decomposedTasks: Json, flags: NonNullable<TalkOptions["flags"]> = ON): TalkOptions => ({
  flags,
  model: { "classify-turn": classified({ decomposedTasks }), propose: "Yes." },
});

/** The tasks by the iteration in which they acted. */
async function actedIn(decomposedTasks: Json): Promise<readonly string[]> {
  const one = talk(of(decomposedTasks));
  expect((await one.say("All of it.")).status).toBe("ok");
  return one.requests("propose").map(({ place }) => `${place.iteration} ${place.task}`);
}

test("each part is a task of its own, and without the flag the request is one task (A-130, A-140)", async () => {
  const parts = ["Say one.", "Say two."];
  const on = talk(of(parts));
  expect((await on.say("One and two.")).reply).toBe("Yes.\n\nYes.");
  expect(on.events("feature-fired")).toContainEqual(
    expect.objectContaining({ feature: "decomposition", what: "2 parts" }),
  );
  const off = talk(of(parts, OFF));
  expect((await off.say("One and two.")).reply).toBe("Yes.");
  expect(off.requests("propose")).toHaveLength(1);
  expect(off.system("propose")).not.toContain("Answer only part");
});

test("the riskiest part goes first and alone, two others side by side (A-074, A-075, A-076, A-079)", async () => {
  const part = (task: string, risk: string) => ({ task, after: [], risk, writes: [] });
  expect(await actedIn([part("a", "LOW"), part("b", "MEDIUM"), part("c", "HIGH")])).toEqual([
    "1 task-3",
    "2 task-2",
    "2 task-1",
  ]);
});

test("parts that change the same thing run one after the other (A-075)", async () => {
  const part = (task: string, ...writes: string[]) => ({ task, after: [], risk: "LOW", writes });
  expect(await actedIn([part("a", "plan.md"), part("b", "plan.md"), part("c", "list.md")])).toEqual([
    "1 task-1",
    "1 task-3",
    "2 task-2",
  ]);
});

test("a part without a risk of its own has the turn's (A-079)", async () => {
  const one = talk({
    flags: ON,
    model: {
      "classify-turn": classified({
        riskLevel: "HIGH",
        decomposedTasks: ["a", { task: "b", after: [], risk: "LOW" }, "c"],
      }),
      propose: "Yes.",
    },
  });
  await one.say("All.");
  expect(one.requests("propose").map(({ place }) => place.iteration)).toEqual([1, 2, 3]);
});

test("a reminder of a HIGH part is staged although the turn is LOW (A-079, A-127)", async () => {
  const staged = async (risk: string) => {
    const one = talk({
      flags: ON,
      model: {
        "classify-turn": classified({ decomposedTasks: [{ task: "a", after: [], risk, writes: [] }, "b"] }),
        propose: (_request, n) =>
          n === 0 ? calling(["create_reminder", { text: "renew", due: "2026-03-06T09:00:00Z" }]) : "Done.",
      },
    });
    return (await one.say("Both.")).staged.length;
  };
  expect([await staged("HIGH"), await staged("LOW")]).toEqual([1, 0]);
});
