/** Memories of a feature that a new session finds again, and those of a reopened one. */

import { expect, test } from "vitest";
import type { DurableStore } from "../../contract/harness.ts";
import { lastingState, sessionState } from "./kept-state.ts";

test("what belongs to a session is there under its number alone, what lasts is there in each", () => {
  const durable: DurableStore = new Map();
  const [own, lasting] = [sessionState("x", [] as readonly string[]), lastingState("x", 0)];
  const [first, second] = [1, 2].map((session) => ({ durable, session }));
  if (!first || !second) throw new Error("two places");
  own.write(first, ["a"]);
  lasting.write(first, 3);
  expect([own.read(first), own.read(second)]).toEqual([["a"], []]);
  expect([lasting.read(first), lasting.read(second)]).toEqual([3, 3]);
  expect(sessionState("y", 0).read(first)).toBe(0);
});
