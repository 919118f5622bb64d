/** Budget, priority and keyed corrections against the old newest-facts slice. */

import { expect, test } from "vitest";
import type { Json } from "../../../../core/json.ts";
import type { ModelRequest } from "../../../../core/model.ts";
import { classified, type Said, stated, type TalkOptions, talk } from "../../../../testing/layered-talk.ts";
import type { Fact } from "../../memory/fact.ts";
import { blockChars, factsBlock } from "../../memory/memory-policy.ts";
import { byPriority, withinBudget } from "./memory-budgeted-render.ts";

const ID = "memory-budgeted-render";
const OFF = { AUDIT_MEMORY_BUDGETED_RENDER: false };

function knowing(facts: Readonly<Record<string, readonly Json[]>>, options: TalkOptions = {}) {
  return talk({
    ...options,
    model: {
      "classify-turn": (request: ModelRequest): Said =>
        classified({ statedFacts: facts[request.messages.at(-1)?.content ?? ""] ?? [] }),
    },
  });
}

const office = {
  "Old.": [stated("The office is in Bern.", { key: "office" })],
  "New.": [stated("The office is in Graz.", { key: "Office " })],
};

const fact = (n: number, overrides: Partial<Fact> = {}): Fact => ({
  id: `fact-${n}`,
  text: `Fact ${n}.`,
  key: null,
  kind: "other",
  origin: "user-asserted",
  confidence: "high",
  at: "",
  store: "durable",
  ...overrides,
});

test("a fact of the same key replaces the old one, which is retired and shown no more (A-187, A-188)", async () => {
  const one = knowing(office);
  await one.say("Old.");
  await one.say("New.");
  await one.reopen();
  await one.say("Where?");
  expect(one.system("propose")).toContain("Graz");
  expect(one.system("propose")).not.toContain("Bern");
  expect(one.events("memory-write").map(({ store, operation }) => `${store} ${operation}`)).toEqual([
    "durable add",
    "retired supersede",
    "durable add",
  ]);
  expect(one.events("feature-fired")[0]).toMatchObject({ feature: ID, what: "fact-2 replaced fact-1" });
});

test("off, the old fact and the new one are both shown (A-187, A-189)", async () => {
  const one = knowing(office, { flags: OFF });
  await one.say("Old.");
  await one.say("New.");
  await one.reopen();
  await one.say("Where?");
  expect(one.system("propose")).toContain("- The office is in Graz.\n- The office is in Bern.");
  expect(one.events("feature-reached").map(({ feature }) => feature)).not.toContain(ID);
});

test("another key or none replaces nothing (A-188)", async () => {
  const one = knowing({
    "Old.": [stated("The office is in Bern.", { key: "office" }), stated("It is old.")],
    "New.": [stated("We sit in Graz.", { key: "location" }), stated("It is new.")],
  });
  await one.say("Old.");
  await one.say("New.");
  expect(one.events("memory-write").map(({ operation }) => operation)).toEqual(["add", "add", "add", "add"]);
  expect(one.events("feature-fired")).toEqual([]);
});

test("a correction for this conversation only leaves the durable fact alone", async () => {
  const one = knowing({
    ...office,
    "Today.": [stated("Today I am in Wien.", { key: "office", durable: false })],
  });
  await one.say("Old.");
  await one.say("Today.");
  await one.reopen();
  await one.say("Where?");
  expect(one.system("propose")).toContain("Bern");
});

test("identity and preference come first, then the rest, newest first (A-185)", () => {
  const facts = [
    fact(1, { kind: "identity" }),
    fact(2),
    fact(3, { store: "session" }),
    fact(4, { kind: "preference" }),
    fact(5, { origin: "model-inferred" }),
    fact(6),
  ];
  expect(byPriority(facts).map(({ id }) => id)).toEqual([
    "fact-4",
    "fact-1",
    "fact-6",
    "fact-2",
    "fact-5",
    "fact-3",
  ]);
});

test("the block ends exactly at its budget, what does not fit is left out (A-185)", () => {
  const facts = [fact(1), fact(2), fact(3)];
  const exact = blockChars(facts);
  expect(withinBudget(facts, exact)).toHaveLength(3);
  expect(withinBudget(facts, exact - 1)).toHaveLength(2);
  const long = fact(9, { text: "x".repeat(5_000) });
  expect(withinBudget([long, fact(1)], 4_000).map(({ id }) => id)).toEqual(["fact-1"]);
  expect(withinBudget([long], 10)).toEqual([]);
});

test.each([
  ["other facts alone", [{}, {}, {}], "newest first:"],
  ["the name told last", [{}, {}, { kind: "identity" }], "newest first:"],
  ["the name told first", [{ kind: "identity" }, {}, {}], "within each:"],
  ["a preference between others", [{}, { kind: "preference" }, {}], "within each:"],
  ["an inference after a stated fact", [{}, { origin: "model-inferred" }], "within each:"],
  ["an inference before a stated fact", [{ origin: "model-inferred" }, {}], "newest first:"],
  ["a session fact after a lasting one", [{}, { store: "session" }], "within each:"],
] as const)("the heading names the order of the lines: %s", (_name, facts, heading) => {
  const shown = byPriority(facts.map((overrides, index) => fact(index + 1, overrides)));
  const block = factsBlock(shown) ?? "";
  expect(block.split("\n")[0]?.endsWith(heading)).toBe(true);
  const numbers = (block.match(/\d+/g) ?? []).map(Number);
  const descending = numbers.every((number, index) => index === 0 || number < (numbers[index - 1] ?? 0));
  expect(descending).toBe(heading === "newest first:");
});

test("the heading counts towards the budget, also where one more fact makes it longer", () => {
  const facts = byPriority([fact(1, { kind: "identity" }), fact(2), fact(3)]);
  for (let budget = 0; budget <= blockChars(facts) + 1; budget++)
    expect(blockChars(withinBudget(facts, budget))).toBeLessThanOrEqual(budget);
});

test("facts beyond the budget are counted and not deleted (A-185)", async () => {
  const many = Array.from({ length: 6 }, (_, n) => stated(`Number ${n} is a rather long fact to keep.`));
  const one = knowing({ "Note.": many }, { settings: { memory: { budgetChars: 150 } } });
  await one.say("Note.");
  const [render] = one.events("memory-render");
  expect(render?.included).toBeLessThan(6);
  expect((render?.included ?? 0) + (render?.omitted ?? 0)).toBe(6);
  expect(render?.chars).toBeLessThanOrEqual(150);
  expect(await (await one.session()).command("/memory status")).toContain("durable 6");
});

test("off, the newest twenty are shown whatever their kind, however long (A-187)", async () => {
  const many = Array.from({ length: 8 }, (_, n) =>
    stated(`${n} ${"x".repeat(300)}`, n === 0 ? { kind: "identity" } : {}),
  );
  const facts = {
    "A.": many,
    "B.": many.map((_, n) => stated(`b${n}`)),
    "C.": many.map((_, n) => stated(`c${n}`)),
  };
  const one = knowing(facts, { flags: OFF });
  for (const text of ["A.", "B.", "C."]) await one.say(text);
  const lines = one.system("propose").match(/^- .*$/gm) ?? [];
  expect(lines).toHaveLength(20);
  expect(lines[0]).toBe("- c7");
  expect(lines.at(-1)).toMatch(/^- 4 x/);
  const on = knowing(facts);
  for (const text of ["A.", "B.", "C."]) await on.say(text);
  expect(on.system("propose")).toMatch(/within each:\n- 0 x/);
});

test("facts that both paths show alike do not fire it", async () => {
  const one = knowing({ "Note.": [stated("The port is 80."), stated("The host is heron.")] });
  await one.say("Note.");
  expect(one.events("feature-reached").map(({ feature }) => feature)).toContain(ID);
  expect(one.events("feature-fired")).toEqual([]);
});
