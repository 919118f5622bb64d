/** The baselines a project knows by name: files in a folder beside the store. */

import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { LabError } from "../../../core/errors.ts";
import { BaselineName } from "./baseline-file.ts";

const ENDING = ".json.gz";

/** File of the baseline of a name; a name that cannot be a file's is wrong use. */
export function baselinePath(db: string, name: string): string {
  const parsed = BaselineName.safeParse(name);
  if (parsed.success) return join(dirname(db), "baselines", `${name}${ENDING}`);
  throw new LabError({
    code: "bad-name",
    what: `${JSON.stringify(name)} cannot name a baseline`,
    where: "baseline name",
    remedy: parsed.error.issues[0]?.message ?? "use another name",
  });
}

/** Path of a named baseline; null where there is none of that name. */
export function namedBaseline(db: string, name: string): string | null {
  if (!BaselineName.safeParse(name).success) return null;
  const file = baselinePath(db, name);
  return existsSync(file) ? file : null;
}

/** Names known beside a store, in order. */
export async function baselineNames(db: string): Promise<readonly string[]> {
  const folder = join(dirname(db), "baselines");
  if (!existsSync(folder)) return [];
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();
}
