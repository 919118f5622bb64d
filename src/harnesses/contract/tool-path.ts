/** The one path to a tool: every harness calls tools through here, so that no call escapes the transcript. */

import type { EventSink } from "../../core/event.ts";
import type { CallPlace } from "../../core/model.ts";
import type { ToolCall, ToolResult } from "../../core/tool.ts";
import type { World } from "../../tools/world.ts";

/**
 * Runs one call on the world between its `tool-call` and `tool-result` events; a call whose arguments could not be read
 * is answered with what was wrong, so that the model can write it again.
 */
export async function callTool(
  ports: { readonly world: Pick<World, "call">; readonly events: EventSink },
  call: ToolCall,
  place: CallPlace,
): Promise<ToolResult> {
  ports.events.emit({ type: "tool-call", call }, place);
  const result = call.malformed === undefined ? await ports.world.call(call) : unreadable(call);
  ports.events.emit({ type: "tool-result", callId: call.id, tool: call.tool, result }, place);
  return result;
}

const SHOWN_CHARS = 120;

function unreadable(call: ToolCall): ToolResult {
  const content = `The arguments of ${call.tool} are not a JSON object: ${call.malformed?.slice(0, SHOWN_CHARS)}`;
  return { kind: "error", errorClass: "bad-arguments", content };
}
