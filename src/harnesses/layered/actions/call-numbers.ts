/** Numbers tool calls by a counter of the trial, so that requests stay byte-identical across arms. */

import type { ToolCall } from "../../../core/tool.ts";
import type { DurableStore } from "../../contract/harness.ts";

const KEY = "tool-call-count";

/** Each call the trial's next id, whatever the model called it. */
export function renumber(durable: DurableStore, calls: readonly ToolCall[]): readonly ToolCall[] {
  const start = Number(durable.get(KEY) ?? 0);
  durable.set(KEY, start + calls.length);
  return calls.map((call, index) => ({ ...call, id: `call-${start + index + 1}` }));
}
