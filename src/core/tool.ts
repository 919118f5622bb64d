/** The words that models, tools and harnesses share about a tool: its spec, a call, a result. */

import type { Json } from "./json.ts";

export type JsonSchema = { readonly [key: string]: Json };

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments object. */
  readonly parameters: JsonSchema;
}

export interface ToolCall {
  /** Unique within the trial; a counter, never random, so that requests stay byte-identical across arms. */
  readonly id: string;
  readonly tool: string;
  readonly arguments: { readonly [key: string]: Json };
  /** Text of the model that was not a JSON object; `arguments` is then empty and the call must not run. */
  readonly malformed?: string;
}

/** Reason why a tool call did not give its normal result. */
export type ToolErrorClass =
  | "not-found"
  | "bad-arguments"
  | "timeout"
  | "network"
  | "server-error"
  | "permission"
  | "unknown-tool"
  | "failed";

export interface ToolResult {
  readonly kind: "ok" | "error";
  /** The text shown to the model. */
  readonly content: string;
  /** Set on errors only. */
  readonly errorClass?: ToolErrorClass;
  /** True when the call worked but found nothing: no hits, an empty listing, an empty file. */
  readonly empty?: boolean;
  /** True when the scenario's fault schedule made this error. */
  readonly injected?: boolean;
}
