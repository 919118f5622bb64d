/** Wait before the next attempt: what the server says in any of its ways, else a doubling pause. */

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

/** Readable facts of a failed try. */
export interface FailedTry {
  readonly headers: Headers | null;
  readonly message: string;
}

/** Milliseconds before try number `attempt` + 1 (0-based); `now` decides about dates. */
export function retryWaitMs(attempt: number, failed: FailedTry, now: number): number {
  const told = retryTold(failed, now);
  return told === null ? Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS) : Math.max(0, told);
}

/** Milliseconds that the server says to wait; null when it says nothing that follows a grammar. */
export function retryTold({ headers, message }: FailedTry, now: number): number | null {
  return (headers && fromHeaders(headers, now)) ?? fromMessage(message);
}

function fromHeaders(headers: Headers, now: number): number | null {
  const exact = decimal(headers.get("retry-after-ms"));
  if (exact !== null) return exact;
  const after = retryAfterMs(headers.get("retry-after"), now);
  if (after !== null) return after;
  const resets = ["x-ratelimit-reset-tokens", "x-ratelimit-reset-requests"].map((name) =>
    durationMs(headers.get(name)),
  );
  const known = resets.filter((reset) => reset !== null);
  return known.length > 0 ? Math.max(...known) : null;
}

/** RFC 9110, 10.2.3: `Retry-After = HTTP-date / 1*DIGIT`; anything else is not a wait. */
export function retryAfterMs(value: string | null, now: number): number | null {
  const text = value?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = httpDate(text);
  return date === null ? null : date - now;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const TIME = "(?<h>\\d{2}):(?<m>\\d{2}):(?<s>\\d{2})";
const MONTH = `(?<month>${MONTHS.join("|")})`;
/** RFC 9110, 5.6.7: IMF-fixdate, and the two older forms that a recipient has to read. */
const HTTP_DATES = [
  new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\\d{2}) ${MONTH} (?<year>\\d{4}) ${TIME} GMT$`),
  new RegExp(
    `^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\\d{2})-${MONTH}-(?<year>\\d{2}) ${TIME} GMT$`,
  ),
  new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${MONTH} (?<day>\\d{2}| \\d) ${TIME} (?<year>\\d{4})$`),
];

function httpDate(text: string): number | null {
  const parts = HTTP_DATES.map((form) => form.exec(text)?.groups).find(Boolean);
  if (!parts) return null;
  const { year = "", month = "", day = "", h, m, s } = parts;
  const [date, hours, minutes, seconds] = [day, h, m, s].map(Number) as [number, number, number, number];
  if (date < 1 || date > 31 || hours > 23 || minutes > 59 || seconds > 60) return null;
  const fullYear = year.length === 4 ? Number(year) : 2000 + Number(year);
  return Date.UTC(fullYear, MONTHS.indexOf(month), date, hours, minutes, seconds);
}

/** "Please try again in 5.289s" or "in 120ms" or "in 1m3.5s". */
function fromMessage(message: string): number | null {
  const told = /(?:try again|retry)(?: after| in)\s+((?:\d+(?:\.\d+)?(?:ms|h|m|s))+)/i.exec(message);
  return durationMs(told?.[1] ?? null);
}

/** A number of digits with a fraction at most: no sign, no exponent, no other base. */
function decimal(text: string | null): number | null {
  return text !== null && /^\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : null;
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
