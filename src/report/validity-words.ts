/** The rule that decided which rows are outcomes, in words. */

/** The stated column and the columns in which nothing speaks against a row; null where every row is an outcome. */
export function validityWords(said: string | undefined, used: readonly string[]): string | null {
  const parts = [
    ...(said === undefined ? [] : [said]),
    ...(used.length === 0 ? [] : [`nothing against it in ${used.join(", ")}`]),
  ];
  return parts.length === 0 ? null : parts.join(" and ");
}
