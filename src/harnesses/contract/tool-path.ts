/** The one path to a tool: every harness calls tools through here, so that no call escapes the transcript. */

import type { EventSink } from "../../core/event.ts";
import type { CallPlace } from "../../core/model.ts";
import type { ToolCall, ToolResult } from "../../core/tool.ts";
import type { World } from "../../tools/world.ts";

/** Runs one call on the world between its `tool-call` and `tool-result` events. */
export async function callTool(
  ports: { readonly world: World; readonly events: EventSink },
  call: ToolCall,
  place: CallPlace,
): Promise<ToolResult> {
  ports.events.emit({ type: "tool-call", call }, place);
  const result = await ports.world.call(call);
  ports.events.emit({ type: "tool-result", callId: call.id, tool: call.tool, result }, place);
  return result;
}
