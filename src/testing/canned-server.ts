/** A local HTTP server that gives canned answers in order and remembers what it was sent. */

import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface CannedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface CannedServer {
  /** Base URL for a client, ending in /v1. */
  readonly url: string;
  readonly received: readonly {
    readonly body: Record<string, unknown>;
    readonly headers: IncomingHttpHeaders;
  }[];
  /** Path and query of each request. */
  readonly paths: readonly string[];
  close(): Promise<void>;
}

/** Serves the answers in order; the last one is given again and again. */
export async function cannedServer(answers: readonly CannedAnswer[]): Promise<CannedServer> {
  const received: { body: Record<string, unknown>; headers: IncomingHttpHeaders }[] = [];
  const paths: string[] = [];
  const server = createServer((incoming, outgoing) => {
    let text = "";
    incoming.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    incoming.on("end", () => {
      const answer = answers[Math.min(received.length, answers.length - 1)];
      paths.push(incoming.url ?? "");
      received.push({ body: text === "" ? {} : JSON.parse(text), headers: incoming.headers });
      outgoing.writeHead(answer?.status ?? 200, { "content-type": "application/json", ...answer?.headers });
      // In two writes, so that nothing relies on getting a body at once.
      const bytes = Buffer.from(answer?.body ?? "");
      outgoing.write(bytes.subarray(0, bytes.length >> 1));
      setImmediate(() => outgoing.end(bytes.subarray(bytes.length >> 1)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    received,
    paths,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** A completion as a server sends it, with one choice. */
export function completion(message: object, rest: object = {}, finish: string | null = "stop"): CannedAnswer {
  const body = {
    id: "x",
    object: "chat.completion",
    model: "m",
    choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: finish }],
    usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
    ...rest,
  };
  return { body: JSON.stringify(body) };
}
