/** Runs a file of test vectors through the product's own functions: `npx tsx scripts/check-vectors.ts FILE`. */
import { readFileSync } from "node:fs";
import { argv, exit, stderr, stdout } from "node:process";
import { checkVector, type Vector } from "../src/analyse/vector-check.ts";

function stop(message: string): never {
  stderr.write(`${message}\n`);
  exit(2);
}

/** Reads the vectors of a file; a bare list is accepted too. */
function vectorsOf(path: string): readonly Vector[] {
  try {
    const content: unknown = JSON.parse(readFileSync(path, "utf8"));
    const list = Array.isArray(content)
      ? content
      : (content as { readonly vectors?: unknown } | null)?.vectors;
    if (!Array.isArray(list))
      return stop(`${path} has no list "vectors"; see src/analyse/statistics-vectors.json`);
    return list as readonly Vector[];
  } catch (error) {
    return stop(`${path} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const path = argv[2] ?? stop("usage: npx tsx scripts/check-vectors.ts FILE");
const vectors = vectorsOf(path);
let failed = 0;
for (const vector of vectors) {
  const { passed, actual, misses } = checkVector(vector);
  if (passed) continue;
  failed += 1;
  stdout.write(`MISS ${vector.id} (${vector.fn})\n`);
  for (const miss of misses) stdout.write(`  ${miss}\n`);
  stdout.write(`  expected ${JSON.stringify(vector.expected)}\n  actual   ${JSON.stringify(actual)}\n`);
}
stdout.write(`${vectors.length - failed} passed, ${failed} failed\n`);
// process.exit could cut off output that is still on its way to a pipe.
process.exitCode = failed === 0 && vectors.length > 0 ? 0 : 1;
