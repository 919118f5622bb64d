/** Stands between a client and a server, keeps a digest of every request, and can slow them down. */

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { digestText } from "../core/digest.ts";

export interface CountingProxy extends AsyncDisposable {
  readonly url: string;
  /** Digests of body and lab headers, in order of arrival. */
  readonly seen: readonly string[];
  /** Bodies of the replies that were passed on, in order of arrival. */
  readonly replies: readonly string[];
  /** Resolves once so many requests have arrived. */
  arrived(count: number): Promise<void>;
}

/** Forwards to the server at `target` after a delay: milliseconds, the same for all or by number, or until a promise ends. */
export async function countingProxy(
  target: string,
  delay: number | ((n: number) => number | Promise<void>),
): Promise<CountingProxy> {
  let arrivals = 0;
  const seen: string[] = [];
  const replies: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = await textOf(incoming);
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).filter(
        ([name]) => name.startsWith("x-harness-lab") || name === "content-type",
      ),
    ) as Record<string, string>;
    if (incoming.method === "POST") seen.push(digestText(JSON.stringify([headers, body])));
    const wait = typeof delay === "number" ? delay : delay(arrivals++);
    await (typeof wait === "number" ? sleep(wait) : wait);
    try {
      const reply = await fetch(new URL(`/v1${incoming.url?.replace(/^\/v1/, "")}`, target), {
        method: incoming.method ?? "GET",
        headers,
        ...(incoming.method === "POST" ? { body } : {}),
      });
      outgoing.writeHead(reply.status, {
        "content-type": reply.headers.get("content-type") ?? "application/json",
      });
      const text = await reply.text();
      if (incoming.method === "POST") replies.push(text);
      outgoing.end(text);
    } catch {
      // One of the two sides is gone: what it waits for never comes.
      outgoing.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen,
    replies,
    async arrived(count) {
      while (seen.length < count) await new Promise((resolve) => setTimeout(resolve, 10));
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
