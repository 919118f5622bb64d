/** One HTTP exchange with an OpenAI-compatible endpoint, through the openai package. */

import type { ChatCompletionCreateParamsNonStreaming } from "openai/resources/chat/completions";
import { pageAddress, shownAddress } from "../../core/endpoint-address.ts";
import type { ModelFailed } from "../../core/model.ts";
import { failedReply } from "../failed-reply.ts";
import { NOBODY_THERE, WRONG_ADDRESS } from "./api-conditions.ts";
import type { Blotter } from "./blot-keys.ts";
import { patientFetch } from "./patient-fetch.ts";

/** Answer of an endpoint, whatever its status; secrets are blotted out of headers and text. */
export interface Exchange {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly latencyMs: number;
  /** For what becomes readable only when the text is parsed or put together. */
  readonly blot: Blotter;
}

/** A request to which nothing came back. */
export interface Unanswered {
  readonly failed: ModelFailed;
  /** No server took the connection. */
  readonly nobodyThere: boolean;
}

/** Address, key and patience of a request. */
export interface Endpoint {
  /** With its secrets. */
  readonly address: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
  readonly blot: Blotter;
}

/** The body of a chat completion request. */
export type ChatBody = ChatCompletionCreateParamsNonStreaming;

/** Posts one chat completion, once: the time-out covers the body too, and retries are the caller's. */
export async function exchangeChat(
  endpoint: Endpoint,
  body: ChatBody,
  headers: Record<string, string>,
): Promise<Exchange | Unanswered> {
  const { default: OpenAI } = await import("openai");
  const signal = AbortSignal.timeout(endpoint.timeoutMs);
  const started = performance.now();
  let received: Exchange | null = null;
  const client = new OpenAI({
    // Replaced below: the package puts its paths behind the query of an address.
    baseURL: "http://endpoint.invalid",
    apiKey: endpoint.apiKey,
    organization: null,
    project: null,
    maxRetries: 0,
    logLevel: "off",
    // The package reads only the error shapes it knows, so the answer is kept here as it came.
    fetch: async (_, init) => {
      const response = await patientFetch(pageAddress(endpoint.address, "chat/completions"), init);
      const { blot } = endpoint;
      const text = blot.text(await response.clone().text());
      const headers = new Headers([...response.headers].map(([name, value]) => [name, blot.text(value)]));
      const latencyMs = performance.now() - started;
      received = { status: response.status, headers, text, latencyMs, blot };
      return response;
    },
  });
  try {
    await client.chat.completions
      .create(body, { headers, signal, timeout: endpoint.timeoutMs + 1_000 })
      .asResponse();
  } catch (error) {
    if (received === null) return transportFailure(endpoint, error, signal, performance.now() - started);
  }
  return received ?? transportFailure(endpoint, null, signal, performance.now() - started);
}

function transportFailure(
  endpoint: Endpoint,
  error: unknown,
  signal: AbortSignal,
  latencyMs: number,
): Unanswered {
  if (signal.aborted) {
    const message = `no reply within ${endpoint.timeoutMs / 1000} s`;
    return { failed: failedReply({ class: "timeout", message }, { latencyMs }), nobodyThere: false };
  }
  const cause = innermost(error);
  const message = endpoint.blot.text(`cannot reach ${shownAddress(endpoint.address)}: ${textOf(cause)}`);
  const code = cause?.code ?? "";
  const failureClass = WRONG_ADDRESS.test(code) ? "bad-request" : "network";
  return {
    failed: failedReply({ class: failureClass, message }, { latencyMs }),
    nobodyThere: NOBODY_THERE.test(code),
  };
}

/** The innermost error, since the outer ones only say that fetching failed. */
function innermost(error: unknown): NodeJS.ErrnoException | null {
  let at = error;
  while (at instanceof Error && at.cause instanceof Error) at = at.cause;
  return at instanceof Error ? at : null;
}

function textOf(cause: NodeJS.ErrnoException | null): string {
  return cause === null ? "no response" : cause.message || cause.code || cause.name;
}
