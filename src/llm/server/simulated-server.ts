/** The simulated model behind an OpenAI-compatible HTTP server on 127.0.0.1. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { LabError } from "../../core/errors.ts";
import { faultCovers } from "../../core/fault.ts";
import type { SimulateRule } from "../../core/scenario.ts";
import { fieldsOf } from "../openai/loose-fields.ts";
import { simulatedModel } from "../simulated/simulated-model.ts";
import { estimateRequestTokens } from "../simulated/token-estimate.ts";
import { decodeRequest, type WireRequest } from "./decode-request.ts";
import { openDraws } from "./draws.ts";
import { encodeReply, encodeStream } from "./encode-reply.ts";
import type { Mishap, Personality } from "./personality.ts";
import { UNLABELLED_RULES } from "./unlabelled-rules.ts";

/** Models to serve, and the manner of serving. */
export interface SimulatedServerOptions {
  /** 0 picks a free one. */
  readonly port: number;
  readonly personality: Personality;
  /** The rules of a scenario by its id; null for a client that names none. */
  readonly rules: (scenarioId: string | null) => readonly SimulateRule[];
}

/** A running server. */
export interface SimulatedServer {
  /** Base URL for a client, ending in /v1. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the server; a port that is taken is a LabError. */
export async function startSimulatedServer(options: SimulatedServerOptions): Promise<SimulatedServer> {
  const desk = new Desk(options);
  const server = createServer((incoming, outgoing) => {
    desk.handle(incoming, outgoing).catch((error: unknown) => {
      if (!outgoing.headersSent) sendError(outgoing, 500, { message: String(error), type: "server_error" });
    });
  });
  await listen(server, options.port);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause) => {
      const what = `cannot listen on port ${port}: ${cause.message}`;
      reject(
        new LabError({
          code: "port-taken",
          what,
          where: "--port",
          remedy: "give another, or 0 for a free one",
          cause,
        }),
      );
    });
    server.listen(port, "127.0.0.1", () => resolve());
  });
}

interface WireError {
  readonly message: string;
  readonly type: string;
  readonly code?: string;
  readonly [detail: string]: unknown;
}

class Desk {
  readonly #options: SimulatedServerOptions;
  readonly #draws: ReturnType<typeof openDraws>;
  #requests = 0;
  #running = 0;
  #queue: Promise<void> = Promise.resolve();

  constructor(options: SimulatedServerOptions) {
    this.#options = options;
    this.#draws = openDraws(options.personality);
  }

  async handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readText(incoming);
    const { personality } = this.#options;
    const key = /^Bearer (.*)$/.exec(incoming.headers.authorization ?? "")?.[1] ?? "";
    if (personality.apiKey !== null && key !== personality.apiKey) {
      sendError(outgoing, 401, {
        message: `Incorrect API key provided: ${key}`,
        type: "invalid_request_error",
        code: "invalid_api_key",
      });
      return;
    }
    const route = `${incoming.method} ${(incoming.url ?? "").split("?")[0]}`;
    if (route === "POST /v1/chat/completions") await this.#chat(incoming, outgoing, body);
    else if (route === "GET /v1/models") sendJson(outgoing, 200, modelList(personality));
    else if (route === "GET /props" && personality.tellsContext && personality.contextTokens !== null) {
      sendJson(outgoing, 200, { default_generation_settings: { n_ctx: personality.contextTokens } });
    } else sendError(outgoing, 404, { message: `there is no ${route}`, type: "not_found_error" });
  }

  async #chat(incoming: IncomingMessage, outgoing: ServerResponse, body: string): Promise<void> {
    const { personality } = this.#options;
    const number = ++this.#requests;
    const mishap = personality.mishaps.find((one) => faultCovers(one.call, number))?.mishap;
    if (mishap !== undefined) {
      befall(outgoing, mishap);
      return;
    }
    const parsed = parseBody(body);
    if (parsed === null) {
      sendError(outgoing, 400, { message: "the body is not JSON", type: "invalid_request_error" });
      return;
    }
    const wire = decodeRequest(fieldsOf(parsed), (name) => {
      const value = incoming.headers[name];
      return typeof value === "string" ? value : null;
    });
    const refusal = refusalOf(wire, personality);
    if (refusal) {
      sendError(outgoing, refusal.status, refusal.error);
      return;
    }
    const busy = await this.#work();
    await this.#reply(outgoing, wire, busy);
  }

  /** Takes the time a request takes; tells whether another one ran meanwhile. */
  async #work(): Promise<boolean> {
    const { delayMs, oneAtATime } = this.#options.personality;
    const beside = ++this.#running > 1;
    const pause = (): Promise<void> =>
      delayMs > 0 ? new Promise((done) => setTimeout(done, delayMs)) : Promise.resolve();
    const before = this.#requests;
    const turn = oneAtATime ? this.#queue.then(pause) : pause();
    if (oneAtATime) this.#queue = turn;
    await turn;
    this.#running--;
    return beside || this.#requests > before;
  }

  async #reply(outgoing: ServerResponse, wire: WireRequest, busy: boolean): Promise<void> {
    const { personality, rules } = this.#options;
    const seed = this.#draws.seedFor(wire.request, busy);
    const cachedTokens = this.#draws.cachedTokens(wire.request);
    const applying = wire.scenario === null ? [...rules(null), ...UNLABELLED_RULES] : rules(wire.scenario);
    const reply = await simulatedModel({ rules: applying }).ask({ ...wire.request, seed });
    if (reply.kind === "failed") {
      const { failure } = reply;
      const isRule = failure.class === "no-rule";
      const error = {
        message: failure.message,
        type: "harness_lab",
        code: isRule ? "no_rule" : failure.class,
      };
      sendError(outgoing, isRule ? 422 : (failure.status ?? 500), error);
      return;
    }
    const traits = { personality, wire, cachedTokens };
    if (wire.stream) send(outgoing, 200, "text/event-stream", encodeStream(reply, traits));
    else sendJson(outgoing, 200, encodeReply(reply, traits));
  }
}

function refusalOf(wire: WireRequest, personality: Personality): { status: number; error: WireError } | null {
  if (personality.models && !personality.models.includes(wire.model)) {
    const message = `The model \`${wire.model}\` does not exist`;
    return { status: 404, error: { message, type: "invalid_request_error", code: "model_not_found" } };
  }
  const tokens = estimateRequestTokens(wire.request);
  if (personality.contextTokens === null || tokens <= personality.contextTokens) return null;
  const message = "the request exceeds the available context size, try increasing it";
  const details = { n_prompt_tokens: tokens, n_ctx: personality.contextTokens };
  return { status: 400, error: { message, type: "exceed_context_size_error", ...details } };
}

function befall(outgoing: ServerResponse, mishap: Mishap): void {
  if (mishap === "hang") return;
  if (mishap === "disconnect") outgoing.destroy();
  else if (mishap === "cut-body")
    send(outgoing, 200, "application/json", '{"id": "chatcmpl-simulated", "choices": [{"mess');
  else if (mishap === "html-page") {
    send(
      outgoing,
      502,
      "text/html",
      "<!DOCTYPE html><html><head><title>502 Bad gateway</title></head><body>Sorry.</body></html>",
    );
  } else {
    if (mishap === 429) outgoing.setHeader("retry-after-ms", "1");
    sendError(outgoing, mishap, { message: `simulated HTTP ${mishap}`, type: "simulated_error" });
  }
}

function modelList(personality: Personality): object {
  const names = personality.models ?? [personality.answersAs ?? "simulated"];
  const meta =
    personality.tellsContext && personality.contextTokens !== null
      ? { meta: { n_ctx: personality.contextTokens } }
      : {};
  return {
    object: "list",
    data: names.map((id) => ({ id, object: "model", created: 0, owned_by: personality.ownedBy, ...meta })),
  };
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function sendError(outgoing: ServerResponse, status: number, error: WireError): void {
  sendJson(outgoing, status, { error });
}

function sendJson(outgoing: ServerResponse, status: number, body: object): void {
  send(outgoing, status, "application/json", JSON.stringify(body));
}

function send(outgoing: ServerResponse, status: number, type: string, body: string): void {
  outgoing.writeHead(status, { "content-type": type }).end(body);
}
