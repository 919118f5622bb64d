/** How long to wait before asking again: what the server says in any of its ways, else a doubling pause. */

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** A server that asks for more than this is taken at this much; the next try then tells. */
const LONGEST_TOLD_MS = 300_000;

/** Milliseconds before try number `attempt` + 1 (0-based); `now` decides about dates. */
export function retryWaitMs(
  attempt: number,
  told: { headers: Headers | null; message: string },
  now: number,
): number {
  const wait = retryTold(told, now);
  if (wait !== null) return Math.min(Math.max(0, wait), LONGEST_TOLD_MS);
  return Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS);
}

/** Milliseconds that the server says to wait; null when it says nothing of the kind. */
export function retryTold(
  told: { readonly headers: Headers | null; readonly message: string },
  now: number,
): number | null {
  return (told.headers && fromHeaders(told.headers, now)) ?? fromMessage(told.message);
}

function fromHeaders(headers: Headers, now: number): number | null {
  const exact = Number(headers.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(exact)) return exact;
  const after = headers.get("retry-after");
  if (after !== null && after.trim() !== "") {
    const seconds = Number(after);
    if (Number.isFinite(seconds)) return seconds * 1000;
    const date = Date.parse(after);
    if (Number.isFinite(date)) return date - now;
  }
  const resets = ["x-ratelimit-reset-tokens", "x-ratelimit-reset-requests"].map((name) =>
    durationMs(headers.get(name)),
  );
  const known = resets.filter((reset) => reset !== null);
  return known.length > 0 ? Math.max(...known) : null;
}

/** "Please try again in 5.289s" or "in 120ms" or "in 1m3.5s". */
function fromMessage(message: string): number | null {
  const told = /(?:try again|retry)(?: after| in)\s+((?:\d+(?:\.\d+)?(?:ms|h|m|s))+)/i.exec(message);
  return durationMs(told?.[1] ?? null);
}

const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

function durationMs(text: string | null): number | null {
  if (text === null || !/^(?:\d+(?:\.\d+)?(?:ms|h|m|s))+$/.test(text)) return null;
  let sum = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)) {
    sum += Number(amount) * (UNIT_MS[unit ?? ""] ?? 0);
  }
  return sum;
}
