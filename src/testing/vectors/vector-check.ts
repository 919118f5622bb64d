/** Runs test vectors through the product's functions and says which disagree. */
import { VECTOR_FUNCTIONS } from "./vector-functions.ts";
import { VectorInput } from "./vector-input.ts";

/** One line of a vector file. */
export interface Vector {
  readonly id: string;
  readonly group: string;
  readonly fn: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expected: Readonly<Record<string, unknown>>;
  /** Absolute, relative in the group `kernels`; 0 means equality. */
  readonly tol: number;
}

export interface VectorResult {
  readonly passed: boolean;
  /** Result of the product; null when it could not run. */
  readonly actual: unknown;
  /** Disagreement with the vector, empty when there is none. */
  readonly misses: readonly string[];
}

function agrees(
  expected: number,
  actual: unknown,
  [tolerance, relative]: readonly [number, boolean],
): boolean {
  if (typeof actual !== "number" || Number.isNaN(actual)) return false;
  if (expected === actual) return true;
  if (Math.abs(expected - actual) <= tolerance * (relative ? Math.abs(expected) : 1)) return true;
  // Vectors are printed to 13 significant digits, so no tolerance below that can be meant.
  return tolerance > 0 && Number(actual.toPrecision(13)) === expected;
}

function differences(
  expected: unknown,
  actual: unknown,
  path: string,
  tolerance: readonly [number, boolean],
): readonly string[] {
  if (typeof expected === "number") {
    return agrees(expected, actual, tolerance)
      ? []
      : [`${path}: expected ${expected}, got ${String(actual)}`];
  }
  if (Array.isArray(expected)) {
    // Qualifiers are a set: their order says nothing.
    const wanted: readonly unknown[] = path.endsWith("qualifiers") ? [...expected].sort() : expected;
    if (!Array.isArray(actual) || actual.length !== wanted.length)
      return [`${path}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(actual)}`];
    return wanted.flatMap((item, i) => differences(item, actual[i], `${path}[${i}]`, tolerance));
  }
  if (isRecord(expected)) {
    if (!isRecord(actual) || Object.keys(expected).length === 0)
      return [`${path || "expected"}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`];
    return Object.entries(expected).flatMap(([key, item]) =>
      differences(item, actual[key], path === "" ? key : `${path}.${key}`, tolerance),
    );
  }
  return expected === actual ? [] : [`${path}: expected ${String(expected)}, got ${String(actual)}`];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Fault that keeps a list item from being a vector at all: such an item is a miss, not a crash and not a pass. */
function unreadable(vector: unknown): string | null {
  if (!isRecord(vector)) return "not an object with fn, input, expected and tol";
  const { fn, input, expected, tol }: Partial<Record<keyof Vector, unknown>> = vector;
  if (typeof fn !== "string") return "fn is not a text";
  if (!Object.hasOwn(VECTOR_FUNCTIONS, fn)) return `unknown function ${fn}`;
  if (!isRecord(input)) return "input is not an object";
  if (!isRecord(expected)) return "expected is not an object";
  // Nothing expected would be nothing checked.
  if (Object.keys(expected).length === 0) return "expected names no value";
  if (typeof tol !== "number" || !Number.isFinite(tol) || tol < 0) return "tol is not a number of 0 or more";
  return null;
}

/** Every expected value that a result does not have. */
export function missesOf({ expected, tol, group }: Vector, actual: unknown): readonly string[] {
  return differences(expected, actual, "", [tol, group === "kernels"]);
}

/** Runs one item of a vector file; an unknown function and anything that cannot be read are misses. */
export function checkVector(item: unknown): VectorResult {
  const reason = unreadable(item);
  if (reason !== null) return { passed: false, actual: null, misses: [reason] };
  const vector = item as Vector;
  try {
    const actual = VECTOR_FUNCTIONS[vector.fn]?.(new VectorInput(vector.input));
    const misses = missesOf(vector, actual);
    return { passed: misses.length === 0, actual, misses };
  } catch (error) {
    return { passed: false, actual: null, misses: [error instanceof Error ? error.message : String(error)] };
  }
}
