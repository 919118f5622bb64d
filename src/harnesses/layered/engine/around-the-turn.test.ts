/** Hooks around the turn, on every path to a reply. */

import { expect, test } from "vitest";
import { broken, calling, classified, stated, type Talk, talk } from "../../../testing/layered-talk.ts";
import type { Feature, ReplyRemark } from "../extensions/extension-points.ts";
import { decompose } from "../features/decomposition/decomposition.ts";

/** Hangs on every hook around the turn and notes each with what it was given. */
function watching(seen: string[], remark: ReplyRemark | null = null): Feature {
  return {
    id: "watch",
    hooks: {
      turnStarted: {
        async run(scope, { text, source }) {
          seen.push(`start ${source} ${text} ${scope.transcript.length}`);
          return { value: null, fired: null };
        },
      },
      turnClassified: {
        async run({ classification }) {
          seen.push(`classified ${classification.riskLevel}`);
          return { value: null, fired: null };
        },
      },
      proposing: {
        async run(_scope, { task }) {
          seen.push(`block ${task}`);
          return { value: "A block of a feature.", fired: "block" };
        },
      },
      replied: {
        async run(_scope, { reply, trivial }) {
          seen.push(`replied ${reply} ${trivial}`);
          return { value: remark, fired: remark === null ? null : "remarked" };
        },
      },
      turnEnded: {
        async run(scope, { reply, status }) {
          seen.push(`end ${status} ${reply} ${scope.transcript.length}`);
          return { value: null, fired: null };
        },
      },
      sessionEdge: {
        async run(_scope, { edge, messages }) {
          seen.push(`edge ${edge} ${messages.length}`);
          return { value: null, fired: null };
        },
      },
    },
  };
}

const TRIVIAL = { "classify-turn": classified({ isTrivial: true }) };

test("a turn in the layers: start, classified, proposal, reply, end", async () => {
  const seen: string[] = [];
  await talk({ features: [watching(seen)] }).say("Go.");
  expect(seen).toEqual([
    "start user Go. 0",
    "classified LOW",
    "block task-1",
    "replied Done. false",
    "end ok Done. 2",
  ]);
});

test("a trivial turn walks the same hooks and renders the blocks", async () => {
  const seen: string[] = [];
  const one = talk({ features: [watching(seen)], model: TRIVIAL });
  await one.say("Hi.");
  expect(seen.map((line) => line.split(" ")[0])).toEqual(["start", "classified", "block", "replied", "end"]);
  expect(one.system("propose")).toContain("A block of a feature.");
});

test("the edge of the session is seen before /new clears it and before the older part is folded", async () => {
  const seen: string[] = [];
  const one = talk({
    features: [watching(seen)],
    settings: { compaction: { maxMessages: 2, keepLast: 1 } },
  });
  for (const text of ["One.", "Two.", "Three."]) await one.say(text);
  await (await one.session()).command("/new");
  await one.say("Four.");
  expect(seen.filter((line) => line.startsWith("edge"))).toEqual(["edge compaction 3", "edge new 4"]);
});

test("a feature may answer a classified turn itself: no layer runs and no model is asked for a reply", async () => {
  const answering: Feature = {
    id: "plan",
    hooks: {
      turnClassified: {
        applies: ({ classification }) => classification.isPlanQuestion,
        run: async () => ({ value: { reply: "Step 2 failed.", status: "ok" }, fired: "answered" }),
      },
    },
  };
  const one = talk({
    features: [answering],
    model: { "classify-turn": classified({ isPlanQuestion: true, isTrivial: true }) },
  });
  expect((await one.say("How is it going?")).reply).toBe("Step 2 failed.");
  expect([one.requests("propose"), one.events("phase")]).toEqual([[], []]);
  await one.say("And now?");
  expect(one.requests("classify-turn")[1]?.messages.at(-2)?.content).toContain("assistant: Step 2 failed.");
});

test("a label stands beside the reply and not in it (A-101)", async () => {
  const one = talk({ features: [watching([], { kind: "label", label: "unverified" })] });
  expect((await one.say("Go.")).reply).toBe("Done.");
  expect(one.events("reply-label").filter(({ feature }) => feature !== "output")).toMatchObject([
    { feature: "watch", label: "unverified" },
  ]);
});

/** A turn whose request holds everything that a request can hold. */
function full(remark: ReplyRemark | null, constraint: string | null): Talk {
  const [a, b] = ["The limit is 50.", "The limit is 60."];
  const conflict = { a, b, why: "two limits" };
  return talk({
    features: [watching([], remark), finding(conflict)],
    world: { files: { "a.md": "four" } },
    model: {
      "classify-turn": classified({
        statedFacts: [stated(a), stated(b)],
        statedConstraints: constraint === null ? [] : [constraint],
      }),
      propose: (_request, n) => [calling(["read_file", { path: "a.md" }]), "The price is 4.", "4."][n] ?? "?",
    },
  });
}

function finding({ a, b, why }: { a: string; b: string; why: string }): Feature {
  return {
    id: "finding",
    hooks: {
      beliefsAdded: {
        run: async (_scope, { added, record }) => {
          const idOf = (text: string) => [...added, ...record].find((one) => one.text === text)?.id ?? "";
          const conflict = { a: idOf(a), b: idOf(b), why, severity: "MEDIUM", detector: "semantic" } as const;
          return { value: [conflict], fired: null };
        },
      },
    },
  };
}

test.each([
  ["a broken condition", null, "Do not mention the price."],
  ["a feature's complaint", { kind: "ask-again", complaint: "Shorter." } as const, null],
])(
  "after %s the reply is asked for once more with the whole request kept (A-009)",
  async (_name, remark, constraint) => {
    const one = full(remark, constraint);
    expect((await one.say("How much is in a.md?")).reply).toBe("4.");
    const [, last, again] = one.requests("propose");
    expect(again).toMatchObject({ ...last, messages: expect.anything(), place: expect.anything() });
    expect(again?.messages.slice(0, -2)).toEqual(last?.messages);
    expect(again?.messages.slice(-2)).toMatchObject([
      { role: "assistant", content: "The price is 4." },
      { role: "user" },
    ]);
    for (const part of ["two limits", "A block of a feature.", "Known facts"])
      expect(again?.messages[0]?.content).toContain(part);
    expect(again?.messages).toContainEqual(
      expect.objectContaining({ role: "tool", content: expect.stringContaining("four") }),
    );
  },
);

test("a reply is sent back once a turn, whoever asks first", async () => {
  const one = full({ kind: "ask-again", complaint: "Shorter." }, "Do not mention the price.");
  await one.say("How much is in a.md?");
  expect(one.requests("propose")).toHaveLength(3);
});

test("a reply of several parts is sent back with the tools' output of all of them", async () => {
  const one = talk({
    features: [decompose(), watching([], { kind: "ask-again", complaint: "Shorter." })],
    world: { files: { "a.md": "alpha", "b.md": "beta" } },
    model: {
      "classify-turn": classified({ decomposedTasks: ["Read a.md.", "Read b.md."] }),
      propose: (_request, n) =>
        [calling(["read_file", { path: "a.md" }]), "A.", calling(["read_file", { path: "b.md" }]), "B."][n] ??
        "Both.",
    },
  });
  expect((await one.say("Read both.")).reply).toBe("Both.");
  const again = JSON.stringify(one.requests("propose").at(-1)?.messages);
  for (const text of ["alpha", "beta", "A.\\n\\nB.", "Shorter."]) expect(again).toContain(text);
});

test("a refused turn reaches no hook, and a failed one ends as it is", async () => {
  const seen: string[] = [];
  const refused = talk({ features: [watching(seen)], settings: { spend: { sessionCallLimit: 1 } } });
  await refused.say("One.");
  const { length } = seen;
  expect((await refused.say("Two.")).status).toBe("refused");
  expect(seen).toHaveLength(length);
  const failed: string[] = [];
  await talk({ features: [watching(failed)], model: { propose: broken() } }).say("Go.");
  expect(failed.map((line) => line.split(" ")[0])).toEqual(["start", "classified", "block", "end"]);
});

test.each([
  ["in the layers", {}],
  ["on the trivial path", TRIVIAL],
  ["in a failed turn", { propose: broken() }],
])(
  "every message sent during a turn %s ends in exactly one place, whether or not an iteration polled it (A-211)",
  async (_name, model) => {
    const one = talk({ model });
    const sent = { 1: ["b"], 4: ["c"], 40: ["d"] };
    const { followUps } = await one.say("a", sent);
    expect(followUps).toEqual(["b", "c", "d"]);
    expect(one.events("steered").map(({ text }) => text)).toEqual(["b", "c", "d"]);
  },
);

const gate = (verdict: "redact" | "refuse"): Feature => ({
  id: "gate",
  wraps: {
    memoryWrite: {
      applies: (_scope, { text }) => text.includes("secret"),
      async run(scope, fact, next) {
        await scope.ask(
          { purpose: "check-fact", messages: [{ role: "user", content: fact.text }] },
          { feature: "gate" },
        );
        if (verdict === "refuse") return { value: null, fired: "refused a secret" };
        return { value: await next({ ...fact, text: "[redacted]" }), fired: "redacted a secret" };
      },
    },
  },
});

test.each([
  ["redact", ["[redacted]", "The port is 80."]],
  ["refuse", ["The port is 80."]],
] as const)("a memory wrap may ask a model and %s what is written", async (verdict, kept) => {
  const facts = ["The secret is 7741.", "The port is 80."].map((text) => stated(text));
  const one = talk({
    features: [gate(verdict)],
    model: { "classify-turn": classified({ statedFacts: facts }) },
  });
  await one.say("Keep this.");
  expect(one.events("memory-write").map(({ fact }) => (fact as { text: string }).text)).toEqual(kept);
  expect(one.requests("check-fact")).toHaveLength(1);
  expect(one.events("feature-fired")).toMatchObject([{ feature: "gate", at: "memoryWrite" }]);
});
