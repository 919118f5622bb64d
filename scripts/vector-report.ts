/** Result of a file of test vectors: a line for each vector that misses, then how many pass. */
import { readFileSync } from "node:fs";
import { LabError } from "../src/core/errors.ts";
import { checkVector } from "../src/testing/vectors/vector-check.ts";

/** Lines to print, and whether every vector passes; a file without vectors passes nothing. */
export interface VectorReport {
  readonly lines: readonly string[];
  readonly passed: boolean;
}

/** Checks every item of a file through the product's own functions; an item that is no vector is a miss. */
export function reportVectors(path: string): VectorReport {
  const vectors = vectorsOf(path);
  const misses = vectors.map(missLines);
  const failed = misses.filter((lines) => lines.length > 0).length;
  return {
    lines: [...misses.flat(), `${vectors.length - failed} passed, ${failed} failed`],
    passed: failed === 0 && vectors.length > 0,
  };
}

function missLines(vector: unknown, place: number): readonly string[] {
  const { passed, actual, misses } = checkVector(vector);
  if (passed) return [];
  const { id, fn, expected } = (vector ?? {}) as Readonly<Record<string, unknown>>;
  return [
    `MISS ${id ?? `number ${place + 1}`} (${fn ?? "no function"})`,
    ...misses.map((miss) => `  ${miss}`),
    `  expected ${JSON.stringify(expected)}`,
    `  actual   ${JSON.stringify(actual)}`,
  ];
}

/** Reads the items of a file, unread; a bare list is accepted too. */
function vectorsOf(path: string): readonly unknown[] {
  const content = contentOf(path);
  const list = Array.isArray(content) ? content : (content as { readonly vectors?: unknown } | null)?.vectors;
  if (!Array.isArray(list)) throw problem(path, 'the file has no list "vectors"');
  return list;
}

function contentOf(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw problem(
      path,
      `it cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function problem(where: string, what: string): LabError {
  return new LabError({
    code: "bad-vectors",
    what,
    where,
    remedy: "write it like src/testing/vectors/statistics-vectors.json",
  });
}
