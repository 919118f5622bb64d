/** One more try for what broke: once a task, never for what ran out or failed its checks. */

import { expect, test } from "vitest";
import { broken, calling, classified, talk } from "../../../../testing/layered-talk.ts";

const ID = "retry-system-errors";

test("a 503 once: system error, ladder switch, one re-queue, second proposal (A-109, A-110, A-111)", async () => {
  const one = talk({ model: { propose: (_request, n) => (n === 0 ? broken() : "heron-7.") } });
  const result = await one.say("Which host?");
  expect(result).toMatchObject({ reply: "heron-7.", status: "ok" });
  const trace = one.emitted().flatMap((event) => {
    if (event.type === "task-failed") return [`failed ${event.kind}`];
    if (event.type === "feature-fired") return [`fired ${event.feature}`];
    if (event.type === "recovery") return [`recovery ${event.strategy} ${event.requeued}`];
    return event.type === "task-state" ? [event.state] : [];
  });
  expect(trace).toEqual([
    "RUNNING",
    "failed system-error",
    "FAILED",
    `fired ${ID}`,
    "recovery DIRECT_EDIT true",
    "PENDING",
    "RUNNING",
    "COMPLETE",
  ]);
  expect(one.requests("propose").map(({ place }) => place.iteration)).toEqual([1, 2]);
});

test("off, the same 503 ends in the honest reply (A-111)", async () => {
  const one = talk({
    flags: { AUDIT_RETRY_SYSTEM_ERRORS: false },
    model: { propose: (_request, n) => (n === 0 ? broken() : "heron-7.") },
  });
  expect((await one.say("Which host?")).status).toBe("could-not-complete");
  expect(one.requests("propose")).toHaveLength(1);
});

test("a persistent 503 gives exactly two tries and the honest reply (A-110)", async () => {
  const one = talk({ model: { propose: broken() } });
  const result = await one.say("Which host?");
  expect(one.requests("propose")).toHaveLength(2);
  expect(result.status).toBe("could-not-complete");
  expect(result.reply).toContain("503");
  expect(one.events("recovery").map(({ requeued }) => requeued)).toEqual([true, false]);
});

test("an exhausted task is reached and never tried again (A-110)", async () => {
  const one = talk({
    settings: { loop: { taskSteps: 2 } },
    world: { files: { "a.md": "four" } },
    model: { propose: () => calling(["read_file", { path: "a.md" }]) },
  });
  await one.say("Read it.");
  expect(one.requests("propose")).toHaveLength(2);
  expect(one.events("feature-reached").map(({ feature }) => feature)).toContain(ID);
  expect(one.events("feature-fired")).toEqual([]);
});

test("a failed verification is never tried again (A-110)", async () => {
  const one = talk({ model: { propose: "" } });
  await one.say("Go.");
  expect(one.requests("propose")).toHaveLength(1);
});

test("each task has a try of its own, in every turn anew (A-110)", async () => {
  const one = talk({
    model: {
      "classify-turn": classified({ decomposedTasks: ["One.", "Two."] }),
      propose: (_request, n) => (n % 2 === 0 ? broken() : "Yes."),
    },
  });
  expect((await one.say("Both.")).reply).toBe("Yes.\n\nYes.");
  expect((await one.say("Both.")).reply).toBe("Yes.\n\nYes.");
});

test("what was read before the failure is not read again", async () => {
  const one = talk({
    world: { files: { "a.md": "four" } },
    model: {
      propose: (_request, n) => [calling(["read_file", { path: "a.md" }]), broken(), "4."][n] ?? "",
    },
  });
  expect((await one.say("Read it.")).reply).toBe("4.");
  expect(one.events("tool-call")).toHaveLength(1);
  expect(one.requests("propose")[2]?.messages.at(-1)).toMatchObject({ role: "tool", callId: "call-1" });
});
