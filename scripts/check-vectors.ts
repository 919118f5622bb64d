/** Runs a file of test vectors through the product's own functions: `npx tsx scripts/check-vectors.ts FILE`. */
import { readFileSync } from "node:fs";
import { argv, exit, stderr, stdout } from "node:process";
import { checkVector } from "../src/testing/vectors/vector-check.ts";

function stop(message: string): never {
  stderr.write(`${message}\n`);
  exit(2);
}

/** Reads the items of a file, unread; a bare list is accepted too. */
function vectorsOf(path: string): readonly unknown[] {
  try {
    const content: unknown = JSON.parse(readFileSync(path, "utf8"));
    const list = Array.isArray(content)
      ? content
      : (content as { readonly vectors?: unknown } | null)?.vectors;
    if (!Array.isArray(list))
      return stop(`${path} has no list "vectors"; see src/testing/vectors/statistics-vectors.json`);
    return list;
  } catch (error) {
    return stop(`${path} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const path = argv[2] ?? stop("usage: npx tsx scripts/check-vectors.ts FILE");
const vectors = vectorsOf(path);
let failed = 0;
for (const [i, vector] of vectors.entries()) {
  const { passed, actual, misses } = checkVector(vector);
  if (passed) continue;
  failed += 1;
  const { id, fn, expected } = (vector ?? {}) as Readonly<Record<string, unknown>>;
  stdout.write(`MISS ${id ?? `number ${i + 1}`} (${fn ?? "no function"})\n`);
  for (const miss of misses) stdout.write(`  ${miss}\n`);
  stdout.write(`  expected ${JSON.stringify(expected)}\n  actual   ${JSON.stringify(actual)}\n`);
}
stdout.write(`${vectors.length - failed} passed, ${failed} failed\n`);
// process.exit could cut off output that is still on its way to a pipe.
process.exitCode = failed === 0 && vectors.length > 0 ? 0 : 1;
