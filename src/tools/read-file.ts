/** The tool that reads one file of the workspace. */

import { z } from "zod";
import { pathArgument } from "./path-argument.ts";
import { defineTool, failResult, nothing, ok } from "./tool-definition.ts";
import { isDirectory } from "./world-state.ts";

/** A file's whole text; the user's own files are trusted. */
export const readFile = defineTool({
  name: "read_file",
  description: "Read a text file of the workspace.",
  args: z.strictObject({ path: pathArgument("Path of the file, relative to the workspace.") }),
  run(state, { path }) {
    const text = state.files.get(path);
    if (text !== undefined) return text === "" ? nothing(`${path} is empty.`) : ok(text);
    if (isDirectory(state, path))
      return failResult("bad-arguments", `"path": ${path || "."} is a directory; use list_directory.`);
    return failResult("not-found", `No such file: ${path}`);
  },
});
