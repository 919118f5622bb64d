/** Tool outages: calls that broke, not calls that answered with an error of the caller's own. */

import type { ToolCall, ToolErrorClass, ToolResult } from "../../../../core/tool.ts";
import type { ToolOutage } from "./execution-state.ts";

/** A missing file, bad arguments, a refusal or an exit code are answers; these say that the tool did not work. */
const BROKEN: readonly ToolErrorClass[] = ["timeout", "network", "server-error"];

interface Ran {
  readonly call: ToolCall;
  readonly result: ToolResult;
}

/** The outages among the results of one step. */
export function outagesIn(
  results: readonly Ran[],
  at: { readonly task: string; readonly iteration: number },
): readonly ToolOutage[] {
  return results.flatMap(({ call, result: { errorClass, content } }) =>
    errorClass !== undefined && BROKEN.includes(errorClass)
      ? [{ ...at, tool: call.tool, class: errorClass, message: content }]
      : [],
  );
}

/** The words of the last outage where all calls of a task were outages, null where one of them worked. */
export function nothingButOutages(calls: number, outages: readonly ToolOutage[]): string | null {
  const last = outages.at(-1);
  return last !== undefined && outages.length === calls
    ? `${last.tool} does not work (${last.class}): ${last.message}`
    : null;
}
