/** The path argument of the file tools: workspace-relative, never outside. */

import { z } from "zod";
import { workspacePath } from "../core/workspace-path.ts";

const OUTSIDE = "must be a path relative to the workspace, without leaving it";

/** A path that comes out normalised; one outside the workspace is a bad argument. */
export function pathArgument(description: string) {
  return z
    .string()
    .refine((path) => workspacePath(path) !== null, OUTSIDE)
    .overwrite((path) => workspacePath(path) ?? path)
    .describe(description);
}
