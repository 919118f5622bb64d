/** Tools and slash commands that a feature adds to a session. */

import type { ToolCall, ToolResult } from "../../../core/tool.ts";
import type { ToolTraits } from "../../../tools/world.ts";
import type { Contribution } from "./contribution.ts";

/** Offered after the world's tools; its calls pass the same wraps, and a staged one waits for approval as any other. */
export interface FeatureTool<Scope> extends ToolTraits {
  /** Contract: never rejects; a failed call is a result of kind "error". */
  run(scope: Scope, call: ToolCall): Promise<ToolResult>;
}

/** Answers what the user sees; `rest` is the line without the command's own words. */
export type FeatureCommand<Scope> = (
  scope: Scope,
  rest: string,
) => Contribution<string> | Promise<Contribution<string>>;
