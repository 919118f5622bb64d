/** Lets one user at a time of this process have a database file: the system's file locks tell processes apart, no more. */

import { resolve } from "node:path";

/** Last in the queue by absolute path; a process has one set of file locks, so it has one set of queues. */
const queues = new Map<string, Promise<void>>();

/** Runs `use` when all earlier users of the file are done; `expired` makes the error for having waited too long. */
export async function inTurn<T>(
  path: string,
  waitMs: number,
  expired: () => Error,
  use: () => Promise<T>,
): Promise<T> {
  const key = resolve(path);
  const before = queues.get(key) ?? Promise.resolve();
  let leave = (): void => undefined;
  const mine = new Promise<void>((done) => {
    leave = done;
  });
  const tail = before.then(() => mine);
  queues.set(key, tail);
  try {
    await withDeadline(before, waitMs, expired);
    return await use();
  } finally {
    leave();
    if (queues.get(key) === tail) queues.delete(key);
  }
}

async function withDeadline(before: Promise<void>, waitMs: number, expired: () => Error): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(expired()), waitMs);
  });
  try {
    await Promise.race([before, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
