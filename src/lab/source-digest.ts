/** Digest of the source that decides what a trial does: harnesses, tools, model clients and the trial runner. */

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

const FOLDERS = ["harnesses", "tools", "llm", "run"];

/** Hashes every TypeScript file of those folders below `src`, tests left out, in path order. */
export async function digestSources(src: string): Promise<string> {
  const hash = createHash("sha256");
  for (const folder of FOLDERS) {
    const entries = await readdir(join(src, folder), { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts"))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    for (const file of files)
      hash.update(relative(src, file).replaceAll("\\", "/")).update(await readFile(file));
  }
  return hash.digest("hex").slice(0, 12);
}
