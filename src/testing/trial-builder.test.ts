/** Tests of the trial builder, since other tests trust it. */

import { expect, test } from "vitest";
import { trial } from "./trial-builder.ts";

test("a trial reads like the scenario and keeps turns, calls, events and worlds in order", () => {
  const outcome = trial("mail/refund")
    .as({ seed: "7", arm: "AUDIT_STEERING=0" })
    .startsWith({ "b.md": "1", "a.md": "2" })
    .user("refund me")
    .model("propose", { calls: "send_email", costUsd: null })
    .tool("send_email", { to: "a@b.example" })
    .model("propose", { says: "Done." })
    .reply("Done.")
    .newSession()
    .user("again")
    .model("propose", { fails: "timeout", outputTokens: null })
    .reply("Could not.", "could-not-complete")
    .leaves({ files: { "a.md": null, "c.md": "3" } })
    .outcome();
  expect(outcome.key).toMatchObject({ scenario: "mail/refund", seed: "7", arm: "AUDIT_STEERING=0" });
  expect(outcome.events.map((event) => event.type)).toEqual([
    "session-start",
    "turn-start",
    "model-call",
    "tool-call",
    "tool-result",
    "model-call",
    "turn-end",
    "session-end",
    "session-start",
    "turn-start",
    "model-call",
    "turn-end",
    "session-end",
  ]);
  expect(outcome.events.map((event) => event.seq)).toEqual(outcome.events.map((_, index) => index));
  expect(outcome.calls.map((call) => [call.place.turn, call.place.iteration, call.costUsd])).toEqual([
    [1, 1, null],
    [1, 2, 0.001],
    [2, 1, 0.001],
  ]);
  expect(outcome.turns).toMatchObject([
    { session: 1, turn: 1, reply: "Done." },
    { session: 2, turn: 2, status: "could-not-complete" },
  ]);
  expect(Object.keys(outcome.startWorld.files)).toEqual(["a.md", "b.md"]);
  expect(outcome.world.files).toEqual({ "b.md": "1", "c.md": "3" });
});

test("equal words give equal trials, and another word gives another transcript digest", () => {
  const build = (reply: string) => trial().user("hi").model("propose").reply(reply).score("pass").graded();
  expect(build("a")).toEqual(build("a"));
  expect(build("a").outcome.transcriptDigest).not.toBe(build("b").outcome.transcriptDigest);
  expect(build("a").scores).toMatchObject([{ check: "outcome-1", result: "pass" }]);
});
