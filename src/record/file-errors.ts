/** Turns what DuckDB and the file system say about a database file into errors that name the file and the remedy. */

import { EXIT, LabError } from "../core/errors.ts";

/** True when another process has the file open. */
export function isTaken(error: unknown): boolean {
  return /Could not set lock on file|being used by another process/i.test(messageOf(error));
}

/** The process that holds the file, as DuckDB tells it. */
export function holderPid(error: unknown): string | null {
  return /PID (\d+)/.exec(messageOf(error))?.[1] ?? null;
}

/** The error for the operator where the cause is known; any other error is given back as it is. */
export function explained(error: unknown, file: string): unknown {
  if (error instanceof LabError) return error;
  const message = messageOf(error);
  const found = CAUSES.find(({ pattern }) => pattern.test(message));
  if (!found) return error;
  const { code, what, remedy, exitCode } = found;
  return new LabError({ code, what, where: file, remedy, cause: error, ...(exitCode ? { exitCode } : {}) });
}

/** The error for a file that is not there. */
export function missingStore(file: string): LabError {
  return new LabError({
    code: "no-store",
    what: "there is no store yet",
    where: file,
    remedy: "run an ablation first, or name the right file with --db",
  });
}

/** The error for a file that stayed taken. */
export function takenStore(file: string, holder: string, waitMs: number, cause?: unknown): LabError {
  return new LabError({
    code: "store-taken",
    what: `the store was in use by ${holder} for ${(waitMs / 1000).toFixed(1)} s`,
    where: file,
    remedy: "close what has it open (another DuckDB shell?) and try again",
    cause,
  });
}

const CAUSES: readonly {
  readonly pattern: RegExp;
  readonly code: string;
  readonly what: string;
  readonly remedy: string;
  readonly exitCode?: typeof EXIT.broken;
}[] = [
  {
    pattern: /not a valid DuckDB database file|file is not a database/i,
    code: "not-a-database",
    what: "this file is not a DuckDB database",
    remedy: "name another file with --db, or move this one away",
  },
  {
    pattern:
      /Trying to read a database file with version number|storage version .*newer|newer version of DuckDB/i,
    code: "newer-database",
    what: "this file was written by a newer DuckDB than this version of harness-lab has",
    remedy: "update harness-lab, or name another file with --db",
  },
  {
    pattern: /No space left on device|ENOSPC|not enough space/i,
    code: "disc-full",
    what: "the disc is full; what was stored before is whole",
    remedy: "free some space and run the same command again: it goes on where it stopped",
    exitCode: EXIT.broken,
  },
  {
    pattern: /Permission denied|EACCES|EPERM|Read-only file system|EROFS/i,
    code: "unwritable-store",
    what: "the store cannot be opened: permission denied",
    remedy: "make the file and its folder writable, or name another file with --db",
  },
  {
    pattern: /Is a directory|EISDIR/i,
    code: "not-a-database",
    what: "this is a folder, not a DuckDB database",
    remedy: "name a file with --db",
  },
  {
    pattern: /ENOTDIR|EEXIST|Not a directory|No such file or directory|ENOENT/i,
    code: "unwritable-store",
    what: "the folder of the store cannot be made or entered",
    remedy: "name a file in a folder you may write to with --db",
  },
  {
    pattern:
      /corrupt|checksum|Could not read enough bytes|Serialization Error|Failed to load metadata|INTERNAL Error|FATAL Error|could not read|invalid block/i,
    code: "corrupt-store",
    what: "the database file is damaged",
    remedy: "move it away and run the same command again, or restore a copy of it",
    exitCode: EXIT.broken,
  },
];

function messageOf(error: unknown): string {
  return error instanceof Error
    ? `${(error as NodeJS.ErrnoException).code ?? ""} ${error.message}`
    : String(error);
}
