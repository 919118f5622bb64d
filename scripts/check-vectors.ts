/** Runs a file of test vectors through the product's own functions: `npx tsx scripts/check-vectors.ts FILE`. */
import { argv, stderr, stdout } from "node:process";
import { LabError } from "../src/core/errors.ts";
import { reportVectors } from "./vector-report.ts";

try {
  const { lines, passed } = reportVectors(argv[2] ?? "");
  stdout.write(`${lines.join("\n")}\n`);
  // process.exit could cut off output that is still on its way to a pipe.
  process.exitCode = passed ? 0 : 1;
} catch (error) {
  if (!(error instanceof LabError)) throw error;
  stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
