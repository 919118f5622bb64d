/** The tool that lists a directory of the workspace. */

import { z } from "zod";
import { pathArgument } from "./path-argument.ts";
import { defineTool, failResult, nothing, ok } from "./tool-definition.ts";
import { isDirectory } from "./world-state.ts";

/** Lists names one level deep, directories with a slash at the end, sorted. */
export const listDirectory = defineTool({
  name: "list_directory",
  description: "List the files and directories in a directory of the workspace.",
  args: z.strictObject({
    path: pathArgument("Path of the directory, relative to the workspace; leave out for its root.").default(
      "",
    ),
  }),
  run(state, { path }) {
    if (state.files.has(path))
      return failResult("bad-arguments", `"path": ${path} is a file; use read_file.`);
    if (!isDirectory(state, path)) return failResult("not-found", `No such directory: ${path}`);
    const prefix = path === "" ? "" : `${path}/`;
    const names = new Set<string>();
    for (const file of state.files.keys()) addName(names, file, prefix, false);
    for (const directory of state.emptyDirectories) addName(names, directory, prefix, true);
    if (names.size === 0) return nothing(`${path || "."} is empty.`);
    return ok([...names].sort().join("\n"));
  },
});

function addName(names: Set<string>, known: string, prefix: string, isDirectoryItself: boolean): void {
  if (!known.startsWith(prefix) || known.length === prefix.length) return;
  const rest = known.slice(prefix.length);
  const slash = rest.indexOf("/");
  if (slash >= 0) names.add(rest.slice(0, slash + 1));
  else names.add(isDirectoryItself ? `${rest}/` : rest);
}
