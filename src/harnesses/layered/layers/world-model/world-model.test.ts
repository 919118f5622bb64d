/** Beliefs, generations and the staleness rule. */

import { expect, test } from "vitest";
import { calling, classified, stated, talk } from "../../../../testing/layered-talk.ts";
import { currentOrResolved, StalenessError } from "./staleness.ts";
import {
  addBeliefs,
  adjustConfidence,
  EMPTY_WORLD_MODEL,
  type NewBelief,
  staleFlags,
  unverifiedEdgeRatio,
} from "./world-model.ts";

const belief = (text: string, overrides: Partial<NewBelief> = {}): NewBelief => ({
  text,
  source: "message",
  key: null,
  confidence: 0.9,
  reliability: "HIGH",
  formedAt: "2026-03-02T09:00:00Z",
  derivedFrom: [],
  ...overrides,
});

test("every change moves the generation by one and no reading does (A-016)", () => {
  const one = addBeliefs(EMPTY_WORLD_MODEL, [belief("a"), belief("b")]);
  expect(one.generation).toBe(1);
  expect(one.beliefs.map(({ id, generation }) => [id, generation])).toEqual([
    ["belief-1", 1],
    ["belief-2", 1],
  ]);
  const two = adjustConfidence(one, ["belief-2"], (confidence) => confidence * 0.75);
  expect(two.generation).toBe(2);
  expect(two.beliefs[1]).toMatchObject({ confidence: 0.675, generation: 2 });
  expect(adjustConfidence(two, ["belief-9"], () => 0)).toBe(two);
  expect(addBeliefs(two, [belief("A.")])).toBe(two);
});

test("confidence stays within 0 and 1", () => {
  const model = addBeliefs(EMPTY_WORLD_MODEL, [belief("a", { confidence: 0.02 })]);
  expect(adjustConfidence(model, ["belief-1"], (one) => one - 0.05).beliefs[0]?.confidence).toBe(0);
  expect(adjustConfidence(model, ["belief-1"], () => 2).beliefs[0]?.confidence).toBe(1);
});

test("a belief is stale after more than 30 minutes", () => {
  const model = addBeliefs(EMPTY_WORLD_MODEL, [belief("a")]);
  expect(staleFlags(model, new Date("2026-03-02T09:30:00Z"))).toEqual([false]);
  expect(staleFlags(model, new Date("2026-03-02T09:30:00.001Z"))).toEqual([true]);
});

test("counts unverified edges, not beliefs", () => {
  const model = addBeliefs(EMPTY_WORLD_MODEL, [
    belief("a"),
    belief("b", { derivedFrom: [{ on: "belief-1", verified: false }] }),
    belief("c", {
      derivedFrom: [
        { on: "belief-1", verified: true },
        { on: "belief-2", verified: true },
      ],
    }),
  ]);
  expect(unverifiedEdgeRatio(model)).toBeCloseTo(1 / 3);
  expect(unverifiedEdgeRatio(EMPTY_WORLD_MODEL)).toBe(0);
});

test("a current pin proceeds without resolving (A-018)", () => {
  const state = { pinned: 0 };
  const resolve = () => {
    throw new Error("not needed");
  };
  expect(currentOrResolved(state, EMPTY_WORLD_MODEL, resolve)).toBe(state);
});

test("a stale pin is resolved exactly once, and raises when still stale (A-019)", () => {
  const model = { ...EMPTY_WORLD_MODEL, generation: 3 };
  let resolved = 0;
  const fresh = currentOrResolved({ pinned: 2 }, model, () => ({ pinned: 2 + ++resolved }));
  expect([fresh.pinned, resolved]).toEqual([3, 1]);
  expect(() => currentOrResolved({ pinned: 1 }, model, () => ({ pinned: 2 }))).toThrow(StalenessError);
});

test("the model is rebuilt every turn from the message and memory; tool results stay observations (A-014, A-015, A-186)", async () => {
  const one = talk({
    world: { files: { "a.md": "The server is called heron." } },
    model: {
      "classify-turn": (request) =>
        classified({
          statedFacts:
            request.messages.at(-1)?.content === "One." ? [stated("The team has four people.")] : [],
        }),
      propose: (_request, n) => (n === 1 ? calling(["read_file", { path: "a.md" }]) : "Noted."),
    },
  });
  await one.say("One.");
  await one.say("Two.");
  const counts = one
    .events("layer-end")
    .filter(({ layer }) => layer === "world-model")
    .map(({ place, summary }) => [place.turn, place.iteration, (summary as { beliefs: number }).beliefs]);
  // The fact is stated in the first turn and remembered in the second; only the answer of a task adds its trail.
  expect(counts).toEqual([
    [1, 0, 1],
    [1, 1, 2],
    [2, 0, 1],
    [2, 1, 1],
    [2, 2, 2],
  ]);
});
