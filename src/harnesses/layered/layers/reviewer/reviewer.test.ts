/** The three lenses, the drain and the reopening. */

import { expect, test } from "vitest";
import { broken, classified, stated, talk } from "../../../../testing/layered-talk.ts";
import { emptyStates } from "../../engine/empty-states.ts";
import type { LayerStates } from "../../engine/layer-states.ts";
import type { Feature } from "../../extensions/extension-points.ts";
import { controlStateGate } from "../../features/control-state-gate/control-state-gate.ts";
import { decompose } from "../../features/decomposition/decomposition.ts";
import { reviewRuns } from "../../features/reviewer-pass/reviewer-pass.ts";
import type { Severity } from "../contradiction/contradictions.ts";
import { NEW_RUN } from "../execution/execution-state.ts";
import type { Task } from "../planning/task-graph.ts";
import type { Lens } from "./findings.ts";
import { findingsOf, lensesFor, namesCriterion } from "./lenses.ts";

const belief = (n: number, confidence: number, derivedFrom: readonly string[] = []) => ({
  id: `belief-${n}`,
  text: `fact ${n}`,
  source: "message" as const,
  key: null,
  confidence,
  reliability: "HIGH" as const,
  formedAt: "",
  derivedFrom: derivedFrom.map((on) => ({ on, verified: true })),
  generation: 1,
});

const done: Task = {
  id: "task-1",
  description: "do",
  state: "COMPLETE",
  after: [],
  risk: "LOW",
  writes: [],
  answers: true,
};

const lookAt = (lenses: readonly Lens[], seen: LayerStates, criteria: readonly string[] = []) =>
  findingsOf(lenses, seen, { criteria, covers: async (...asked) => namesCriterion(...asked) });

interface Given {
  readonly confidences?: readonly number[];
  readonly severity?: Severity;
  readonly draft?: string;
  readonly tasks?: readonly Task[];
}

function states(given: Given): LayerStates {
  const empty = emptyStates();
  const beliefs = (given.confidences ?? []).map((confidence, index) => belief(index + 1, confidence));
  const conflict = given.severity
    ? [
        {
          id: "contradiction-1",
          pair: ["belief-1", "belief-2"] as const,
          texts: ["fact 1", "fact 2"] as const,
          severity: given.severity,
          description: "",
          detector: "semantic" as const,
          resolved: false,
        },
      ]
    : [];
  return {
    ...empty,
    "world-model": { beliefs, generation: 1, changes: [] },
    contradiction: { ...empty.contradiction, all: conflict },
    planning: {
      ...empty.planning,
      tasks: given.tasks ?? [done],
    },
    execution: {
      ...empty.execution,
      runs: { "task-1": { ...NEW_RUN, steps: 1, draft: given.draft ?? "All is well." } },
    },
  };
}

test("the adversarial lens runs above LOW risk or with three tasks only (A-115)", () => {
  expect(lensesFor("LOW", 2)).toEqual(["implementer", "reviewer"]);
  expect(lensesFor("LOW", 3)).toContain("adversarial");
  expect(lensesFor("MEDIUM", 1)).toContain("adversarial");
});

test("a clean run has no findings under any lens (A-114)", async () => {
  expect(
    await lookAt(["implementer", "reviewer", "adversarial"], states({ confidences: [0.9, 0.9] })),
  ).toEqual([]);
});

test("the implementer quotes a condition of the user that no answer covers, and names no task (A-120)", async () => {
  const criteria = ["name the host"];
  expect(await lookAt(["implementer"], states({}), criteria)).toEqual([
    { lens: "implementer", severity: "MEDIUM", text: 'criterion not covered: "name the host"', tasks: [] },
  ]);
  expect(await lookAt(["implementer"], states({ draft: "I Name the Host: heron." }), criteria)).toEqual([]);
});

test("the reviewer is HIGH about unresolved grave conflicts alone and names the answers that repeat them (A-119)", async () => {
  const given: Given = { confidences: [0.9, 0.9], draft: "As said, fact 2." };
  expect(await lookAt(["reviewer"], states({ ...given, severity: "MEDIUM" }))).toEqual([]);
  expect(await lookAt(["reviewer"], states({ ...given, severity: "HIGH" }))).toMatchObject([
    { severity: "HIGH", tasks: ["task-1"] },
  ]);
  expect(
    (await lookAt(["reviewer"], states({ ...given, severity: "HIGH", draft: "No." })))[0]?.tasks,
  ).toEqual([]);
});

test("the reviewer flags when more than half of the beliefs are below 0.25", async () => {
  expect(await lookAt(["reviewer"], states({ confidences: [0.2, 0.2, 0.9, 0.25] }))).toEqual([]);
  expect(await lookAt(["reviewer"], states({ confidences: [0.2, 0.2, 0.9] }))).toMatchObject([
    { severity: "MEDIUM", text: "2 of 3 beliefs are weak" },
  ]);
});

test("the reviewer names a finished task without an answer or before what it rests on", async () => {
  expect((await lookAt(["reviewer"], states({ draft: "" })))[0]?.tasks).toEqual(["task-1"]);
  const early: Task = { ...done, after: ["task-2"] };
  const late: Task = { ...done, id: "task-2", state: "FAILED" };
  expect((await lookAt(["reviewer"], states({ tasks: [early, late] })))[0]?.tasks).toEqual(["task-1"]);
});

test("the adversarial lens doubts disputed beliefs, firmly held ones HIGH", async () => {
  const of = (confidence: number) =>
    lookAt(["adversarial"], states({ confidences: [confidence, 0.5, 0.9], severity: "MEDIUM" }));
  expect((await of(0.8)).map(({ severity, text }) => [severity, text])).toEqual([
    ["HIGH", '"fact 1" may not hold'],
    ["MEDIUM", '"fact 2" may not hold'],
  ]);
  expect((await of(0.79))[0]?.severity).toBe("MEDIUM");
});

/** A chain of beliefs, each of which rests on the one before, with a dispute about the first. */
function chain(length: number): LayerStates {
  const of = states({ confidences: [0.9, 0.9], severity: "MEDIUM" });
  const beliefs = Array.from({ length }, (_, n) => belief(n + 3, 0.9, [`belief-${n === 0 ? 1 : n + 2}`]));
  const model = of["world-model"];
  return { ...of, "world-model": { ...model, beliefs: [...model.beliefs, ...beliefs] } };
}

test("the adversarial walk follows what a belief rests on over three hops, and no further (A-114, REFERENCE 1.7)", async () => {
  const found = (await lookAt(["adversarial"], chain(5))).map(({ text, severity }) => [text, severity]);
  expect(found).toEqual([
    ['"fact 1" may not hold', "HIGH"],
    ['"fact 2" may not hold', "HIGH"],
    ['"fact 3" rests on what may not hold', "MEDIUM"],
    ['"fact 4" rests on what may not hold', "MEDIUM"],
    ['"fact 5" rests on what may not hold', "MEDIUM"],
  ]);
});

test("a dispute casts no doubt on what only shares a consequence with it, nor on what it rests on", async () => {
  const of = states({ confidences: [0.9, 0.9, 0.9], severity: "MEDIUM" });
  const model = of["world-model"];
  // Belief 4 rests on a disputed and on an undisputed belief; the undisputed one stays as it is.
  const beliefs = [...model.beliefs, belief(4, 0.9, ["belief-1", "belief-3"])];
  const found = await lookAt(["adversarial"], { ...of, "world-model": { ...model, beliefs } });
  expect(found.map(({ text }) => text)).not.toContain('"fact 3" may not hold');
  expect(found.map(({ text }) => text)).toContain('"fact 4" rests on what may not hold');
});

test("of many doubtful beliefs the ten nearest to a dispute are reported, wherever they stand on record", async () => {
  const of = states({ confidences: [0.9, 0.9], severity: "MEDIUM" });
  const model = of["world-model"];
  const resting = Array.from({ length: 20 }, (_, n) => belief(n + 3, 0.9, ["belief-1"]));
  const beliefs = [...resting, ...model.beliefs];
  const found = await lookAt(["adversarial"], { ...of, "world-model": { ...model, beliefs } });
  expect(found).toHaveLength(10);
  expect(found.slice(0, 2).map(({ text }) => text)).toEqual([
    '"fact 1" may not hold',
    '"fact 2" may not hold',
  ]);
});

test.each<[string, Partial<Task>, string]>([
  ["failed its checks", { state: "FAILED" }, "name the host"],
  ["is a step of the harness's own", { answers: false }, "name the host"],
])(
  "a draft that %s covers no condition, and no judge is asked about it (A-120)",
  async (_name, task, draft) => {
    const given = states({ tasks: [{ ...done, ...task }], draft });
    let asked = 0;
    const covers = async () => {
      asked += 1;
      return true;
    };
    const found = await findingsOf(["implementer"], given, { criteria: ["name the host"], covers });
    expect([found.length, asked]).toEqual([1, 0]);
  },
);

/** Reports the two stated facts as a HIGH conflict. */
const grave: Feature = {
  id: "grave",
  hooks: {
    beliefsAdded: {
      run: async (_context, { added: [a, b] }) => ({
        value: a && b ? [{ a: a.id, b: b.id, why: "", severity: "HIGH", detector: "semantic" }] : [],
        fired: null,
      }),
    },
  },
};
const twoFacts = classified({ statedFacts: [stated("The port is 80."), stated("The port is 81.")] });

test("a finding that names a finished task reopens it once, and the run is reviewed twice (A-009, A-010, A-119)", async () => {
  const one = talk({
    features: [controlStateGate(), reviewRuns(), grave],
    model: {
      "classify-turn": twoFacts,
      propose: (_request, n) => (n === 0 ? "The port is 80." : "80 or 81?"),
    },
  });
  const result = await one.say("Note both.");
  expect(result.reply).toBe("80 or 81?");
  const reviews = one.events("phase").filter(({ phase }) => phase === "review-run");
  expect(reviews).toHaveLength(2);
  expect(one.events("task-state").map(({ reason }) => reason)).toContain("reopened by the reviewer");
  const again = one.requests("propose")[1]?.messages.slice(-2);
  expect(again?.[0]).toMatchObject({ role: "assistant", content: "The port is 80." });
  expect(again?.[1]?.content).toContain('unresolved: "The port is 80." against "The port is 81."');
  const second = one
    .events("layer-end")
    .filter(({ layer, place }) => layer === "control-state" && place.iteration === 2);
  // the pending verdict raises the second pass to CAUTIOUS.
  expect(second[0]?.summary).toMatchObject({ mode: "CAUTIOUS" });
});

test("a run that would be reopened for ever is reopened once (A-009)", async () => {
  const one = talk({
    features: [reviewRuns(), grave],
    model: { "classify-turn": twoFacts, propose: "The port is 80." },
  });
  expect((await one.say("Note both.")).status).toBe("ok");
  expect(one.requests("propose")).toHaveLength(2);
});

test("a feature may reopen a task after the findings are merged (A-121)", async () => {
  const revision: Feature = {
    id: "revision",
    hooks: {
      reviewed: {
        run: async () => ({
          value: ["task-1", "task-9"].map((task) => ({ task, finding: `${task} is short` })),
          fired: "sent back",
        }),
      },
    },
  };
  const one = talk({
    features: [reviewRuns(), revision],
    model: { propose: (_request, n) => `Answer ${n + 1}.` },
  });
  expect((await one.say("Go.")).reply).toBe("Answer 2.");
  expect(one.requests("propose")[1]?.messages.at(-1)?.content).toContain("found: task-1 is short. Answer");
});

const chained = [
  { task: "Write the label.", after: [] },
  { task: "Say how long it takes.", after: [1] },
  { task: "Name the shelf.", after: [] },
  { task: "Sum it up.", after: [2] },
];
/** The first part repeats one side of the conflict. */
const labelled = (propose: (n: number) => string | ReturnType<typeof broken>) =>
  talk({
    features: [decompose(), reviewRuns(), grave],
    model: {
      "classify-turn": classified({
        statedFacts: [stated("The port is 80."), stated("The port is 81.")],
        decomposedTasks: chained,
      }),
      propose: (_request, n) => propose(n),
    },
  });

test("what rests on a reopened task is answered again after it, directly or not, and nothing else (A-119)", async () => {
  const one = labelled((n) => (n === 0 ? "The port is 80." : `Answer ${n}.`));
  await one.say("All four.");
  const reopened = one.events("task-state").filter(({ reason }) => reason === "reopened by the reviewer");
  expect(reopened.map(({ task }) => task)).toEqual(["task-1", "task-2", "task-4"]);
  const again = one.requests("propose").slice(4);
  expect(again.map(({ place }) => place.task)).toEqual(["task-1", "task-2", "task-4"]);
  // The second answer is given in sight of the new first one.
  expect(again[1]?.messages[0]?.content).toContain("Answer 4.");
});

test("where a reopened task fails, it and what rests on it keep the answers they had", async () => {
  const one = labelled((n) => [`The port is 80.`, "B.", "C.", "D."][n] ?? broken());
  const { reply, status } = await one.say("All four.");
  expect(status).toBe("could-not-complete");
  expect(reply.split("\n\n").slice(0, 4)).toEqual(["The port is 80.", "C.", "B.", "D."]);
  expect(reply).toContain('A review of my answer to "Write the label." found: unresolved');
});

test("the propagation drain lowers what rests on a disputed belief by 0.05 (A-117, REFERENCE 1.5)", async () => {
  const medium: Feature = {
    id: "medium",
    hooks: {
      beliefsAdded: {
        run: async (_context, { added: [a, b] }) => ({
          value: a && b ? [{ a: a.id, b: b.id, why: "", severity: "MEDIUM", detector: "semantic" }] : [],
          fired: null,
        }),
      },
    },
  };
  let after: LayerStates | null = null;
  const watch: Feature = {
    id: "watch",
    phases: [
      {
        how: "wrap",
        place: "reopen-tasks",
        async run(scope, next) {
          after = scope.states;
          return { value: await next(), fired: null };
        },
      },
    ],
  };
  const parts = [
    { task: "Say one.", after: [] },
    { task: "Say two.", after: [1] },
  ];
  const model = {
    "classify-turn": classified({
      statedFacts: [stated("The port is 80."), stated("The port is 81.")],
      decomposedTasks: parts,
    }),
  };
  await talk({ features: [decompose(), reviewRuns(), medium, watch], model }).say("Note both.");
  const seen = after as LayerStates | null;
  const trails = seen?.["world-model"].beliefs.filter(({ source }) => source === "task-trail") ?? [];
  // Both rest on the disputed statements, the second one through the first as well; each is lowered once.
  expect(trails.map(({ confidence }) => Math.round(confidence * 100))).toEqual([85, 85]);
  expect(seen?.contradiction.queue).toEqual([]);
});
