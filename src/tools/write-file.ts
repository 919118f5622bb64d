/** The tool that writes one file of the workspace. */

import { z } from "zod";
import { pathArgument } from "./path-argument.ts";
import { defineTool, failResult, ok } from "./tool-definition.ts";
import { isDirectory, type WorldState } from "./world-state.ts";

/** Creates or replaces a file whole; a change of the world, so it is staged. */
export const writeFile = defineTool({
  name: "write_file",
  description: "Create a text file of the workspace or replace its whole content.",
  staged: true,
  args: z.strictObject({
    path: pathArgument("Path of the file, relative to the workspace."),
    content: z.string().describe("The complete new content."),
  }),
  run(state, { path, content }) {
    if (isDirectory(state, path))
      return failResult("bad-arguments", `"path": ${path || "."} is a directory; name a file.`);
    const blocking = parentsOf(path).find((parent) => state.files.has(parent));
    if (blocking !== undefined)
      return failResult(
        "bad-arguments",
        `"path": ${blocking} is a file, so nothing can be written below it.`,
      );
    const replaced = state.files.has(path);
    putFile(state, path, content);
    return ok(`${replaced ? "Replaced" : "Created"} ${path} (${content.length} characters).`);
  },
});

/** Sets a file's text; the directories above it are no longer empty. */
function putFile(state: WorldState, path: string, content: string): void {
  state.files.set(path, content);
  for (const parent of parentsOf(path)) state.emptyDirectories.delete(parent);
}

function parentsOf(path: string): readonly string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}
