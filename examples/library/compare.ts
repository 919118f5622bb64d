/** Measures a flag on scenarios of one's own: `npx tsx examples/library/compare.ts`. */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ablateFlags, writeReport } from "harness-ablate";

/** Runs the comparison and gives what the evidence supports, a line a flag; store and report go to the folder. */
export async function compare(folder: string): Promise<readonly string[]> {
  const report = await ablateFlags({
    flags: ["AUDIT_RETRY_SYSTEM_ERRORS"],
    scenarios: [fileURLToPath(new URL("../own-scenarios", import.meta.url))],
    seeds: 2,
    db: join(folder, "lab.duckdb"),
  });
  await writeReport(report, join(folder, "report.html"));
  return report.sections.map(({ flag, comparison: { counts, verdict } }) => {
    return `${flag}: ${counts.b} better, ${counts.c} worse of ${counts.n} pairs (${verdict.label})`;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const line of await compare(".harness-lab/example")) console.log(line);
