/** Paths of the workspace in one form, so that the same file has one name in tools, checks and snapshots. */

/** Normalises a path relative to the workspace ("" is its root); null when it is absolute or leaves the workspace. */
export function workspacePath(path: string): string | null {
  const inside = path.replace(/^\/workspace(?=\/|$)\/?/, "");
  if (inside.startsWith("/") || inside.includes("\0")) return null;
  const parts: string[] = [];
  for (const part of inside.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}
