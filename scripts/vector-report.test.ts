/** The vector checker: what it prints of a file, and which files it refuses. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { reportVectors } from "./vector-report.ts";

const folder = mkdtempSync(join(tmpdir(), "vectors-"));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(content: string): string {
  const path = join(folder, "vectors.json");
  writeFileSync(path, content);
  return path;
}

const vector = (id: string, p: number) => ({
  id,
  group: "g",
  fn: "signFlip",
  input: { values: [1, 1] },
  expected: { p },
  tol: 1e-9,
});

test("the project's own vectors run as one file", () => {
  const own = fileURLToPath(new URL("../src/testing/vectors/statistics-vectors.json", import.meta.url));
  // Which of them have to pass is said beside them, in vectors.test.ts.
  expect(reportVectors(own).lines.at(-1)).toMatch(/^3\d\d passed, \d failed$/);
});

test("a miss and an unknown function are printed with both values, and the file does not pass", () => {
  const unknown = { id: "unknown", group: "g", fn: "toString", input: {}, expected: {}, tol: 0 };
  const vectors = [vector("right", 0.5), vector("wrong", 0.4), unknown];
  const { lines, passed } = reportVectors(fileOf(JSON.stringify({ vectors })));
  expect(lines.join("\n")).toContain("MISS wrong (signFlip)\n  p: expected 0.4, got 0.5");
  expect(lines.join("\n")).toContain("unknown function toString");
  expect([lines.at(-1), passed]).toEqual(["1 passed, 2 failed", false]);
});

test("items that are no vectors are misses, and the rest of the file is still checked", () => {
  const right = vector("r", 0.5);
  const vectors = [null, "text", { ...right, input: undefined }, {}, right];
  const { lines, passed } = reportVectors(fileOf(JSON.stringify({ vectors })));
  expect(lines.join("\n")).toContain("MISS number 1 (no function)\n  not an object");
  expect(lines.join("\n")).toContain("MISS r (signFlip)\n  input is not an object");
  expect([lines.at(-1), passed]).toEqual(["1 passed, 4 failed", false]);
});

test("a file whose vectors all pass, passes; one without vectors does not", () => {
  expect(reportVectors(fileOf(JSON.stringify([vector("r", 0.5)]))).passed).toBe(true);
  expect(reportVectors(fileOf('{ "vectors": [] }'))).toEqual({
    lines: ["0 passed, 0 failed"],
    passed: false,
  });
});

test.each([
  ["{", "cannot be read as JSON"],
  // NaN is no JSON: a figure that is none must not be read as one.
  ['{ "vectors": [{ "tol": NaN }] }', "cannot be read as JSON"],
  ["{}", 'has no list "vectors"'],
])("the file %s is wrong use", (content, words) => {
  expect(() => reportVectors(fileOf(content))).toThrow(
    expect.objectContaining({ exitCode: 2, what: expect.stringContaining(words) }),
  );
});
