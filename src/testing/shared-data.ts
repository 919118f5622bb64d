/** Finds the recorded data that stands beside the project; tests read it in place and say what they skipped. */

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Absolute path of `../shared/<path>`, or null where it is absent. */
export function sharedData(path: string): string | null {
  const full = fileURLToPath(new URL(`../../../shared/${path}`, import.meta.url));
  return existsSync(full) ? full : null;
}
