/** Reads what an error answer says, whatever shape the server gave it. */

import type { FailureClass, ModelFailure } from "../../core/model.ts";
import { failureClassOf } from "../failed-reply.ts";
import { type Fields, fieldsOf, textOf } from "./loose-fields.ts";

const MESSAGE_CHARS = 500;

/** A failure out of an HTTP status with its body, or out of an error object inside a 200. */
export function readError(status: number, body: unknown, text: string): ModelFailure {
  const error = errorObject(body);
  const code = `${textOf(error.code)} ${textOf(error.type)}`;
  const message = messageOf(body, error, text) || `HTTP ${status}`;
  const told = status < 400 ? statusIn(error) : status;
  const failureClass = classOf(told, code, message);
  return {
    class: failureClass,
    // A simulated server's want of a rule is not the transport's doing.
    status: failureClass === "no-rule" ? null : told,
    message: withDetail(error, message),
  };
}

/** Whether a failure may be gone when asked again: the account's own limits and wrong requests are not. */
export function isPassing(failure: ModelFailure): boolean {
  return ["server-error", "rate-limit", "network"].includes(failure.class);
}

function errorObject(body: unknown): Fields {
  const { error, errors, detail } = fieldsOf(body);
  if (typeof error === "string") return { message: error };
  if (error !== undefined && error !== null) return fieldsOf(error);
  if (Array.isArray(errors)) return fieldsOf(errors[0]);
  if (typeof detail === "string") return { message: detail };
  return fieldsOf(body);
}

function messageOf(body: unknown, error: Fields, text: string): string {
  const message = textOf(error.message);
  if (message !== "") return message;
  if (body !== undefined) return clip(JSON.stringify(body));
  // A proxy's HTML page says what happened in its title; the rest is decoration.
  const title = /<title>\s*(.*?)\s*<\/title>/is.exec(text)?.[1];
  return clip(title ?? text.trim());
}

/** What the model wrote when the server could not read its tool call is evidence, so it is kept. */
function withDetail(error: Fields, message: string): string {
  const generation = textOf(error.failed_generation);
  return clip(generation === "" ? message : `${message} It wrote: ${generation}`);
}

function statusIn(error: Fields): number {
  const code = Number(error.code ?? error.status);
  if (Number.isInteger(code) && code >= 400 && code < 600) return code;
  return /rate.?limit/i.test(textOf(error.code) + textOf(error.type)) ? 429 : 502;
}

const OUT_OF_CONTEXT =
  /context (?:length|window|size)|maximum context|prompt is too long|too many (?:input )?tokens/i;
const UNKNOWN_MODEL =
  /model\b.{0,80}(?:not found|does not exist|not exist|unknown|not available|no such)|(?:unknown|invalid|no such) model/i;

function classOf(status: number, code: string, message: string): FailureClass {
  if (/\bno_rule\b/.test(code)) return "no-rule";
  if (/context_length|context_size/.test(code) || (status < 429 && OUT_OF_CONTEXT.test(message)))
    return "context-length";
  if (/tool_use_failed|failed_generation/.test(code)) return "malformed-reply";
  if (/content_filter|content_policy/.test(code)) return "refused";
  // The account is out of money: asking again does not help, nor does waiting.
  if (status === 402 || /insufficient_quota|billing/.test(code)) return "auth";
  if (/model_not_found/.test(code) || (status < 429 && UNKNOWN_MODEL.test(message))) return "model-not-found";
  return failureClassOf(status);
}

function clip(text: string): string {
  return text.length <= MESSAGE_CHARS ? text : `${text.slice(0, MESSAGE_CHARS)}...`;
}
