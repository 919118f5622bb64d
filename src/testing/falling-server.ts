/** A local endpoint that answers like a model for a while and then fails in one way, until it is healed. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type CannedAnswer, completion } from "./canned-server.ts";

export interface FallingServer extends AsyncDisposable {
  readonly url: string;
  /** Chat requests so far. */
  asked(): number;
  /** Answers every request from now on. */
  heal(): void;
}

/** Answers `good` requests with `says`, and every later one with the fault. */
export async function fallingServer(
  good: number,
  fault: CannedAnswer,
  says = "ready",
): Promise<FallingServer> {
  let asked = 0;
  let left = good;
  const server = createServer((incoming, outgoing) => {
    incoming.resume().on("end", () => {
      if (incoming.method === "POST") asked += 1;
      const answer = left-- > 0 ? completion({ content: says }) : fault;
      outgoing.writeHead(answer.status ?? 200, { "content-type": "application/json", ...answer.headers });
      outgoing.end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: () => asked,
    heal() {
      left = Number.POSITIVE_INFINITY;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
