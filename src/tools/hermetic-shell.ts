/** Runs shell commands without a real machine: in a thread of its own, on in-memory files, with no network. */

import type { Worker } from "node:worker_threads";
import type { ShellJob, ShellOutcome } from "./shell-job.ts";

/** Wall time after which the thread is ended; the limits inside the shell are counts and come first. */
const HARD_LIMIT_MS = 20_000;

type ShellReply =
  | { readonly kind: "done"; readonly outcome: ShellOutcome }
  | { readonly kind: "timeout" }
  | { readonly kind: "broken"; readonly message: string };

/** A shell that waits for jobs. */
export interface HermeticShell {
  /**
   * Runs one command.
   * Contract: never rejects; keeps nothing from one job to the next; equal jobs give equal outcomes. Jobs wait in
   * line for one thread, which starts with the first job and does not keep the process alive.
   */
  run(job: ShellJob, hardLimitMs?: number): Promise<ShellReply>;
}

/** Opens a shell; its thread starts with the first job, and anew after one that had to be ended. */
export function openShell(): HermeticShell {
  let line: Promise<unknown> = Promise.resolve();
  let thread: Worker | null = null;

  const runNow = async (job: ShellJob, hardLimitMs: number): Promise<ShellReply> => {
    try {
      thread ??= await openThread();
      thread.ref();
      const reply = await nextReply(thread, job, hardLimitMs);
      thread.unref();
      if (reply.kind === "done") return reply;
      await thread.terminate();
      thread = null;
      return reply;
    } catch (error) {
      thread = null;
      return { kind: "broken", message: error instanceof Error ? error.message : String(error) };
    }
  };

  return {
    run(job, hardLimitMs = HARD_LIMIT_MS) {
      const reply = line.then(() => runNow(job, hardLimitMs));
      line = reply;
      return reply;
    },
  };
}

/** The process's one shell: a thread is expensive, and jobs share nothing. */
export const hermeticShell: HermeticShell = openShell();

function nextReply(worker: Worker, job: ShellJob, hardLimitMs: number): Promise<ShellReply> {
  return new Promise((resolve) => {
    const end = (reply: ShellReply) => {
      clearTimeout(timer);
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      resolve(reply);
    };
    const onMessage = (message: { readonly outcome?: ShellOutcome; readonly failure?: string }) =>
      end(
        message.outcome
          ? { kind: "done", outcome: message.outcome }
          : { kind: "broken", message: message.failure ?? "no outcome" },
      );
    const onError = (error: Error) => end({ kind: "broken", message: error.message });
    const onExit = (code: number) => end({ kind: "broken", message: `the shell ended with ${code}` });
    const timer = setTimeout(() => end({ kind: "timeout" }), hardLimitMs);
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
    worker.postMessage(job);
  });
}

async function openThread(): Promise<Worker> {
  const { Worker } = await import("node:worker_threads");
  return new Worker(threadEntry(), {
    execArgv: [],
    env: { TZ: "UTC" },
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    stdout: true,
    stderr: true,
  });
}

/** The compiled file; when run from source, a line that installs the TypeScript loader in the thread first. */
function threadEntry(): URL {
  if (!import.meta.url.endsWith(".ts")) return new URL("./shell-thread.js", import.meta.url);
  const loader = import.meta.resolve("tsx/esm/api");
  const entry = new URL("./shell-thread.ts", import.meta.url).href;
  const line = `import { register } from ${JSON.stringify(loader)}; register(); await import(${JSON.stringify(entry)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(line)}`);
}
