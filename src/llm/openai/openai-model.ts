/** Any OpenAI-compatible endpoint as a Model, through the openai package. */

import type { ModelSettings } from "../../core/experiment.ts";
import type { Model, ModelAnswer, ModelReply, ModelRequest, Usage } from "../../core/model.ts";
import { failedReply } from "../failed-reply.ts";
import { keyBlotter } from "./blot-keys.ts";
import { type ChatBody, type Endpoint, exchangeChat } from "./exchange.ts";
import { decodeStep, REASK } from "./json-protocol.ts";
import { isPassing } from "./read-error.ts";
import { readReply } from "./read-reply.ts";
import { maxTokensOf, requestBody } from "./request-body.ts";
import { retryWaitMs } from "./retry-wait.ts";

const DEFAULT_BASE_URL = "https://api.openai.com/v1";
/** Sent where no key is given, since the package wants one and a keyless server ignores it. */
const NO_KEY = "none";

/** An endpoint with its key. */
export interface OpenAiOptions {
  readonly settings: ModelSettings;
  readonly apiKey: string | null;
  /** Extra headers of a request; a simulated endpoint is told scenario, purpose and draw this way. */
  readonly headers?: (request: ModelRequest) => Record<string, string>;
  /** Waits between tries; the wall clock unless a test says otherwise. */
  readonly wait?: (durationMs: number) => Promise<void>;
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
      try {
        return steps
          ? await askForStep(asking, request)
          : await asking.reply(request, requestBody(request, settings));
      } catch (error) {
        const message = asking.endpoint.blot(`the request could not be made: ${String(error)}`);
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

  constructor(options: OpenAiOptions) {
    this.#options = options;
    this.endpoint = {
      baseUrl: options.settings.baseUrl ?? DEFAULT_BASE_URL,
      apiKey: options.apiKey ?? NO_KEY,
      timeoutMs: options.settings.timeoutMs,
      blot: keyBlotter(options.apiKey),
    };
  }

  get settings(): ModelSettings {
    return this.#options.settings;
  }

  /** One reply with retries; `request` says how to read what comes back. */
  async reply(request: ModelRequest, body: ChatBody): Promise<ModelReply> {
    const wait = this.#options.wait ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms)));
    const headers = this.#options.headers?.(request) ?? {};
    for (let attempt = 0; ; attempt++) {
      const exchange = await exchangeChat(this.endpoint, this.#capped(body), headers);
      const reply = "kind" in exchange ? exchange : await readReply(exchange, request, maxTokensOf(request));
      if (reply.kind === "answer") return reply;
      if (!this.#newerCap && /max_completion_tokens/.test(reply.failure.message)) {
        this.#newerCap = true;
        attempt--;
        continue;
      }
      if (!isPassing(reply.failure) || attempt >= this.settings.maxRetries) return reply;
      const told = "kind" in exchange ? null : exchange.headers;
      await wait(retryWaitMs(attempt, { headers: told, message: reply.failure.message }, Date.now()));
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
