/** The gate's side: starts the built command line of another checkout as a worker and asks it for trials. */

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { EXIT, LabError } from "../../../core/errors.ts";
import type { TrialOutcome } from "../../../core/trial.ts";
import { type FromWorker, type ToWorker, WORKER_PROTOCOL } from "./worker-messages.ts";

type Hello = Extract<FromWorker, { type: "hello" }>;
type TrialQuestion = Omit<Extract<ToWorker, { type: "trial" }>, "type" | "id">;

export interface WorkerProcess {
  hello(about: Omit<Extract<ToWorker, { type: "hello" }>, "type" | "protocol">): Promise<Hello>;
  experiment(given: Omit<Extract<ToWorker, { type: "experiment" }>, "type">): void;
  trial(question: TrialQuestion): Promise<TrialOutcome>;
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (message: FromWorker) => void;
  readonly reject: (error: Error) => void;
}

/** Path of a checkout's built command line; a checkout without one is wrong use. */
function builtCli(checkout: string): string {
  const cli = join(resolve(checkout), "dist", "cli", "main.js");
  if (existsSync(cli)) return cli;
  throw new LabError({
    code: "no-built-checkout",
    what: `${checkout} has no built command line (${cli})`,
    where: "--checkout",
    remedy: "run `npm ci` in that checkout, which builds it",
  });
}

/** Starts the worker. Contract: a worker that dies rejects everything it was asked, with its last words. */
export function startWorker(checkout: string): WorkerProcess {
  const child = spawn(process.execPath, [builtCli(checkout), "worker"], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  const waiting = new Map<number | "hello", Waiting>();
  let words = "";
  let next = 1;
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    words = `${words}${text}`.slice(-2_000);
  });
  // Writing to a worker that has gone is told by its exit.
  child.stdin.on("error", () => undefined);
  const ended = new Promise<void>((done) => {
    child.on("error", (error) => {
      words += error.message;
      done();
    });
    child.on("exit", () => done());
  }).then(() => {
    for (const { reject } of waiting.values()) reject(deadWorker(checkout, words));
    waiting.clear();
  });
  createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY }).on("line", (line) => {
    const message = parseMessage(line);
    if (message === null) {
      words += line;
      return;
    }
    const key = message.type === "hello" ? "hello" : (message.id ?? "hello");
    const one = waiting.get(key);
    waiting.delete(key);
    if (message.type === "failed") one?.reject(refusalOf(checkout, message));
    else one?.resolve(message);
  });
  const send = (message: ToWorker): void => {
    child.stdin.write(`${JSON.stringify(message)}\n`);
  };
  const ask = (key: number | "hello", message: ToWorker): Promise<FromWorker> =>
    new Promise((resolveAnswer, reject) => {
      if (child.exitCode !== null) reject(deadWorker(checkout, words));
      waiting.set(key, { resolve: resolveAnswer, reject });
      send(message);
    });
  return {
    async hello(about) {
      const reply = await ask("hello", { type: "hello", protocol: WORKER_PROTOCOL, ...about });
      if (reply.type !== "hello") throw deadWorker(checkout, "it did not introduce itself");
      return reply;
    },
    experiment: (given) => send({ type: "experiment", ...given }),
    async trial(question) {
      const id = next++;
      const reply = await ask(id, { type: "trial", id, ...question });
      if (reply.type !== "outcome") throw deadWorker(checkout, "it answered something else");
      return reply.outcome;
    },
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}

function parseMessage(line: string): FromWorker | null {
  try {
    return JSON.parse(line) as FromWorker;
  } catch {
    return null;
  }
}

function deadWorker(checkout: string, words: string): LabError {
  return new LabError({
    code: "dead-worker",
    what: `the command line of the other checkout ended before it was done: ${words.trim() || "it said nothing"}`,
    where: checkout,
    remedy: "run `npm ci` there; a checkout from before the gate existed has no worker",
    exitCode: EXIT.broken,
  });
}

function refusalOf(checkout: string, { what, where }: Extract<FromWorker, { type: "failed" }>): LabError {
  return new LabError({
    code: "worker-refused",
    what: `the other checkout refused: ${what}`,
    where: where ?? checkout,
    remedy: "the base runs with its own flags and harnesses; ask only for what it has",
    exitCode: EXIT.broken,
  });
}
