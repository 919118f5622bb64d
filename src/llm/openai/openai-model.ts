/** Any OpenAI-compatible endpoint as a Model, through the openai package. */

import { setTimeout } from "node:timers/promises";
import { secretsOfAddress } from "../../core/endpoint-address.ts";
import type {
  Model,
  ModelAnswer,
  ModelFailed,
  ModelFailure,
  ModelReply,
  ModelRequest,
  Usage,
} from "../../core/model.ts";
import type { ModelSettings } from "../../core/model-settings.ts";
import { failedReply } from "../failed-reply.ts";
import { openBlotter } from "./blot-keys.ts";
import { type ChatBody, type Endpoint, exchangeChat } from "./exchange.ts";
import { decodeStep, REASK } from "./json-protocol.ts";
import { isPassing } from "./read-error.ts";
import { readReply } from "./read-reply.ts";
import { requestBody } from "./request-body.ts";
import { retryWaitMs } from "./retry-wait.ts";

const DEFAULT_ADDRESS = "https://api.openai.com/v1";
/** Sent where no key is given, since the package wants one and a keyless server ignores it. */
const NO_KEY = "none";

/** An endpoint with its key. */
export interface OpenAiOptions {
  readonly settings: ModelSettings;
  readonly apiKey: string | null;
  /** Extra headers of a request; a simulated endpoint is told scenario, purpose and draw this way. */
  readonly headers?: (request: ModelRequest) => Record<string, string>;
  /** Ends a wait at once; the call then fails as aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Told of every wait before it begins. */
  readonly onWait?: ((wait: Wait) => void) | undefined;
  /** Waits between tries, rejecting on abort; the wall clock unless a test says otherwise. */
  readonly wait?: (durationMs: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** A wait before a request is sent again. */
export interface Wait {
  readonly durationMs: number;
  readonly failure: ModelFailure;
  /** The try that comes next (2-based), and how many there are at most. */
  readonly next: number;
  readonly tries: number;
}

/** A rate limit by the minute passes within this; a longer wait is a limit by the hour or the day. */
const MAX_WAIT_MS = 300_000;

const sleep = async (durationMs: number, signal: AbortSignal | undefined): Promise<void> => {
  await setTimeout(durationMs, undefined, signal ? { signal } : {});
};

/** The address to ask, with whatever secrets it holds. */
export function addressOf({ secretUrl, baseUrl }: ModelSettings): string {
  return secretUrl?.reveal() ?? baseUrl ?? DEFAULT_ADDRESS;
}

/**
 * Opens an endpoint. Passing failures (connection, 429, 5xx) are asked again up to `maxRetries` times, a time-out is not:
 * the tokens of the first try may have been billed. Latency is that of the try that answered.
 */
export function openAiModel(options: OpenAiOptions): Model {
  const { settings } = options;
  const asking = new Asking(options);
  return {
    id: settings.model,
    simulated: settings.model === "simulated",
    async ask(request) {
      const steps = settings.toolProtocol === "json" && (request.tools?.length ?? 0) > 0;
      const { blot } = asking.endpoint;
      try {
        const reply = steps
          ? await askForStep(asking, request)
          : await asking.reply(request, requestBody(request, settings));
        return blot.value(reply);
      } catch (error) {
        const message = blot.text(`the request could not be made: ${String(error)}`);
        return failedReply({ class: "bad-request", message });
      }
    },
  };
}

class Asking {
  readonly endpoint: Endpoint;
  readonly #options: OpenAiOptions;
  /** Newer models take the cap under another name and say so in a 400. */
  #newerCap = false;
  /** The server has answered something. */
  #found = false;

  constructor(options: OpenAiOptions) {
    this.#options = options;
    const address = addressOf(options.settings);
    this.endpoint = {
      address,
      apiKey: options.apiKey ?? NO_KEY,
      timeoutMs: options.settings.timeoutMs,
      blot: openBlotter([options.apiKey, ...secretsOfAddress(address)]),
    };
  }

  get settings(): ModelSettings {
    return this.#options.settings;
  }

  /** One reply with retries; `request` says how to read what comes back. */
  async reply(request: ModelRequest, body: ChatBody): Promise<ModelReply> {
    const headers = this.#options.headers?.(request) ?? {};
    for (let attempt = 0; ; attempt++) {
      const sent = this.#capped(body);
      const exchange = await exchangeChat(this.endpoint, sent, headers);
      const unanswered = "failed" in exchange;
      const reply = unanswered
        ? exchange.failed
        : readReply(exchange, { request, sent, sendThinking: this.settings.sendThinking === true });
      this.#found ||= !unanswered;
      if (reply.kind === "answer")
        return attempt === 0 ? reply : { ...reply, notes: [...(reply.notes ?? []), "retried"] };
      if (!this.#newerCap && /max_completion_tokens/.test(reply.failure.message)) {
        this.#newerCap = true;
        attempt--;
        continue;
      }
      if (!isPassing(reply.failure) || attempt >= this.settings.maxRetries) return reply;
      // A server that was there may come back; where none ever was, the address is wrong or it was never started.
      if (unanswered && exchange.nobodyThere && !this.#found) return reply;
      const told = unanswered ? null : exchange.headers;
      const durationMs = retryWaitMs(attempt, { headers: told, message: reply.failure.message }, Date.now());
      const ended = await this.#wait(durationMs, reply, attempt);
      if (ended) return ended;
    }
  }

  /** Waits for the next try; the reply that ends the call where the wait is too long or was cut off. */
  async #wait(durationMs: number, failed: ModelFailed, attempt: number): Promise<ModelFailed | null> {
    const { signal, onWait, wait = sleep } = this.#options;
    const { failure } = failed;
    const longest = this.settings.maxWaitMs ?? MAX_WAIT_MS;
    if (durationMs > longest) {
      const message = `${failure.message} (it asks to wait ${seconds(durationMs)}, longer than the ${seconds(longest)} of --max-wait-s)`;
      return { ...failed, failure: { ...failure, message } };
    }
    if (durationMs > 0)
      onWait?.({ durationMs, failure, next: attempt + 2, tries: this.settings.maxRetries + 1 });
    try {
      await wait(durationMs, signal);
      return null;
    } catch {
      const message = `the run was interrupted while it waited to ask again after ${failure.class}`;
      return { ...failed, failure: { ...failure, class: "aborted", message } };
    }
  }

  #capped(body: ChatBody): ChatBody {
    if (!this.#newerCap) return body;
    const { max_tokens: cap, ...rest } = body;
    return cap === undefined || cap === null ? body : { ...rest, max_completion_tokens: cap };
  }
}

/** Asks for one JSON step; an unreadable one is asked again once, and both are paid for. */
async function askForStep(asking: Asking, request: ModelRequest): Promise<ModelReply> {
  const { tools: _tools, schema: _schema, ...plain } = request;
  const body = requestBody(request, asking.settings);
  const first = await asking.reply(plain, body);
  if (first.kind === "failed") return first;
  const step = decodeStep(first, request);
  if (step) return step;
  const messages = [
    ...body.messages,
    { role: "assistant" as const, content: first.text },
    { role: "user" as const, content: REASK },
  ];
  const second = await asking.reply(plain, { ...body, messages });
  if (second.kind === "failed") return { ...second, usage: sumUsage(first.usage, second.usage) };
  const paid: ModelAnswer = {
    ...second,
    usage: sumUsage(first.usage, second.usage),
    latencyMs: sum(first.latencyMs, second.latencyMs),
    notes: [...(second.notes ?? []), "asked-again"],
  };
  const message = `the model wrote no JSON step, twice: ${second.text.slice(0, 200)}`;
  return (
    decodeStep(paid, request) ??
    failedReply({ class: "malformed-reply", message }, { usage: paid.usage, latencyMs: paid.latencyMs })
  );
}

function seconds(durationMs: number): string {
  return `${Math.ceil(durationMs / 1000)} s`;
}

function sumUsage(first: Usage, second: Usage | null): Usage {
  return {
    inputTokens: sum(first.inputTokens, second?.inputTokens ?? null),
    cachedInputTokens: sum(first.cachedInputTokens, second?.cachedInputTokens ?? null),
    outputTokens: sum(first.outputTokens, second?.outputTokens ?? null),
    estimated: first.estimated || (second?.estimated ?? false),
  };
}

/** A sum with an unknown part is unknown. */
function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}
