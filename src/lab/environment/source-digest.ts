/** Digest of the source that decides what a trial of one harness does: its own, and what every trial runs through. */

import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative } from "node:path";

/** Folders below `src` that shape a trial of any harness. */
const TRIAL_SOURCES = ["harnesses/contract", "tools", "run", "llm"];

/** Folders among them that no trial runs through: an endpoint's examination, and an endpoint for others. */
const APART = ["llm/doctor", "llm/server"];

/** Hashes every TypeScript file of a harness and of what its trials run through, in path order. */
export async function digestSources(
  src: string,
  harness: { readonly sources: readonly string[] },
): Promise<string> {
  const hash = createHash("sha256");
  for (const file of await trialSources(src, harness))
    hash.update(file).update(await readFile(join(src, file)));
  return hash.digest("hex").slice(0, 12);
}

/** Paths below `src` of the files that the digest of a harness is taken of; tests are left out. */
export async function trialSources(
  src: string,
  { sources }: { readonly sources: readonly string[] },
): Promise<readonly string[]> {
  const files = await Promise.all([...TRIAL_SOURCES, ...sources].map((source) => filesOf(join(src, source))));
  return files
    .flat()
    .map((file) => relative(src, file).replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .filter((file) => !APART.some((folder) => file.startsWith(`${folder}/`)))
    .sort();
}

async function filesOf(path: string): Promise<readonly string[]> {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
