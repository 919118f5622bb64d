/** Turns what DuckDB and the file system say about a database file into errors that name the file and the remedy. */

import { EXIT, LabError } from "../core/errors.ts";
import { secondsText } from "../core/format.ts";

/** True when another process has the file open. */
export function isTaken(error: unknown): boolean {
  return /Could not set lock on file|being used by another process/i.test(messageOf(error));
}

/** The process that holds the file, as DuckDB tells it. */
export function holderPid(error: unknown): string | null {
  return /PID (\d+)/.exec(messageOf(error))?.[1] ?? null;
}

/**
 * The error for the operator, exit code 4 where the file or its disc failed; what is no matter of files (a query of the
 * user's own that is wrong, a bug) is given back as it is.
 */
export function explain(error: unknown, file: string): unknown {
  if (error instanceof LabError || !isAboutFiles(error)) return error;
  const message = messageOf(error);
  const found = CAUSES.find(({ pattern }) => pattern.test(message)) ?? UNKNOWN_CAUSE;
  const { code, what, remedy, exitCode } = found;
  const said = found === UNKNOWN_CAUSE ? `: ${firstLineOf(message)}` : "";
  return new LabError({
    code,
    what: `${what}${said}`,
    where: file,
    remedy,
    cause: error,
    ...(exitCode ? { exitCode } : {}),
  });
}

/** Errors of the system, and those that DuckDB raises for the file and not for the statement. */
function isAboutFiles(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { syscall, code } = error as NodeJS.ErrnoException;
  if (syscall !== undefined || (typeof code === "string" && /^E[A-Z]+$/.test(code))) return true;
  return /\b(IO|Serialization|Fatal|FATAL|INTERNAL|Internal|Permission|Out of Memory|TransactionContext) Error\b|not a database|has been invalidated/.test(
    error.message,
  );
}

function firstLineOf(message: string): string {
  return message.trim().split("\n")[0] ?? "";
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
    what: `the store was in use by ${holder} for ${secondsText(waitMs)}`,
    where: file,
    remedy: "close what has it open (another DuckDB shell?) and try again",
    exitCode: EXIT.broken,
    cause,
  });
}

interface Cause {
  readonly code: string;
  readonly what: string;
  readonly remedy: string;
  /** Absent = wrong use: another file was meant. */
  readonly exitCode?: typeof EXIT.broken;
}

const GOES_ON = "run the same command again: it goes on where it stopped";

/** The first that fits: what is full or forbidden is told before the damage that DuckDB takes it for. */
const CAUSES: readonly (Cause & { readonly pattern: RegExp })[] = [
  {
    pattern: /No space left on device|ENOSPC|not enough space/i,
    code: "disc-full",
    what: "the disc is full; what was stored before is whole",
    remedy: `free some space and ${GOES_ON}`,
    exitCode: EXIT.broken,
  },
  {
    pattern: /Disk quota exceeded|EDQUOT|File too large|EFBIG/i,
    code: "disc-full",
    what: "the system lets this file or this user have no more space; what was stored before is whole",
    remedy: `raise the limit (quota, ulimit -f) and ${GOES_ON}`,
    exitCode: EXIT.broken,
  },
  {
    pattern: /Read-only file system|EROFS/i,
    code: "unwritable-store",
    what: "the file system of the store is read-only",
    remedy: `make it writable and ${GOES_ON}, or name another file with --db`,
    exitCode: EXIT.broken,
  },
  {
    pattern: /Permission denied|Operation not permitted|EACCES|EPERM/i,
    code: "unwritable-store",
    what: "the store cannot be opened or written: permission denied",
    remedy: `make the file and its folder writable and ${GOES_ON}, or name another file with --db`,
    exitCode: EXIT.broken,
  },
  {
    pattern: /Could not set lock on file|being used by another process/i,
    code: "store-taken",
    what: "another program has the store open",
    remedy: `close what has it open (another DuckDB shell?) and ${GOES_ON}`,
    exitCode: EXIT.broken,
  },
  {
    pattern: /Too many open files|EMFILE|ENFILE/i,
    code: "too-many-files",
    what: "the system lets this process open no more files",
    remedy: `raise the limit (ulimit -n) or lower --jobs, and ${GOES_ON}`,
    exitCode: EXIT.broken,
  },
  {
    pattern: /Input\/output error|EIO\b|ESTALE|ENODEV|ENXIO/i,
    code: "failing-disc",
    what: "the disc or the network drive of the store fails",
    remedy: `see to the drive, then ${GOES_ON}`,
    exitCode: EXIT.broken,
  },
  {
    pattern: /Out of Memory Error|ENOMEM/i,
    code: "out-of-memory",
    what: "there is not enough memory to work on the store; what was stored before is whole",
    remedy: `free some memory and ${GOES_ON}`,
    exitCode: EXIT.broken,
  },
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
    pattern: /Is a directory|EISDIR/i,
    code: "not-a-database",
    what: "this is a folder, not a DuckDB database",
    remedy: "name a file with --db",
  },
  {
    pattern: /ENOTDIR|EEXIST|ENAMETOOLONG|ELOOP|Not a directory|No such file or directory|ENOENT/i,
    code: "unwritable-store",
    what: "the folder of the store cannot be made or entered",
    remedy: "name a file in a folder you may write to with --db",
  },
  {
    pattern:
      /corrupt|checksum|Could not read enough bytes|Serialization Error|Failed to load metadata|INTERNAL Error|FATAL Error|could not read|invalid block|has been invalidated/i,
    code: "corrupt-store",
    what: "the database file is damaged",
    remedy: "move it away and run the same command again, or restore a copy of it",
    exitCode: EXIT.broken,
  },
];

const UNKNOWN_CAUSE: Cause = {
  code: "store-failed",
  what: "the store cannot be read or written",
  remedy: `put right what the system names and ${GOES_ON}`,
  exitCode: EXIT.broken,
};

function messageOf(error: unknown): string {
  return error instanceof Error
    ? `${(error as NodeJS.ErrnoException).code ?? ""} ${error.message}`
    : String(error);
}
