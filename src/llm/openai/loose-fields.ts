/** Reads fields of values that come from a server and may be anything. */

/** An object of which nothing is known. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value as an object; no fields where it is none. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** The value as a text; "" where it is none. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The value as a whole number, from a number or from digits; null where it is neither. */
export function wholeOf(value: unknown): number | null {
  const number = typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) ? number : null;
}
