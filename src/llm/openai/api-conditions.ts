/** The table of API conditions: every way in which an endpoint fails a request, and the class of that failure. */

import type { FailureClass } from "../../core/model.ts";

/** A refusal or error that the endpoint states; what is given has to match, a pattern over words or over the message. */
export interface ErrorCondition {
  readonly name: string;
  /** HTTP statuses that it is looked for under; absent = any. */
  readonly status?: (status: number) => boolean;
  /** Matches the error's code, type or status word. */
  readonly word?: RegExp;
  /** Matches what the error says. */
  readonly message?: RegExp;
  /** Holds only where the server names no wait after which the request would be taken. */
  readonly withoutWait?: true;
  readonly class: FailureClass;
}

const refused = (status: number): boolean => status < 500;

/** Statements of an endpoint, in order: the first condition that matches decides; none leaves it to the HTTP status. */
export const ERROR_CONDITIONS: readonly ErrorCondition[] = [
  { name: "the simulated model has no rule", word: /\bno_rule\b/, class: "no-rule" },
  {
    name: "the model wrote an unreadable call",
    word: /tool_use_failed|json_validate_failed|failed_generation/,
    class: "malformed-reply",
  },
  {
    name: "the server could not parse what the model wrote",
    message: /error parsing tool call|failed to parse (?:input at pos|tool call arguments)/i,
    class: "malformed-reply",
  },
  {
    name: "the request is beyond the account's rate at any time",
    message:
      /request too large.{0,200}(?:tokens|requests) per (?:min|day)|\((?:TPM|TPD)\): limit \d+, requested \d+, please reduce/is,
    class: "quota",
  },
  {
    name: "prompt and token cap together overflow the context",
    message: /inputs?`? (?:tokens )?\+ `?max_new_tokens|input length and `?max_tokens/i,
    class: "context-length",
  },
  {
    name: "the token cap is beyond the model",
    message:
      /max_(?:completion_|new_|output_)?tokens\b[^.]{0,40}(?:too large|must be|cannot be|is larger|is greater|at most)/i,
    class: "bad-request",
  },
  {
    name: "the context overflows, by its code",
    word: /context_(?:length|window|size)|contextwindowexceeded|prompt_too_long|string_above_max_length/i,
    class: "context-length",
  },
  {
    name: "the context overflows, by the message",
    status: (status) => status !== 429 && status !== 401 && status !== 403,
    message:
      /maximum (?:context|prompt) length|context (?:length|window|size)[^.]{0,80}(?:exceed|overflow|limit|only|too)|(?:exceeds?|exceeded|beyond|than|larger than)[^.]{0,60}context|maximum model length|(?:prompt|input)(?: tokens| length)? is too long|prompt too long|too many (?:input |prompt )?tokens|token count[^.]{0,40}exceeds|`?inputs`? must have less than|prompt exceeds max length|range of input length|too large for model with/i,
    class: "context-length",
  },
  {
    name: "the prompt is refused for its content",
    status: refused,
    word: /content_filter|content_policy|responsibleaipolicy|data_inspection|moderation|safety/i,
    class: "prompt-filtered",
  },
  {
    name: "the prompt is refused for its content, by the message",
    status: refused,
    message: /content (?:management )?policy|input was flagged|requires moderation|inappropriate content/i,
    class: "prompt-filtered",
  },
  { name: "payment is required", status: (status) => status === 402, class: "quota" },
  {
    name: "the account is out of money, by its code",
    word: /insufficient_(?:quota|balance|funds|credits?)|billing|payment|credit|budget_exceeded|exceeded_current_quota/i,
    class: "quota",
  },
  {
    name: "the account is out of money, by the message",
    withoutWait: true,
    message:
      /credit balance|insufficient (?:credit|balance|fund|quota)|(?:out of|no|used all(?: available)?|not enough|more) credits|exceeded your (?:current |monthly )?(?:quota|included)|billing|payment required|(?:spending|usage|spend) limits?|budget has been exceeded|account (?:is |has been )?(?:suspended|deactivated)/i,
    class: "quota",
  },
  {
    name: "the key is refused, by its code or the message",
    status: refused,
    word: /invalid_api_key|authentication|unauthenticated|unauthorized|permission_(?:denied|error)/i,
    class: "auth",
  },
  {
    name: "the key is refused, by the message",
    status: refused,
    message:
      /(?:invalid|incorrect|missing|no|wrong|expired)\b.{0,20}\bapi.?key|api.?key\b.{0,30}(?:not valid|invalid|expired|required|missing)/i,
    class: "auth",
  },
  {
    name: "the model is unknown, by its code",
    word: /model_not_found|unknown_model|invalid_model|model_not_available/i,
    class: "model-not-found",
  },
  {
    name: "the model is unknown, by the message",
    status: (status) => status < 429,
    message:
      /\bmodel\b.{0,80}(?:not found|not exist|unknown|not available|no such|has been deprecated)|(?:unknown|invalid|no such) model|not a valid model/i,
    class: "model-not-found",
  },
  {
    name: "the rate is limited, by its code",
    word: /rate.?limit|too_many_requests|resource_exhausted|throttl/i,
    class: "rate-limit",
  },
  {
    name: "the server is overloaded, by its code",
    word: /overloaded|unavailable/i,
    class: "server-error",
  },
];

/** Statuses that an error object inside a 200 stands for when it has a word and no number. */
export const WORD_STATUSES: readonly (readonly [RegExp, number])[] = [
  [/overloaded/i, 529],
  [/rate.?limit|too_many_requests|resource_exhausted|throttl/i, 429],
  [/authentication|unauthenticated|unauthorized|invalid_api_key/i, 401],
  [/billing|payment|insufficient_/i, 402],
  [/permission|forbidden/i, 403],
  [/not_found/i, 404],
  [/request_too_large/i, 413],
  [/invalid_request|invalid_argument|bad_request|invalid_parameter/i, 400],
  [/timeout|deadline_exceeded/i, 504],
  [/unavailable/i, 503],
];

/** Codes with which a host answers that has no server there, or does not answer at all. */
export const NOBODY_THERE = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/;

/** Codes of broken connections that no second try puts right: the address, its protocol or its certificate is wrong. */
export const WRONG_ADDRESS =
  /^(?:ERR_INVALID_(?:URL|PROTOCOL)|CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|EPROTO)/;
