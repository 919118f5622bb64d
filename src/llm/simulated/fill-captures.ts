/** Fills `${name}` in what a simulate rule says with what its own patterns captured. */

import type { Json } from "../../core/json.ts";
import type { Captures } from "./rule-match.ts";

/** Either the filled value or the names that no pattern captured. */
export type Filled<T> = { readonly value: T } | { readonly missing: readonly string[] };

/** Replaces every `${name}` in the strings of a value, however deep; keys are left alone. */
export function fillCaptures<T extends Json>(template: T, captures: Captures): Filled<T> {
  const missing = new Set<string>();
  const fill = (value: Json): Json => {
    if (typeof value === "string") return fillText(value, captures, missing);
    if (Array.isArray(value)) return value.map(fill);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fill(part)]));
  };
  const value = fill(template) as T;
  return missing.size === 0 ? { value } : { missing: [...missing] };
}

function fillText(text: string, captures: Captures, missing: Set<string>): string {
  return text.replace(/\$\{(\w+)\}/g, (whole, name: string) => {
    const value = captures.get(name);
    if (value === undefined) missing.add(name);
    return value ?? whole;
  });
}
