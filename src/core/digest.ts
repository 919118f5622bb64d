/** Content digests: the identity of scenarios, requests, replies, trials and experiments. */

import { createHash } from "node:crypto";
import { canonicalJson } from "./json.ts";

/** Hex SHA-256 of a text. */
export function digestText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Hex SHA-256 of a value's canonical JSON; key order and absent fields do not matter. */
export function digestOf(value: unknown): string {
  return digestText(canonicalJson(value));
}

/** The first 12 hex digits of a value's digest: the form shown to people and used in ids. */
export function shortDigest(value: unknown): string {
  return digestOf(value).slice(0, 12);
}
