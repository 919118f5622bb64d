/** Narrows a figure that a test expects to be known. */

/** The value; a test that meets null where a figure should stand fails here. */
export function known<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error("expected a known value");
  return value;
}
