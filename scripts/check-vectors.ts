/** Runs a file of test vectors through the product's own functions: `npx tsx scripts/check-vectors.ts FILE`. */
import { readFileSync } from "node:fs";
import { argv, exit, stdout } from "node:process";
import { checkVector, type Vector } from "../src/analyse/vector-check.ts";

const path = argv[2];
if (path === undefined) {
  stdout.write("usage: npx tsx scripts/check-vectors.ts FILE\n");
  exit(2);
}

const content = JSON.parse(readFileSync(path, "utf8")) as
  | { readonly vectors?: readonly Vector[] }
  | readonly Vector[];
const vectors: readonly Vector[] =
  "vectors" in content ? (content.vectors ?? []) : (content as readonly Vector[]);
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
exit(failed === 0 && vectors.length > 0 ? 0 : 1);
