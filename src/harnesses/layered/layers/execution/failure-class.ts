/** Sorts error texts into the ten classes of REFERENCE 1.7. */

const CLASSES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["file-not-found", /no such file|file not found|enoent/i],
  ["timed-out", /timed? ?-?out/i],
  ["connection-refused", /connection refused|econnrefused/i],
  ["permission-denied", /permission denied|eacces/i],
  ["host-not-found", /host not found|enotfound|getaddrinfo/i],
  ["connection-reset", /connection reset|econnreset/i],
  ["not-found", /not found|\b404\b/i],
  ["access-denied", /access denied|forbidden|unauthori[sz]ed|\b40[13]\b/i],
  ["server-error", /server.?error|unavailable|\b5\d\d\b/i],
  ["command-failed", /command failed|exit code [1-9]/i],
];

/** The first class whose words are in the text, or the fallback. */
export function classOfError(text: string, fallback: string): string {
  return CLASSES.find(([, pattern]) => pattern.test(text))?.[0] ?? fallback;
}
