/** A plain text table: columns as wide as their widest cell, the last one free. */

/** Lays rows out under a header; no rows gives the header and a line that says so. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => (row[column] ?? "").length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column === cells.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd();
  return [
    line(header),
    line(
      widths.map((width, column) =>
        "-".repeat(column === widths.length - 1 ? (header[column]?.length ?? 1) : width),
      ),
    ),
    ...(rows.length > 0 ? rows.map(line) : ["(none)"]),
  ].join("\n");
}
