/** Builds model requests for tests; what a test does not name has a plain default. */

import type { CallPlace, Message, ModelRequest } from "../core/model.ts";
import type { ToolSpec } from "../core/tool.ts";

export const firstPlace: CallPlace = { session: 1, turn: 1, iteration: 1, task: "" };

/** A `propose` request with one system and one user message, overridden by what is given. */
export function modelRequest(
  overrides: Partial<ModelRequest> & { readonly user?: string } = {},
): ModelRequest {
  const { user = "hello", ...rest } = overrides;
  const messages: readonly Message[] = [
    { role: "system", content: "You are an assistant." },
    { role: "user", content: user },
  ];
  return { purpose: "propose", feature: null, place: firstPlace, messages, ...rest };
}

/** A tool that takes one text. */
export function toolSpec(name: string, argument = "path"): ToolSpec {
  return {
    name,
    description: `Runs ${name}.`,
    parameters: {
      type: "object",
      properties: { [argument]: { type: "string" } },
      required: [argument],
      additionalProperties: false,
    },
  };
}
