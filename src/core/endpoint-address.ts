/** Addresses of endpoints: what of them may be shown, and which of their parts are secrets. */

/** Stands in an address for what is not shown. */
export const HIDDEN = "[key]";

/** The address without user, password and fragment, and with `[key]` for every value of its query. */
export function shownAddress(address: string): string {
  const url = parseAddress(address);
  // What does not parse may hold anything behind the first mark of a query.
  if (url === null) return address.replace(/[?#].*$/s, `?${HIDDEN}`);
  if (url.username === "" && url.password === "" && url.search === "" && url.hash === "") return address;
  const names = [...url.searchParams.keys()];
  const query = names.map((name) => `${encodeURIComponent(name)}=${HIDDEN}`).join("&");
  const path = url.pathname === "/" && !address.replace(/[?#].*$/s, "").endsWith("/") ? "" : url.pathname;
  return `${url.protocol}//${url.host}${path}${names.length > 0 ? `?${query}` : ""}`;
}

const SECRET_NAME = /key|token|secret|sig|auth|pass|pwd|cred|code/i;
/** A version such as 2024-02-15-preview, which any reply may name. */
const VERSION = /^v?\d[\d.-]*(?:[a-z-]{0,10})$/i;
const LONG = 16;

/** The texts of an address that no server may echo into a store: a password, keys in the query. */
export function secretsOfAddress(address: string): readonly string[] {
  const url = parseAddress(address);
  if (url === null) return [];
  const query = [...url.searchParams]
    .filter(([name, value]) => SECRET_NAME.test(name) || (value.length >= LONG && !VERSION.test(value)))
    .map(([, value]) => value);
  const decode = (text: string): string => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  return [decode(url.password), url.hash.slice(1), ...query].filter((text) => text !== "");
}

/**
 * Identity of an endpoint, without any secret: scheme, host, port, path, and the parts of the query that are
 * no keys. Null stands for the default endpoint, and for the simulated model in this process.
 */
export function endpointOf(address: string | null): string | null {
  if (address === null) return null;
  const url = parseAddress(address);
  if (url === null) return shownAddress(address);
  const secrets = new Set([...secretsOfAddress(address), HIDDEN]);
  const query = [...url.searchParams]
    .filter(([, value]) => !secrets.has(value))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join("&");
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, "")}${query === "" ? "" : `?${query}`}`;
}

/** Model and endpoint: two servers that both call their model `local` are two models. */
export function answererOf({
  model,
  baseUrl,
}: {
  readonly model: string;
  readonly baseUrl: string | null;
}): string {
  return baseUrl === null ? model : `${model} at ${endpointOf(baseUrl)}`;
}

/** The address of a page below a base address, whose query it keeps. */
export function pageAddress(base: string, path: string): string {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/${path}`;
  url.hash = "";
  return url.href;
}

function parseAddress(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}
