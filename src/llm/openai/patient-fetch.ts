/** A fetch that waits as long as its signal lets it: Node's own gives up after 300 s, too soon for a slow local model. */

import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  deflate: inflateSync,
};

/** A server that runs takes a connection within this; only a host that does not answer at all takes longer. */
const CONNECT_MS = 5_000;

/** Sends one request and resolves when the whole body is there; rejects on connection errors and on abort. */
export async function patientFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input);
  const body = typeof init.body === "string" ? init.body : undefined;
  const headers: Record<string, string> = {
    ...Object.fromEntries(new Headers(init.headers)),
    "accept-encoding": "identity",
  };
  if (body !== undefined) headers["content-length"] = String(Buffer.byteLength(body));
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const options = {
      method: init.method ?? "GET",
      headers,
      ...(init.signal ? { signal: init.signal } : {}),
    };
    const outgoing = send(url, options, (incoming) => {
      // Chained, so that a body that cannot be decoded rejects as well.
      readWhole(incoming)
        .then((bytes) => resolve(toResponse(incoming, bytes)))
        .catch(reject);
    });
    outgoing.on("error", reject);
    outgoing.on("socket", (socket) => {
      if (!socket.connecting) return;
      const timer = setTimeout(() => {
        const message = `no connection within ${CONNECT_MS / 1000} s`;
        outgoing.destroy(Object.assign(new Error(message), { code: "ETIMEDOUT" }));
      }, CONNECT_MS);
      const stop = (): void => clearTimeout(timer);
      socket.once("connect", stop).once("close", stop);
    });
    outgoing.end(body);
  });
}

async function readWhole(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function toResponse(incoming: IncomingMessage, bytes: Buffer): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) headers.append(name, one);
  }
  const decode = DECODERS[incoming.headers["content-encoding"] ?? ""];
  headers.delete("content-encoding");
  const status = incoming.statusCode ?? 500;
  const whole = decode ? decode(bytes) : bytes;
  return new Response(status === 204 || status === 304 ? null : new Uint8Array(whole), { status, headers });
}
