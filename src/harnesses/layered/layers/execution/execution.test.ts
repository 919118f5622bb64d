/** Gates and steps of execution, and how a bad model answer degrades. */

import { expect, test } from "vitest";
import { broken, calling, classified, talk } from "../../../../testing/layered-talk.ts";
import { modelAnswer } from "../../../../testing/scripted-model.ts";
import { emptyStates } from "../../engine/empty-states.ts";
import type { Task } from "../planning/task-graph.ts";
import { actionGate } from "./action-gate.ts";
import { classOfError } from "./failure-class.ts";
import { REVIEW_DIMENSIONS, type ReviewInput, reviewAction } from "./review-gate.ts";
import { valueOfInformation, wantsCrossCheck } from "./value-of-information.ts";

const task: Task = {
  id: "task-1",
  description: "delete the index",
  state: "PENDING",
  after: [],
  risk: "LOW",
  writes: [],
  answers: true,
};
const input: ReviewInput = {
  task,
  beliefs: [],
  hypotheses: [],
  contract: [],
  lint: null,
  negates: null,
};

test("value of information grows with rival hypotheses and what is unverified (A-083, REFERENCE 1.6)", () => {
  expect(valueOfInformation(0, 0)).toBe(0);
  expect(valueOfInformation(4, 0)).toBe(0.75);
  expect(valueOfInformation(4, 0.5)).toBe(0.375);
  expect([wantsCrossCheck(0.5, 0.6), wantsCrossCheck(0.51, 0.6), wantsCrossCheck(0, 0.29)]).toEqual([
    false,
    true,
    true,
  ]);
});

test("with the lexical checks off only an empty description fails the review (A-087)", () => {
  const belief = { id: "belief-1", text: "the index is needed", confidence: 0.9 } as never;
  expect(reviewAction({ ...input, beliefs: [belief] })).toEqual([]);
  expect(reviewAction({ ...input, task: { ...task, description: " " } })).toEqual(["task_alignment"]);
});

test("every dimension can fail, and all are checked in one pass (A-084)", () => {
  const failing: ReviewInput = {
    task: { ...task, description: "" },
    beliefs: [{ confidence: 0.8, text: "x" } as never],
    hypotheses: [{ state: "active", predictedObservations: ["y"] } as never],
    contract: ["field"],
    lint: ["unused"],
    negates: () => true,
  };
  expect(reviewAction(failing)).toEqual(REVIEW_DIMENSIONS);
  expect(reviewAction({ ...failing, beliefs: [{ confidence: 0.79, text: "x" } as never] })).not.toContain(
    "world_model_consistency",
  );
});

test("the action gate passes, blocks or escalates by control state alone (A-086)", () => {
  const control = emptyStates()["control-state"];
  expect(actionGate({ ...control, permission: "ALLOW" })).toBe("PASS");
  expect(actionGate({ ...control, permission: "DENY" })).toBe("BLOCK");
  expect(actionGate({ ...control, permission: "DENY", escalation: "HUMAN_REQUIRED" })).toBe("ESCALATE");
  expect(actionGate({ ...control, permission: "DENY", escalation: "SYSTEM_BREAKING" })).toBe("BLOCK");
});

test.each([
  ["No such file or directory", "file-not-found"],
  ["the request timed out", "timed-out"],
  ["connect ECONNREFUSED", "connection-refused"],
  ["HTTP 503: service unavailable", "server-error"],
  ["403 forbidden", "access-denied"],
  ["who knows", "other"],
])("sorts %j", (text, name) => {
  expect(classOfError(text, "other")).toBe(name);
});

test("two review failures in a row on one task halt with an escalation (A-085)", async () => {
  const one = talk();
  const result = await one.say("   ");
  expect(result.status).toBe("escalated");
  const reviews = one.events("gate-decision").filter(({ gate }) => gate === "review");
  expect(reviews.map(({ decision, place }) => [decision, place.iteration])).toEqual([
    ["FAIL", 1],
    ["FAIL", 2],
  ]);
  expect(one.requests("propose")).toEqual([]);
});

test("tool calls get the trial's own ids, and their results go back to the model (A-141)", async () => {
  const one = talk({
    world: { files: { "a.md": "four", "b.md": "five" } },
    model: {
      propose: (_request, n) =>
        [calling(["read_file", { path: "a.md" }], ["read_file", { path: "b.md" }]), "4 and 5."][n % 2] ?? "",
    },
  });
  await one.say("Read both.");
  await one.say("Again.");
  const ids = one.events("tool-call").map(({ call }) => call.id);
  expect(ids).toEqual(["call-1", "call-2", "call-3", "call-4"]);
  const last = one.requests("propose")[1]?.messages.slice(-3);
  expect(last).toMatchObject([
    { role: "assistant", toolCalls: [{ id: "call-1" }, { id: "call-2" }] },
    { role: "tool", callId: "call-1", content: expect.stringContaining("four") },
    { role: "tool", callId: "call-2", content: expect.stringContaining("five") },
  ]);
});

test("a task that spends its step budget is exhausted and says so (A-109)", async () => {
  const one = talk({
    settings: { loop: { taskSteps: 3 } },
    world: { files: { "a.md": "four" } },
    model: { propose: () => calling(["read_file", { path: "a.md" }]) },
  });
  const result = await one.say("Read it.");
  expect(one.requests("propose")).toHaveLength(3);
  expect(one.events("task-failed").map(({ kind }) => kind)).toEqual(["exhausted"]);
  expect(result.status).toBe("could-not-complete");
  expect(result.reply).toContain("no answer within 3 steps");
});

test("a tool that breaks is a system error (A-109)", async () => {
  const one = talk({ model: { propose: calling(["read_file", { path: "a.md" }]) } });
  one.world.call = () => Promise.reject(new Error("disc on fire"));
  const result = await one.say("Read it.");
  expect(one.events("task-failed").map(({ kind }) => kind)).toEqual(["system-error", "system-error"]);
  expect(result.reply).toContain("disc on fire");
});

test("an empty answer is a failed step, not an empty reply (A-094)", async () => {
  const one = talk({ model: { propose: "  " } });
  const result = await one.say("Tell me.");
  expect(one.events("task-failed").map(({ kind }) => kind)).toEqual(["verification"]);
  expect(one.requests("propose")).toHaveLength(1);
  expect(result).toMatchObject({ status: "could-not-complete" });
  expect(result.reply).toContain("empty answer");
});

test("an answer cut at the limit says that it is cut", async () => {
  const one = talk({ model: { propose: modelAnswer("The first half", { finish: "length" }) } });
  const result = await one.say("Tell me.");
  expect(result.reply).toBe("The first half\n[This answer was cut at its length limit.]");
  expect(one.events("warning").map(({ about }) => about)).toContain("reply");
});

test("two independent parts ask at once and a chain does not (A-075, A-076)", async () => {
  const parts = (after: readonly number[]) => [
    { task: "First.", after: [] },
    { task: "Second.", after },
  ];
  const iterations = async (after: readonly number[]) => {
    const one = talk({
      model: { "classify-turn": classified({ decomposedTasks: parts(after) }), propose: "Yes." },
    });
    const result = await one.say("Both.");
    expect(result.reply).toBe("Yes.\n\nYes.");
    return one.requests("propose").map(({ place }) => [place.task, place.iteration]);
  };
  expect(await iterations([])).toEqual([
    ["task-1", 1],
    ["task-2", 1],
  ]);
  expect(await iterations([1])).toEqual([
    ["task-1", 1],
    ["task-2", 2],
  ]);
});

test("replies that come in another order change neither ids nor requests", async () => {
  const run = async (slow: string) => {
    const one = talk({
      world: { files: { "a.md": "four", "b.md": "five" } },
      model: {
        "classify-turn": classified({
          decomposedTasks: [
            { task: "Read a.md.", after: [] },
            { task: "Read b.md.", after: [] },
          ],
        }),
        propose: ({ messages, place }) =>
          messages.at(-1)?.role === "tool"
            ? "Read."
            : calling(["read_file", { path: place.task === "task-1" ? "a.md" : "b.md" }]),
      },
    });
    one.delay = async ({ place }) => {
      if (place.task === slow) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    await one.say("Both.");
    return one
      .requests("propose")
      .map(({ place, messages }) => JSON.stringify([place, messages]))
      .sort();
  };
  expect(await run("task-1")).toEqual(await run("task-2"));
});

test("a failed part is named beside the parts that worked (A-110)", async () => {
  const one = talk({
    flags: { AUDIT_RETRY_SYSTEM_ERRORS: false },
    model: {
      "classify-turn": classified({
        decomposedTasks: [
          { task: "Say four.", after: [] },
          { task: "Say five.", after: [] },
          { task: "Add them.", after: [1, 2] },
        ],
      }),
      propose: ({ place }) => (place.task === "task-2" ? broken() : "Four."),
    },
  });
  const result = await one.say("Add four and five.");
  expect(result.status).toBe("could-not-complete");
  expect(result.reply.split("\n\n")).toEqual([
    "Four.",
    expect.stringMatching(
      /^I could not complete "Say five\.": the model call failed \(server-error, HTTP 503\)/,
    ),
    'I could not complete "Add them.": what it depends on was not completed.',
  ]);
});
