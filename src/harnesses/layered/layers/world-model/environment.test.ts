/** Facts from memory keep their age, and go stale only when the world changes under them. */

import { expect, test } from "vitest";
import { calling, classified, stated, talk } from "../../../../testing/layered-talk.ts";
import { environmentChanges, isTouched, recordChange } from "./environment.ts";

const at = new Date("2026-03-02T10:00:00Z");
const call = (args: Record<string, string>) => ({ id: "call-1", tool: "any", arguments: args });

test.each([
  [{ path: "config/app.yaml" }, "config/app.yaml names heron.", true],
  [{ path: "config/app.yaml" }, "The port is 80.", false],
  [{ command: "sed -i s/a/b/ config/app.yaml" }, "config/app.yaml names heron.", true],
  [{ command: "rm notes.md" }, "notes.md has the limit.", true],
  [{ path: "app.yaml" }, "config/app.yaml names heron.", false],
  [{ path: "a.md" }, "data.md has the limit.", false],
  [{ path: "my notes.md" }, "In my notes.md stands the limit.", true],
  [{ command: "ls" }, "ls lists files.", false],
  [{ to: "ada@example.com" }, "Ada owns it.", false],
])("after %j a fact in the words %j is touched: %s (REFERENCE 1.5)", (args, text, touched) => {
  const durable = new Map();
  recordChange(durable, call(args as Record<string, string>), at);
  const changes = environmentChanges(durable);
  expect(isTouched({ text, formedAt: "2026-03-02T09:00:00Z" }, changes)).toBe(touched);
  expect(isTouched({ text, formedAt: "2026-03-02T11:00:00Z" }, changes)).toBe(false);
});

/** A fact of the first turn, a staged change of what it names, and a second turn. */
async function renamed(approves: boolean) {
  const one = talk({
    settings: { memory: { writeMode: "auto" } },
    world: { files: { "config/app.yaml": "service: heron" } },
    model: {
      "classify-turn": (_request, n) =>
        classified({ statedFacts: n === 0 ? [stated("config/app.yaml names the service heron.")] : [] }),
      propose: (_request, n) =>
        n === 0 ? calling(["write_file", { path: "config/app.yaml", content: "service: egret" }]) : "Done.",
    },
  });
  const { staged } = await one.say("Rename it.");
  one.clock.advance(48 * 60 * 60 * 1000);
  const session = await one.session();
  for (const { id } of staged) await session.decide(id, approves ? "approve" : "reject");
  await one.say("What is it called?");
  return one
    .events("gate-decision")
    .filter(({ gate, place }) => gate === "recovery-action" && place.turn === 2);
}

test("a remembered fact outlives its two days and is set aside once an approved action has changed its file (A-051)", async () => {
  expect(await renamed(false)).toEqual([]);
  expect(await renamed(true)).toMatchObject([
    {
      decision: "belief_refresh",
      reason: expect.stringContaining("1 set aside because the world has changed"),
    },
  ]);
});
