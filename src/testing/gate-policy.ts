/** Writes a gate policy into a folder and gives the options that name it. */

import { writeFileSync } from "node:fs";
import { stringify } from "yaml";
import type { TempFolder } from "./temp-folder.ts";

let files = 0;

/** `--policy <file>` of a file with these fields. */
export function withPolicy(folder: TempFolder, fields: Readonly<Record<string, unknown>>): readonly string[] {
  const file = folder.file(`gate-${++files}.yaml`);
  writeFileSync(file, stringify({ version: 1, ...fields }));
  return ["--policy", file];
}
