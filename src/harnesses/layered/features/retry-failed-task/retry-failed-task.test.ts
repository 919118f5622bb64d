/** One more try for whatever failed: once a task, also where the graph was built anew. */

import { expect, test } from "vitest";
import { broken, calling, classified, type TalkOptions, talk } from "../../../../testing/layered-talk.ts";
import type { Feature } from "../../extensions/extension-points.ts";
import { rebuildPlan } from "../../layers/planning/build-plan.ts";
import { decompose } from "../decomposition/decomposition.ts";
import { retrySystemErrors } from "../retry-system-errors/retry-system-errors.ts";
import { retryFailedTask } from "./retry-failed-task.ts";

const ON = { AUDIT_RETRY_FAILED_TASK: true };
const reading = () => calling(["read_file", { path: "a.md" }]);

/** Each kind of failure that one more try gets over, with the replies in order. */
const KINDS: readonly (readonly [kind: string, replies: readonly unknown[], proposals: number])[] = [
  ["system-error", [broken(), "Four."], 2],
  ["exhausted", [reading(), reading(), "Four."], 3],
  ["verification", ["", "Four."], 2],
];

const options = (replies: readonly unknown[], flags: TalkOptions["flags"]): TalkOptions => ({
  flags: { AUDIT_RETRY_SYSTEM_ERRORS: false, ...flags },
  settings: { loop: { taskSteps: 2 } },
  world: { files: { "a.md": "four" } },
  model: { propose: (_request, n) => (replies[n] ?? "no more") as string },
});

test.each(KINDS)(
  "on, a task that failed by %s is tried once more (A-112)",
  async (kind, replies, proposals) => {
    const one = talk(options(replies, ON));
    expect(await one.say("Go.")).toMatchObject({ reply: "Four.", status: "ok" });
    expect(one.requests("propose")).toHaveLength(proposals);
    expect(one.events("task-failed").map((event) => event.kind)).toEqual([kind]);
    expect(one.events("recovery").map(({ requeued }) => requeued)).toEqual([true]);
    const fired = one.events("feature-fired").map(({ feature }) => feature);
    expect(fired.filter((feature) => feature !== "nine-checks")).toEqual(["retry-failed-task"]);
  },
);

test.each(KINDS)("off, a task that failed by %s ends the turn (A-112)", async (_kind, replies) => {
  const one = talk(options(replies, {}));
  expect((await one.say("Go.")).status).toBe("could-not-complete");
  expect(one.events("recovery").map(({ requeued }) => requeued)).toEqual([false]);
});

test("a runaway loop has two budgets and then ends in the honest reply (A-112)", async () => {
  const one = talk({ ...options([], ON), model: { propose: reading } });
  const result = await one.say("Read it.");
  expect(result.status).toBe("could-not-complete");
  expect(result.reply).toContain("no answer within 2 steps");
  expect(one.requests("propose")).toHaveLength(4);
  expect(one.events("recovery").map(({ requeued }) => requeued)).toEqual([true, false]);
});

test("the second try goes on with what the first had read, under the ladder's hint (A-104, A-112)", async () => {
  const one = talk(options([reading(), reading(), "Four."], ON));
  await one.say("Read it.");
  const third = one.requests("propose")[2];
  expect(third?.messages.filter(({ role }) => role === "tool")).toHaveLength(2);
  expect(third?.messages[0]?.content).toContain("make the smallest targeted correction");
});

test("beside the retry of system errors a task still has one try, and each flag says that it gave it", async () => {
  const one = talk({ flags: ON, model: { propose: broken() } });
  await one.say("Go.");
  expect(one.requests("propose")).toHaveLength(2);
  expect(one.events("feature-fired").map(({ feature }) => feature)).toEqual([
    "retry-system-errors",
    "retry-failed-task",
  ]);
});

test("each task has a try of its own, parts in the same words too, in every turn anew (A-112)", async () => {
  for (const parts of [
    ["One.", "Two."],
    ["Same.", "Same."],
  ]) {
    const one = talk({
      flags: ON,
      model: {
        "classify-turn": classified({ decomposedTasks: parts }),
        propose: (_request, n) => (n % 2 === 0 ? "" : "Yes."),
      },
    });
    expect((await one.say("Both.")).reply).toBe("Yes.\n\nYes.");
    expect((await one.say("Both.")).reply).toBe("Yes.\n\nYes.");
  }
});

const rebuilding = (retry: Feature, stalls: { asked: number }) =>
  talk({
    features: [
      decompose(),
      retry,
      {
        id: "reframing",
        hooks: {
          stalled: {
            run: async () => ({
              value: stalls.asked++ === 0 ? { kind: "REFRAME_PLAN" } : { kind: "CONTINUE" },
              fired: null,
            }),
          },
        },
      },
    ],
    model: {
      "classify-turn": classified({
        decomposedTasks: ["One.", "Two."].map((task) => ({ task, after: [] })),
      }),
      propose: broken(),
    },
  });

test.each([retryFailedTask(), retrySystemErrors()])(
  "$id: a task that a rebuild made anew has had its try (layers-1-130, A-110, A-112)",
  async (retry) => {
    const one = rebuilding(retry, { asked: 0 });
    await one.say("Both.");
    const rebuilt = one.events("warning").filter(({ message }) => message.startsWith("task graph rebuilt"));
    expect(rebuilt.length).toBeGreaterThan(0);
    const tried = one.events("recovery").map(({ place, requeued }) => [place.task, requeued]);
    expect(tried.slice(0, 6)).toEqual([
      ["task-1", true],
      ["task-2", true],
      ["task-1", false],
      ["task-2", false],
      ["task-3", false],
      ["task-4", false],
    ]);
    expect(tried.filter(([, requeued]) => requeued)).toHaveLength(2);
  },
);

test("a rebuilt graph names its tasks as before, which the one try rests on", () => {
  const task = {
    id: "task-1",
    description: "One.",
    state: "FAILED",
    after: [],
    risk: "LOW",
    writes: [],
    answers: true,
  } as const;
  const plan = {
    tasks: [task],
    criteria: ["One."],
    selected: [],
    conflictProbability: {},
    dropped: [],
  };
  expect(rebuildPlan(plan, "One.", []).tasks.map(({ id, description }) => [id, description])).toEqual([
    ["task-2", "One."],
  ]);
});
