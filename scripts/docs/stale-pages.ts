/** Generated pages that differ from what would be made today, and pages that have no maker any more. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, ROOT } from "./citations.ts";
import type { Page } from "./page.ts";

/** Folders in which every page is a generated one. */
const GENERATED = ["docs/formats", "docs/flags"];

export interface Differing {
  readonly stale: readonly string[];
  readonly orphaned: readonly string[];
}

/** Compares the pages with the files of the repository. */
export async function differing(
  pages: readonly Page[],
  read: (path: string) => Promise<string>,
): Promise<Differing> {
  const stale: string[] = [];
  for (const { path, text } of pages) if ((await read(path).catch(() => null)) !== text) stale.push(path);
  const made = new Set(pages.map(({ path }) => path));
  const orphaned = GENERATED.filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) => filesBelow(folder, /\.md$/))
    .filter((file) => !made.has(file));
  return { stale, orphaned };
}
