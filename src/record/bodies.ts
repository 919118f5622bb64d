/** Collects the bodies of one save, each text once, and stores those that the file does not hold yet. */

import { BODIES } from "./schema.ts";
import type { Sql } from "./sql.ts";
import { addressOf, storedJson } from "./stored-text.ts";

export interface Bodies {
  /** Remembers a value and gives its digest. */
  put(value: unknown): string;
  readonly texts: ReadonlyMap<string, string>;
}

/** Opens an empty collection. */
export function collectBodies(): Bodies {
  const texts = new Map<string, string>();
  const digests = new Map<string, string>();
  const known = new WeakMap<object, string>();
  return {
    texts,
    put(value) {
      const object = typeof value === "object" && value !== null ? value : null;
      const seen = object && known.get(object);
      if (seen) return seen;
      const text = storedJson(value);
      const digest = digests.get(text) ?? addressOf(text);
      digests.set(text, digest);
      texts.set(digest, text);
      if (object) known.set(object, digest);
      return digest;
    },
  };
}

/** Appends what is new; runs inside the caller's transaction. */
export async function appendBodies(sql: Sql, bodies: Bodies): Promise<void> {
  const held = await sql.rows<{ digest: string }>(
    "SELECT digest FROM bodies SEMI JOIN (SELECT unnest($digests) AS digest) USING (digest)",
    { digests: [...bodies.texts.keys()] },
  );
  const old = new Set(held.map((row) => row.digest));
  await sql.append(
    BODIES,
    [...bodies.texts].filter(([digest]) => !old.has(digest)).map(([digest, body]) => ({ digest, body })),
  );
}
