/** The keyword detector: what negates what, how grave that is, and what it spares and blocks. */

import { expect, test } from "vitest";
import { calling, classified, stated, type TalkOptions, talk } from "../../../../testing/layered-talk.ts";
import type { Belief } from "../../layers/world-model/world-model.ts";
import { detectConflicts } from "./detect-conflicts.ts";
import { isStructured, negates } from "./negation.ts";

test.each([
  ["The relay is running.", "The relay is stopped.", true],
  ["The nightly tests passed.", "The nightly tests failed.", true],
  ["The file exists.", "The file is missing.", true],
  ["Backups are enabled.", "Backups are disabled.", true],
  ["The page was found.", "The page was not found.", true],
  ["Deploys are allowed on Fridays.", "Deploys are not allowed on Fridays.", true],
  ["Every region uses the gateway.", "No region uses the gateway.", true],
  // No shared subject, no opposed words, or the same word twice.
  ["The relay is running.", "The pump is stopped.", false],
  ["The relay is running.", "The relay is in hall 3.", false],
  ["The relay is not running.", "The relay is not new.", false],
  ["The limit is 6000 a minute.", "The ceiling is 50 a second.", false],
])("%j and %j negate one another: %s (REFERENCE 1.5)", (a, b, expected) => {
  expect([negates(a, b), negates(b, a)]).toEqual([expected, expected]);
});

const belief = (n: number, text: string, overrides: Partial<Belief> = {}): Belief => ({
  id: `belief-${n}`,
  text,
  source: "message",
  key: null,
  confidence: 0.9,
  reliability: "HIGH",
  formedAt: "2026-03-02T09:00:00Z",
  derivedFrom: [],
  generation: 1,
  ...overrides,
});
const ON = "The relay is running.";
const OFF = "The relay is stopped.";
const severities = (beliefs: readonly Belief[]) =>
  detectConflicts(beliefs, [], []).map(({ severity }) => severity);

test.each([
  [0.9, 0.8, ["HIGH"]],
  [0.9, 0.79, ["MEDIUM"]],
  [0.5, 0.3, ["MEDIUM"]],
  [0.49, 0.3, []],
] as const)("of confidence %s and %s the pair is %j (A-042)", (one, other, expected) => {
  expect(severities([belief(1, ON, { confidence: one }), belief(2, OFF, { confidence: other })])).toEqual(
    expected,
  );
});

test("two levels of detail on one subject advise and no more: LOW (A-043)", () => {
  const platform = belief(1, "The whole platform architecture belongs to the relay team.");
  const line = belief(2, "Line 12 has a relay value in byte 4.");
  expect(severities([platform, line])).toEqual(["LOW"]);
});

test("three values of one attribute contradict one another as a set, two do not (REFERENCE 1.5)", () => {
  const of = (...values: readonly string[]) =>
    values.map((value, n) => belief(n + 1, `It starts on the ${value}.`, { key: "start", confidence: 0.6 }));
  expect(severities(of("3rd", "5th", "9th"))).toEqual(["HIGH", "HIGH", "HIGH"]);
  expect(severities(of("3rd", "5th"))).toEqual([]);
  expect(severities(of("3rd", "5th", "9th").map((one) => ({ ...one, confidence: 0.59 })))).toEqual([]);
});

test("a statement made after the world has changed is set against the one from before (REFERENCE 1.5)", () => {
  const before = belief(1, "config/app.yaml names heron.", { formedAt: "2026-03-02T09:00:00Z" });
  const after = belief(2, "config/app.yaml names egret.", { formedAt: "2026-03-02T11:00:00Z" });
  const change = { names: ["config/app.yaml"], at: "2026-03-02T10:00:00Z" };
  const early = { ...change, at: "2026-03-02T08:00:00Z" };
  const of = (...changes: (typeof change)[]) =>
    detectConflicts([before, after], [], changes).map(({ severity }) => severity);
  expect([of(change), of(early, change), of(early), of()]).toEqual([["MEDIUM"], ["HIGH"], [], []]);
});

const MODE = { ASSISTANT_LEXICAL_MODE: "enabled" };
const clash = (flags: NonNullable<TalkOptions["flags"]>, facts = [ON, OFF]) =>
  talk({
    flags,
    model: {
      "classify-turn": classified({ statedFacts: facts.map((text) => stated(text)) }),
      propose: "Noted.",
    },
  });

test("with the mode a conflict by words is in the request, and no model is asked about it (A-037, A-046)", async () => {
  const one = clash(MODE);
  await one.say("Write the note.");
  expect(one.events("contradiction").map(({ severity }) => severity)).toEqual(["HIGH"]);
  expect(one.requests("contradiction-check")).toEqual([]);
  expect(one.system("propose")).toContain(`- "${ON}" and "${OFF}"`);
});

test("where one new belief has no such word, the model is asked as well (A-046)", async () => {
  const one = clash(MODE, [ON, OFF, "Ada owns the hall."]);
  await one.say("Write the note.");
  expect(one.requests("contradiction-check")).toHaveLength(1);
  expect([isStructured(ON), isStructured("Ada owns the hall.")]).toEqual([true, false]);
});

test("by default no word decides anything, and the mode stands alone too (A-045, A-046)", async () => {
  const without = clash({});
  await without.say("Write the note.");
  expect(without.events("contradiction")).toEqual([]);
  const alone = clash({ ...MODE, AUDIT_SEMANTIC_CONTRADICTION: false });
  await alone.say("Write the note.");
  expect(alone.events("contradiction")).toHaveLength(1);
});

test("the review stops an action that goes against what is firmly held (A-084, A-085, A-087)", async () => {
  const asked = async (flags: NonNullable<TalkOptions["flags"]>) => {
    const one = talk({
      flags,
      world: { files: { "a.md": "x" } },
      model: {
        "classify-turn": classified({ statedFacts: [stated("The nightly import is disabled.")] }),
        propose: (_request, n) => (n === 0 ? calling(["read_file", { path: "a.md" }]) : "Done."),
      },
    });
    const { status, reply } = await one.say("Run the nightly import while it is enabled.");
    const reviews = one.events("gate-decision").filter(({ gate }) => gate === "review");
    return { status, reply, reviews: reviews.map(({ reason }) => reason) };
  };
  expect(await asked(MODE)).toEqual({
    status: "escalated",
    reply: expect.stringContaining("it goes against what was said before"),
    reviews: ["world_model_consistency", "world_model_consistency"],
  });
  expect(await asked({})).toMatchObject({ status: "ok", reviews: [] });
});
