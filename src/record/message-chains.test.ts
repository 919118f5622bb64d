/** Message chains: a long conversation is stored once and read back whole. */

import { expect, test } from "vitest";
import { openChains, unchain } from "./message-chains.ts";

function roundTrip(requests: readonly (readonly string[])[]) {
  const chains = openChains();
  const rows = requests.map((messages, call) => ({ call, ...chains.chain(call, messages) }));
  expect([...unchain(rows).values()]).toEqual(requests);
  return rows;
}

test("a growing conversation stores each message once", () => {
  const messages = Array.from({ length: 400 }, (_, i) => `m${i}`);
  const rows = roundTrip(messages.map((_, i) => messages.slice(0, i + 1)));
  expect(rows.every((row) => row.added.length === 1)).toBe(true);
});

test("refers to the call with the longest common beginning, whatever came between", () => {
  const rows = roundTrip([["a", "b"], ["x"], ["a", "b", "c"], ["a", "b", "d"], ["a", "b", "c", "e"], []]);
  expect(rows.map(({ base, kept, added }) => [base, kept, added.join("")])).toEqual([
    [null, 0, "ab"],
    [null, 0, "x"],
    [0, 2, "c"],
    [0, 2, "d"],
    [2, 3, "e"],
    [null, 0, ""],
  ]);
});

test("the same request twice adds nothing", () => {
  expect(roundTrip([["a"], ["a"]])[1]).toEqual({ call: 1, base: 0, kept: 1, added: [] });
});

test("a missing base is a bug, not a shorter conversation", () => {
  expect(() => unchain([{ call: 3, base: 1, kept: 2, added: [] }])).toThrow("refers to call 1");
});
