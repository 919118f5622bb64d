/** Compares names of columns and words whatever their spelling: case, snake, camel, blanks and hyphens make no difference. */

/** Keeps letters and digits alone, in lower case: "Invalid_Run", "invalidRun" and "invalid run" are one name. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
}
