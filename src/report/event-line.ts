/** One event of a transcript as one labelled line; events that only structure the transcript give none. */

import type { HarnessEvent, LabEvent } from "../core/event.ts";
import type { EventKinds, EventLine, EventStep, Tone } from "../core/event-line.ts";
import { count, duration, usd } from "../core/format.ts";
import type { Json } from "../core/json.ts";
import type { ModelCall } from "../core/model-call.ts";
import type { ToolCall, ToolResult } from "../core/tool.ts";
import { shorten } from "./visible-text.ts";

const RESULT_LENGTH = 240;
const DETAIL_LENGTH = 160;

function json(value: Json | Readonly<Record<string, Json>>): string {
  return shorten(JSON.stringify(value), DETAIL_LENGTH);
}

function callText({ tool, arguments: given }: ToolCall): string {
  return `${tool} ${json(given)}`;
}

function resultText(result: ToolResult): string {
  const kind =
    result.kind === "ok" ? (result.empty ? "ok, nothing found" : "ok") : (result.errorClass ?? "error");
  return `${kind}${result.injected ? " (injected)" : ""}: ${shorten(result.content, RESULT_LENGTH)}`;
}

function line(label: string, text: string, tone: Tone | null = null): EventLine {
  return { label, text, tone };
}

/** Purpose, who asked, tokens, cost where one is paid and where the reply came from. */
function modelLine(
  event: LabEvent & { type: "model-call" },
  call: ModelCall | undefined,
  priced: boolean,
): EventLine {
  const feature = event.feature === null ? "" : ` for ${event.feature}`;
  if (call === undefined) return line("model", `${event.purpose}${feature}: call not stored`, "open");
  const { usage } = call;
  const estimated = usage?.estimated ? " (estimated)" : "";
  const source = call.source === "asked" ? "" : `, ${call.source}`;
  const cost = `${count(usage?.inputTokens ?? null)} in, ${count(usage?.outputTokens ?? null)} out${estimated}${priced ? `, ${usd(call.costUsd)}` : ""}${source}`;
  const failed =
    call.reply.kind === "failed"
      ? `; failed with ${call.reply.failure.class}: ${call.reply.failure.message}`
      : "";
  const notes = call.reply.kind === "answer" ? (call.reply.notes ?? []) : [];
  const noted = notes.length === 0 ? "" : `; noted ${notes.join(", ")}`;
  return line("model", `${event.purpose}${feature}: ${cost}${failed}${noted}`, failed === "" ? null : "bad");
}

/** The line of an event; a step where its harness lists it with its turn, null where turns and sessions show it. */
export function eventLine(
  event: LabEvent,
  calls: readonly ModelCall[],
  kinds: EventKinds,
  priced = true,
): EventLine | EventStep | null {
  switch (event.type) {
    case "session-start":
    case "session-end":
    case "turn-start":
    case "turn-end":
      return null;
    case "command":
      return line("command", `${event.line}\n${event.output}`);
    case "clock-advanced":
      return line("clock", `${duration(event.durationMs)} later, now ${event.now}`);
    case "steered":
      return line("steered", `${event.text} (${event.landing})`, "open");
    case "model-call":
      return modelLine(
        event,
        calls.find(({ index }) => index === event.call),
        priced,
      );
    case "tool-call":
      return line("tool", callText(event.call));
    case "tool-result":
      return line(
        "result",
        `${event.tool} ${resultText(event.result)}`,
        event.result.kind === "ok" ? null : "bad",
      );
    case "tool-denied":
      return line("denied", `${event.decision} ${callText(event.call)}: ${event.reason}`, "open");
    case "action-staged":
      return line("staged", `${event.action.id} ${callText(event.action.call)}`, "open");
    case "action-applied":
      return line("applied", `${event.actionId} ${resultText(event.result)}`);
    case "action-discarded":
      return line("discarded", `${event.actionId}: ${event.reason}`);
    case "limit-hit":
      return line("limit", `${event.limit} reached at ${count(event.value)}`, "bad");
    case "warning":
      return line("warning", `${event.about}: ${event.message}`, "open");
    case "feature-reached":
      return line("reached", `${event.feature} at ${event.at}`, "quiet");
    case "feature-fired":
      return line("fired", `${event.feature} at ${event.at}: ${event.what}`, "good");
    default:
      return Object.hasOwn(kinds, event.type) ? (kinds[event.type]?.(event) ?? null) : unknownLine(event);
  }
}

/** A kind that today's harness does not declare: another version of it ran. */
function unknownLine({ type, place: _place, seq: _seq, ...fields }: HarnessEvent): EventLine {
  return line(type, json(fields));
}
