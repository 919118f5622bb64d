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
  /** What the product gave; null when it could not run. */
  readonly actual: unknown;
  /** Where it disagrees, empty when it does not. */
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
    const given: readonly unknown[] = Array.isArray(actual) ? actual : [];
    const length =
      given.length === wanted.length
        ? []
        : [`${path}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(actual)}`];
    return [
      ...length,
      ...wanted.flatMap((item, i) => differences(item, given[i], `${path}[${i}]`, tolerance)),
    ];
  }
  if (expected !== null && typeof expected === "object") {
    const given =
      actual !== null && typeof actual === "object" ? (actual as Readonly<Record<string, unknown>>) : {};
    return Object.entries(expected).flatMap(([key, item]) =>
      differences(item, given[key], path === "" ? key : `${path}.${key}`, tolerance),
    );
  }
  return expected === actual ? [] : [`${path}: expected ${String(expected)}, got ${String(actual)}`];
}

/** Runs one vector; an unknown function name and an input it cannot read are misses. */
export function checkVector(vector: Vector): VectorResult {
  const run = Object.hasOwn(VECTOR_FUNCTIONS, vector.fn) ? VECTOR_FUNCTIONS[vector.fn] : undefined;
  if (run === undefined) return { passed: false, actual: null, misses: [`unknown function ${vector.fn}`] };
  try {
    const actual = run(new VectorInput(vector.input));
    const misses = differences(vector.expected, actual, "", [vector.tol, vector.group === "kernels"]);
    return { passed: misses.length === 0, actual, misses };
  } catch (error) {
    return { passed: false, actual: null, misses: [error instanceof Error ? error.message : String(error)] };
  }
}
