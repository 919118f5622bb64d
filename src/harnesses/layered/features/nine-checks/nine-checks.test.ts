/** Verification as a feature: a draft that fails a check is not done, and without the flag nothing is verified. */

import { expect, test } from "vitest";
import { classified, type TalkOptions, talk } from "../../../../testing/layered-talk.ts";

const ON = { AUDIT_VERIFICATION: true };
const OFF = { AUDIT_VERIFICATION: false };

/** Two parts, the second of which rests on the first; the first answer is blank. */
const chain = (flags: NonNullable<TalkOptions["flags"]>): TalkOptions => ({
  flags,
  model: {
    "classify-turn": classified({
      decomposedTasks: [
        { task: "find the number", after: [] },
        { task: "print it", after: [1] },
      ],
    }),
    propose: ({ messages }) => (/now: print it/.test(messages[0]?.content ?? "") ? "Printed." : ""),
  },
});

test("a draft that fails a check fails its task, and what rests on it is not done (A-088, A-089, A-102)", async () => {
  const one = talk(chain(ON));
  const { reply, status } = await one.say("Find and print.");
  expect(status).toBe("could-not-complete");
  expect(reply).toContain("the model gave an empty answer");
  expect(reply).not.toContain("Printed.");
  expect(one.events("task-failed")).toMatchObject([{ task: "task-1", kind: "verification" }]);
  expect(one.events("feature-fired")).toContainEqual(
    expect.objectContaining({
      feature: "nine-checks",
      what: expect.stringContaining("task-1: requirements"),
    }),
  );
});

test("off, a blank draft counts as done, the next part goes on, and no event carries the id (A-102)", async () => {
  const one = talk(chain(OFF));
  const { reply, status } = await one.say("Find and print.");
  expect([status, reply]).toEqual(["ok", "Printed."]);
  const done = one.events("task-state").filter(({ state }) => state === "COMPLETE");
  expect(new Set(done.map(({ reason }) => reason))).toEqual(new Set(["not verified"]));
  expect(one.events("phase").filter(({ layer }) => layer === "verification")).toEqual([]);
  expect(one.log.events.filter((event) => JSON.stringify(event).includes('"nine-checks"'))).toEqual([]);
});

test("a draft that passes is reached and fires nothing, however short it is (A-097, A-099)", async () => {
  const one = talk({ flags: ON, model: { propose: "4" } });
  expect(await one.say("2 + 2?")).toMatchObject({ reply: "4", status: "ok" });
  expect(one.events("feature-reached").filter(({ feature }) => feature === "nine-checks")).toHaveLength(1);
  expect(one.events("feature-fired").filter(({ feature }) => feature === "nine-checks")).toEqual([]);
});
