/** The World port: everything outside the harness that a trial can touch, in memory, snapshotable, deterministic. */

import type { ToolCall, ToolResult, ToolSpec } from "../core/tool.ts";
import type { WorldSnapshot } from "../core/world-snapshot.ts";

/** Facts of a tool that a harness needs beside its spec. */
export interface ToolTraits {
  readonly spec: ToolSpec;
  /** Changes the world: a harness that asks for approval stages it instead of running it. */
  readonly staged: boolean;
  /** Its output comes from outside the user's own files. */
  readonly untrusted: boolean;
}

/**
 * Contract: `call` never rejects (a failed call is a result of kind "error") and is the only thing that changes the
 * world besides `advance`; equal worlds given equal calls in equal order give equal results. Not shared between trials.
 */
export interface World {
  /** In a fixed order, so that requests stay byte-identical. */
  readonly tools: readonly ToolTraits[];
  call(call: ToolCall): Promise<ToolResult>;
  snapshot(): WorldSnapshot;
}
