/** Writes files of data whole or leaves them as they were, since a torn baseline or artifact is worse than the old one. */

import { mkdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Writes beside the target and renames, so that nobody ever reads a part; a link keeps pointing where it did.
 * Contract: rejects with the error of the file system, the target being untouched then.
 */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const target = await realpath(file).catch(() => file);
  const known = await stat(target).catch(() => null);
  // A device is written to and never replaced by a file.
  if (known !== null && !known.isFile()) return writeFile(target, content);
  const draft = `${target}.${process.pid}.tmp`;
  try {
    await writeFile(draft, content);
    await rename(draft, target);
  } catch (cause) {
    await rm(draft, { force: true });
    throw cause;
  }
}
