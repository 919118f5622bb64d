/** Reads what an error answer says, whatever shape the server gave it, and classes it by the table of API conditions. */

import { partyOf } from "../../core/failure-party.ts";
import type { FailureClass, ModelFailure } from "../../core/model.ts";
import { failureClassOf } from "../status-classes.ts";
import { ERROR_CONDITIONS, WORD_STATUSES } from "./api-conditions.ts";
import { type Fields, fieldsOf, textOf } from "./loose-fields.ts";
import { retryTold } from "./retry-wait.ts";

const MESSAGE_CHARS = 500;

/** Readable facts of an answer that is an error. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body, undefined when it is not JSON. */
  readonly body: unknown;
  readonly text: string;
}

/** A failure out of an HTTP status with its body, or out of an error object inside a 200. */
export function readError({ status, headers, body, text }: ErrorAnswer): ModelFailure {
  const error = errorObject(body);
  const words = [error.code, error.type, error.status, error.error_type]
    .map(textOf)
    .filter(Boolean)
    .join(" ");
  const message = messageOf(body, error, text) || `HTTP ${status}`;
  const told = status < 300 ? statusIn(error, words) : status;
  const spoken = [message, textOf(fieldsOf(error.metadata).raw)].join("\n");
  const waits = retryTold({ headers, message }, Date.now()) !== null;
  const failureClass = classOf({ status: told, words, message: spoken, waits });
  return {
    class: failureClass,
    // A simulated server's want of a rule is not the transport's doing.
    status: failureClass === "no-rule" ? null : told,
    message: withDetail(error, withTarget(message, status, headers)),
  };
}

/** True where a failure may be gone when asked again; after a time-out the first try may have been billed. */
export function isPassing(failure: ModelFailure): boolean {
  return partyOf(failure.class) === "infrastructure" && failure.class !== "timeout";
}

interface Said {
  readonly status: number;
  readonly words: string;
  readonly message: string;
  readonly waits: boolean;
}

function classOf({ status, words, message, waits }: Said): FailureClass {
  const found = ERROR_CONDITIONS.find(
    (one) =>
      one.status?.(status) !== false &&
      (one.word === undefined || one.word.test(words)) &&
      (one.message === undefined || one.message.test(message)) &&
      !(one.withoutWait && waits),
  );
  return found?.class ?? failureClassOf(status);
}

function errorObject(given: unknown): Fields {
  const body = Array.isArray(given) ? given[0] : given;
  const { error, errors, detail, base_resp: base } = fieldsOf(body);
  if (typeof error === "string" && error !== "")
    return { ...fieldsOf(body), message: errorText(error, body) };
  if (typeof error === "object" && error !== null) return fieldsOf(error);
  if (Array.isArray(errors)) return fieldsOf(errors[0]);
  if (typeof detail === "string") return { message: detail };
  if (typeof base === "object" && base !== null) return { message: fieldsOf(base).status_msg };
  return fieldsOf(body);
}

/** "Unauthorized" beside a sentence of its own. */
function errorText(error: string, body: unknown): string {
  const message = textOf(fieldsOf(body).message);
  return message === "" ? error : `${error}: ${message}`;
}

function messageOf(body: unknown, error: Fields, text: string): string {
  const message = textOf(error.message) || textOf(error.msg);
  if (message !== "") return message;
  if (body !== undefined) return clip(JSON.stringify(body));
  // A proxy's HTML page says what happened in its title; the rest is decoration.
  const title = /<title>\s*(.*?)\s*<\/title>/is.exec(text)?.[1];
  return clip(title ?? text.trim());
}

function withTarget(message: string, status: number, headers: Headers): string {
  const target = headers.get("location");
  return status >= 300 && status < 400 && target !== null
    ? `the address redirects (HTTP ${status}) to ${target}: use the base URL that answers itself`
    : message;
}

/** Text of the model in an error: evidence where the server could not read its tool call, so it is kept. */
function withDetail(error: Fields, message: string): string {
  const generation = textOf(error.failed_generation);
  return clip(generation === "" ? message : `${message} It wrote: ${generation}`);
}

function statusIn(error: Fields, words: string): number {
  const code = String(error.code ?? error.status ?? "");
  if (/^[45]\d\d$/.test(code)) return Number(code);
  return WORD_STATUSES.find(([pattern]) => pattern.test(words))?.[1] ?? 502;
}

function clip(text: string): string {
  return text.length <= MESSAGE_CHARS ? text : `${text.slice(0, MESSAGE_CHARS)}...`;
}
