/** Finds the recorded data that stands beside the project; tests read it in place and say what they skipped. */

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Absolute path of `../shared/<path>`, or null where it is absent. */
export function sharedData(path: string): string | null {
  const full = fileURLToPath(new URL(`../../../shared/${path}`, import.meta.url));
  return existsSync(full) ? full : null;
}

/** Prints how many tests cannot run for want of their data; each path stands with the tests that read it. */
export function warnOfSkipped(sets: readonly (readonly [path: string | null, tests: number])[]): void {
  const skipped = sets.reduce((count, [path, tests]) => (path === null ? count + tests : count), 0);
  if (skipped > 0)
    console.warn(
      `skipped ${skipped} ${skipped === 1 ? "test" : "tests"}: the recorded data of ../shared/data is absent`,
    );
}
