/** The tool that looks for a text in the files of the workspace. */

import { z } from "zod";
import { pathArgument } from "./path-argument.ts";
import { defineTool, failResult, nothing, ok } from "./tool-definition.ts";
import { isDirectory, snapshotOf } from "./world-state.ts";

const MAX_HITS = 100;

/** Finds the lines that hold a literal text, ignoring case, in path order; says how many more there are. */
export const searchFiles = defineTool({
  name: "search_files",
  description: "Find the lines of workspace files that contain a text (literal, case ignored).",
  args: z.strictObject({
    query: z.string().min(1).describe("The text to look for."),
    path: pathArgument("Only look in this file or below this directory.").default(""),
  }),
  run(state, { query, path }) {
    if (!state.files.has(path) && !isDirectory(state, path))
      return failResult("not-found", `No such path: ${path}`);
    const wanted = query.toLowerCase();
    const hits: string[] = [];
    for (const [file, text] of Object.entries(snapshotOf(state).files)) {
      if (path !== "" && file !== path && !file.startsWith(`${path}/`)) continue;
      for (const [index, line] of text.split("\n").entries())
        if (line.toLowerCase().includes(wanted)) hits.push(`${file}:${index + 1}: ${line}`);
    }
    if (hits.length === 0) return nothing(`No file contains "${query}".`);
    const more = hits.length - MAX_HITS;
    return ok([...hits.slice(0, MAX_HITS), ...(more > 0 ? [`... and ${more} more lines`] : [])].join("\n"));
  },
});
