/** The class of a failure of which nothing but the HTTP status is known. */

import type { FailureClass } from "../core/model.ts";

/** HTTP statuses that do not follow their hundred: 3xx and 4xx are the operator's, 5xx the server's. */
export const STATUS_CLASSES: Readonly<Record<number, FailureClass>> = {
  401: "auth",
  402: "quota",
  403: "auth",
  404: "model-not-found",
  407: "auth",
  408: "timeout",
  409: "server-error",
  410: "model-not-found",
  413: "context-length",
  425: "server-error",
  429: "rate-limit",
  499: "server-error",
  501: "bad-request",
  505: "bad-request",
  511: "bad-request",
};

/** The class that an HTTP status alone stands for. */
export function failureClassOf(status: number): FailureClass {
  return STATUS_CLASSES[status] ?? (status >= 500 ? "server-error" : "bad-request");
}
