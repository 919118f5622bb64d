/** The endpoint of the soak: the simulated server behind a proxy that fails on purpose and remembers what it answered. */

import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { HARNESSES } from "../src/lab/environment/harness-registry.ts";
import { personalityNamed } from "../src/llm/server/personality.ts";
import { startSimulatedServer } from "../src/llm/server/simulated-server.ts";
import { readScenarios } from "../src/scenario/read-scenarios.ts";

/** What happens to a request instead of, or before, an answer. */
export type Fault = "none" | "429" | "html" | "cut" | "reset";

export interface SoakEndpoint extends AsyncDisposable {
  readonly url: string;
  /** Chooses the fault of the n-th request, 0-based, from now on. */
  failBy(choose: (n: number) => Fault): void;
  /** Requests that were answered with a reply more than once: each is a call paid twice. */
  paidTwice(): number;
  answered(): number;
  /** Forgets what was answered, between two cases. */
  forget(): void;
}

/** Milliseconds before each answer, so that a run can be stopped in its middle. */
const DELAY_MS = 8;

/** Starts both on loopback. */
export async function soakEndpoint(): Promise<SoakEndpoint> {
  const root = fileURLToPath(new URL("../scenarios", import.meta.url));
  const rules = new Map(
    (await readScenarios(root, HARNESSES)).map(({ scenario, rules }) => [scenario.id, rules]),
  );
  const server = await startSimulatedServer({
    port: 0,
    personality: personalityNamed("well-behaved"),
    rules: (id) => (id === null ? [] : (rules.get(id) ?? [])),
  });
  const answered = new Map<string, number>();
  let arrived = 0;
  let choose: (n: number) => Fault = () => "none";
  const proxy = createServer(async (incoming, outgoing) => {
    const body = await textOf(incoming);
    const headers = labHeadersOf(incoming);
    const isCall = incoming.method === "POST";
    const fault = isCall ? choose(arrived++) : "none";
    await sleep(DELAY_MS);
    try {
      if (fault === "reset") return void outgoing.destroy();
      if (fault === "429") {
        outgoing.writeHead(429, { "retry-after": "0", "content-type": "application/json" });
        return void outgoing.end('{"error":{"message":"slow down","type":"rate_limit_error"}}');
      }
      if (fault === "html") {
        outgoing.writeHead(200, { "content-type": "text/html" });
        return void outgoing.end("<html><body>Bad gateway</body></html>");
      }
      const reply = await fetch(new URL(`/v1${incoming.url?.replace(/^\/v1/, "")}`, server.url), {
        method: incoming.method ?? "GET",
        headers,
        ...(isCall ? { body } : {}),
      });
      const text = await reply.text();
      outgoing.writeHead(reply.status, { "content-type": "application/json" });
      if (fault === "cut") return void outgoing.end(text.slice(0, text.length / 2));
      outgoing.end(text);
      if (!isCall || !reply.ok) return;
      const digest = createHash("sha256")
        .update(JSON.stringify([headers, body]))
        .digest("hex");
      answered.set(digest, (answered.get(digest) ?? 0) + 1);
    } catch {
      outgoing.destroy();
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/v1`,
    failBy(next) {
      arrived = 0;
      choose = next;
    },
    paidTwice: () => [...answered.values()].reduce((sum, times) => sum + times - 1, 0),
    answered: () => answered.size,
    forget: () => answered.clear(),
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections();
      await new Promise<void>((resolve) => proxy.close(() => resolve()));
      await server.close();
    },
  };
}

function labHeadersOf(incoming: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(incoming.headers).filter(
      ([name]) => name.startsWith("x-harness-lab") || name === "content-type",
    ),
  ) as Record<string, string>;
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
