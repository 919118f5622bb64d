/** The vector checker itself: whatever is wrong in an item is a miss, never a pass and never a crash. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkVector, missesOf, type Vector } from "./vector-check.ts";

const { vectors } = JSON.parse(
  readFileSync(new URL("./statistics-vectors.json", import.meta.url), "utf8"),
) as { readonly vectors: readonly Vector[] };

/** One vector of each function: enough for what concerns the checker and not the kernels. */
const onePerFunction = [...new Map(vectors.map((vector) => [vector.fn, vector])).values()];

/** The value with each of its parts replaced in turn by something else. */
function alterations(value: unknown, by: number): readonly unknown[] {
  const others = [null, true, "other", [], {}].filter(
    (other) => JSON.stringify(other) !== JSON.stringify(value),
  );
  if (typeof value === "number") return [...others, value + by, value - by, String(value)];
  if (Array.isArray(value))
    return [
      ...others,
      [...value, 0],
      ...value.flatMap((item, i) => alterations(item, by).map((other) => value.with(i, other))),
    ];
  if (value !== null && typeof value === "object")
    return [
      ...others,
      { ...value, noSuchFigure: 0 },
      ...Object.entries(value).flatMap(([key, item]) =>
        alterations(item, by).map((other) => ({ ...value, [key]: other })),
      ),
    ];
  return others;
}

test.each(onePerFunction.map((vector) => [vector.fn, vector] as const))(
  "%s: an expected value that is altered anywhere is a miss",
  (_, vector) => {
    // Three tolerances away, relative ones taken at the largest kernel value, and beyond the 13th printed digit.
    const by = vector.tol === 0 ? 1 : Math.max(3 * vector.tol * (vector.group === "kernels" ? 1e4 : 1), 1e-9);
    const altered = alterations(vector.expected, by);
    // Compared with one run: some functions take a second.
    const { actual } = checkVector(vector);
    const passed = altered.filter(
      (expected) => missesOf({ ...vector, expected } as Vector, actual).length === 0,
    );
    expect(altered.length).toBeGreaterThan(5);
    expect(passed).toEqual([]);
  },
);

test("a relative tolerance is asked of kernels alone, and of small values too", () => {
  const tail = { id: "t", group: "kernels", fn: "normalCdf", input: { args: [-7] }, tol: 1e-10 };
  const value = (checkVector({ ...tail, expected: { value: 1 } }).actual as { readonly value: number }).value;
  expect(checkVector({ ...tail, expected: { value } }).passed).toBe(true);
  expect(checkVector({ ...tail, expected: { value: value * (1 + 1e-8) } }).passed).toBe(false);
});

const OPTIONAL = new Set(["verdict"]);
/** The smallest p of each test is what Tarone's screen takes; the counts behind it only explain the vector. */
const UNREAD = new Set(["tarone.discordant"]);

test.each(onePerFunction.map((vector) => [vector.fn, vector] as const))(
  "%s: an input that is absent, null, no number or infinite is a miss that names it",
  (fn, vector) => {
    for (const name of Object.keys(vector.input).filter((key) => !UNREAD.has(`${fn}.${key}`))) {
      const values = [null, "3", Number.NaN, Number.POSITIVE_INFINITY, true, {}];
      const inputs = values
        .filter((value) => value !== vector.input[name])
        .map((value) => ({ ...vector.input, [name]: value }) as Readonly<Record<string, unknown>>);
      const { [name]: _, ...without } = vector.input;
      const all = OPTIONAL.has(fn) ? inputs : [...inputs, without];
      for (const input of all) {
        const { passed, misses } = checkVector({ ...vector, input });
        expect([name, input, passed]).toEqual([name, input, false]);
        expect(misses.join()).toContain(`input ${name}`);
      }
    }
  },
);

const right = {
  id: "x",
  group: "g",
  fn: "signFlip",
  input: { values: [1, 1] },
  expected: { p: 0.5 },
  tol: 1e-9,
};

test.each<readonly [string, unknown, string]>([
  ["nothing", null, "not an object"],
  ["a number", 3, "not an object"],
  ["a list", [right], "not an object"],
  ["no function", { ...right, fn: undefined }, "fn is not a text"],
  ["an inherited name", { ...right, fn: "hasOwnProperty" }, "unknown function hasOwnProperty"],
  ["no input", { ...right, input: undefined }, "input is not an object"],
  ["a list for the input", { ...right, input: [1, 1] }, "input is not an object"],
  ["no expected value", { ...right, expected: undefined }, "expected is not an object"],
  ["nothing expected", { ...right, expected: {} }, "expected names no value"],
  ["no tolerance", { ...right, tol: undefined }, "tol is not a number"],
  ["a tolerance that allows everything", { ...right, tol: Number.POSITIVE_INFINITY }, "tol is not a number"],
  ["a negative tolerance", { ...right, tol: -1 }, "tol is not a number"],
  [
    "a kernel with one argument too few",
    { ...right, fn: "betaCdf", input: { args: [0.5, 1] }, expected: { value: 0.5 } },
    "input args has 2 numbers, not 3",
  ],
  [
    "a word that is no choice",
    {
      ...right,
      fn: "verdict",
      input: { n: 9, b: 1, c: 0, design: "fix" },
      expected: { label: "suggestive" },
    },
    "input design is none of fixed, sequential",
  ],
  [
    "a count below 0",
    { ...right, fn: "mcnemar", input: { b: -1, c: 2 }, expected: { exactTwoSided: 0 } },
    "input b is not a count",
  ],
  [
    "a table with three fields",
    { ...right, fn: "cmh", input: { tables: [[1, 2, 3]] }, expected: { p: 1 } },
    "input tables[0] has 3 numbers, not 4",
  ],
])("%s is a miss", (_, item, reason) => {
  const { passed, misses } = checkVector(item);
  expect(passed).toBe(false);
  expect(misses.join()).toContain(reason);
  expect(checkVector(right).passed).toBe(true);
});
