/** Opens the store for reading, with an error that says how to make one where there is none. */

import { existsSync } from "node:fs";
import { LabError } from "../../core/errors.ts";
import type { Store } from "../../record/store-port.ts";

/** Reads from the store at a path; works while a run goes on. */
export async function readStore<T>(db: string, use: (store: Store) => Promise<T>): Promise<T> {
  if (!existsSync(db))
    throw new LabError({
      code: "no-store",
      what: `there is no store at ${db}`,
      where: "--db",
      remedy: "run harness-lab ablate first, or name the file with --db",
    });
  const { withStore } = await import("../../record/store.ts");
  return withStore(db, "read", use);
}
