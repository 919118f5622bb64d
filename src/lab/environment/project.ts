/** Places of the product's own files, whether it runs from `src` or from `dist`. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The package's root folder; `src/lab` and `dist/lab` lie equally deep. */
export const PROJECT_ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** The built-in scenarios. */
export const SCENARIO_ROOT = join(PROJECT_ROOT, "scenarios");

/** Store where `--db` names none. */
export const DEFAULT_DB = join(".harness-lab", "lab.duckdb");

/** The version in package.json; read synchronously, since `--version` and every help page need it at once. */
export function labVersion(): string {
  const text = readFileSync(join(PROJECT_ROOT, "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/** True when running from the TypeScript sources. */
export function runsFromSource(): boolean {
  return existsSync(fileURLToPath(new URL("./project.ts", import.meta.url)));
}
