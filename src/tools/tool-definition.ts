/** Builds a tool from its argument schema and its behaviour. */

import { z } from "zod";
import type { Json } from "../core/json.ts";
import type { JsonSchema, ToolErrorClass, ToolResult } from "../core/tool.ts";
import type { WorldToolName } from "../core/world-tools.ts";
import type { ToolTraits } from "./world.ts";
import type { WorldState } from "./world-state.ts";

/**
 * One tool of the world.
 * Contract: `run` never rejects and touches nothing but the state it is given; bad arguments are an error result.
 */
export interface Tool {
  readonly traits: ToolTraits;
  run(state: WorldState, args: { readonly [key: string]: Json }): Promise<ToolResult>;
}

interface ToolDefinition<Args extends z.ZodObject> {
  readonly name: WorldToolName;
  readonly description: string;
  readonly args: Args;
  readonly staged?: true;
  readonly untrusted?: true;
  readonly run: (state: WorldState, args: z.output<Args>) => ToolResult | Promise<ToolResult>;
}

/** Makes a tool whose arguments are checked before it runs, so that a model learns which field to correct. */
export function defineTool<Args extends z.ZodObject>(definition: ToolDefinition<Args>): Tool {
  const { $schema: _, ...parameters } = z.toJSONSchema(definition.args, { io: "input" });
  return {
    traits: {
      spec: {
        name: definition.name,
        description: definition.description,
        parameters: parameters as unknown as JsonSchema,
      },
      staged: definition.staged ?? false,
      untrusted: definition.untrusted ?? false,
    },
    async run(state, args) {
      const parsed = definition.args.safeParse(args);
      if (!parsed.success)
        return failResult("bad-arguments", badArguments(definition.name, parsed.error.issues));
      return definition.run(state, parsed.data);
    },
  };
}

/** The result of a call that worked. */
export function ok(content: string): ToolResult {
  return { kind: "ok", content };
}

/** The result of a call that worked and found nothing, which is no failure (A-161). */
export function nothing(content: string): ToolResult {
  return { kind: "ok", content, empty: true };
}

/** The result of a call that did not give its normal result. */
export function failResult(errorClass: ToolErrorClass, content: string): ToolResult {
  return { kind: "error", content, errorClass };
}

function badArguments(tool: string, issues: readonly z.core.$ZodIssue[]): string {
  const problems = issues.map((issue) => {
    const field = issue.path.join(".");
    if (issue.code === "unrecognized_keys")
      return `unknown field${issue.keys.length > 1 ? "s" : ""} ${issue.keys.map((key) => `"${key}"`).join(", ")}`;
    if (issue.code === "invalid_type" && issue.input === undefined) return `"${field}": ${issue.message}`;
    return field === "" ? issue.message : `"${field}": ${issue.message}`;
  });
  return `Bad arguments for ${tool}: ${problems.join("; ")}.`;
}
