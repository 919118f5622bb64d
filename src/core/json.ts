/** JSON values and their canonical text, so that equal values have equal bytes and equal digests. */

import { Secret } from "./secret.ts";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Serialises with object keys sorted and absent fields dropped; two equal values give the same text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortKeys(value)) ?? "null";
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== "object") return value;
  if (value instanceof Secret) return undefined;
  const source = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.keys(source)
      .sort()
      .map((key) => [key, sortKeys(source[key])])
      .filter(([, part]) => part !== undefined),
  );
}
