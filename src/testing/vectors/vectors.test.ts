/** Every vector of statistics-vectors.json, run through the functions the product uses. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkVector, type Vector } from "./vector-check.ts";

const file = JSON.parse(readFileSync(new URL("./statistics-vectors.json", import.meta.url), "utf8")) as {
  readonly meta: { readonly count: number };
  readonly vectors: readonly Vector[];
};

test("the file holds as many vectors as it says", () => {
  expect(file.vectors).toHaveLength(file.meta.count);
  expect(file.meta.count).toBe(350);
});

test.each(file.vectors.map((vector) => [vector.id, vector] as const))("%s", (_, vector) => {
  expect(checkVector(vector).misses).toEqual([]);
});

test("an unknown function name is a miss, not a skip", () => {
  const vector: Vector = { id: "x", group: "g", fn: "noSuchFunction", input: {}, expected: {}, tol: 0 };
  expect(checkVector(vector)).toMatchObject({ passed: false, misses: ["unknown function noSuchFunction"] });
});

test("a wrong expectation is a miss that shows both values", () => {
  const vector: Vector = {
    id: "x",
    group: "g",
    fn: "signFlip",
    input: { values: [1, 1, 1, 1] },
    expected: { p: 0.126 },
    tol: 1e-9,
  };
  expect(checkVector(vector).misses).toEqual(["p: expected 0.126, got 0.125"]);
});

test("an absent input is a miss, not a guess", () => {
  const vector: Vector = {
    id: "x",
    group: "g",
    fn: "mcnemar",
    input: { b: 1 },
    expected: { z: 0 },
    tol: 1e-9,
  };
  expect(checkVector(vector).misses).toEqual(["input c is not a number"]);
});
