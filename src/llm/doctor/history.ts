/** Finds the form in which an endpoint takes a history that holds a tool call: some refuse the usual one. */

import type { DoctorFinding } from "../../core/doctor-report.ts";
import { partyOf } from "../../core/failure-party.ts";
import type { Json } from "../../core/json.ts";
import type { ModelAnswer, ModelFailed, ModelReply, ModelRequest } from "../../core/model.ts";
import type { ModelSettings } from "../../core/model-settings.ts";
import { finding } from "./finding.ts";
import { toolProbe } from "./probes.ts";

/** Settings that deviate from the usual form, with the options that set them; the smallest deviations first. */
export const HISTORY_FORMS: readonly (Pick<ModelSettings, "emptyContent" | "sendThinking"> & {
  readonly options: readonly string[];
})[] = [
  { emptyContent: "text", options: ["--empty-content text"] },
  { sendThinking: true, options: ["--send-thinking"] },
  { emptyContent: "text", sendThinking: true, options: ["--empty-content text", "--send-thinking"] },
];

/** The tool probe with its call and a result, for the model to answer. */
export function historyProbe(
  { text, toolCalls, carry, reasoning }: ModelAnswer,
  withThinking: boolean,
): ModelRequest {
  const probe = toolProbe();
  const thinking = withThinking && reasoning !== undefined ? withReasoning(carry, reasoning) : carry;
  return {
    ...probe,
    messages: [
      ...probe.messages,
      { role: "assistant", content: text, toolCalls, ...(thinking === undefined ? {} : { carry: thinking }) },
      ...toolCalls.map(({ id, tool }) => ({
        role: "tool" as const,
        callId: id,
        tool,
        content: "The harbour opens at nine.",
      })),
    ],
  };
}

function withReasoning(carry: Json | undefined, reasoning: string): Json {
  const { message, ...rest } = (carry ?? {}) as { readonly [part: string]: Json };
  return { ...rest, message: { ...((message ?? {}) as object), reasoning_content: reasoning } };
}

/** True where the endpoint turned the request away, as against breaking down or answering. */
export function isRefused(reply: ModelReply): reply is ModelFailed {
  return reply.kind === "failed" && partyOf(reply.failure.class) === "operator";
}

/** `options` make the history acceptable; null where none does. */
export function judgeHistory({ failure }: ModelFailed, options: readonly string[] | null): DoctorFinding {
  const what = `a history with a tool call is refused (${failure.message})`;
  if (options === null)
    return finding("history", "problem", `${what} in every form: a harness cannot go on after a call`);
  return finding("history", "warning", `${what}; in another form it works`, options);
}
