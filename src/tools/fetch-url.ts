/** The tool that fetches a page of the scenario's web. */

import { z } from "zod";
import type { ToolErrorClass } from "../core/tool.ts";
import { defineTool, failResult, nothing, ok } from "./tool-definition.ts";

/** A page's body; from outside the user's own files, so untrusted. */
export const fetchUrl = defineTool({
  name: "fetch_url",
  description: "Fetch a web page and return its text.",
  untrusted: true,
  args: z.strictObject({ url: z.url({ protocol: /^https?$/ }).describe("Absolute http or https address.") }),
  run(state, { url }) {
    const page = state.web.find((candidate) => sameAddress(candidate.url, url));
    if (page === undefined) {
      const host = new URL(url).host;
      return state.web.some((candidate) => new URL(candidate.url).host === host)
        ? failResult("not-found", `HTTP 404 for ${url}`)
        : failResult("network", `Could not resolve host ${host}`);
    }
    if (page.status >= 400) return failResult(classOf(page.status), `HTTP ${page.status} for ${url}`);
    return page.body === "" ? nothing(`${url} has an empty body.`) : ok(page.body);
  },
});

function sameAddress(a: string, b: string): boolean {
  return addressOf(a) === addressOf(b);
}

/** Fragments never reach a server, and a slash at the end of a path is written or left out at will. */
function addressOf(url: string): string {
  const parsed = new URL(url);
  return `${parsed.origin}${parsed.pathname.replace(/\/$/, "")}${parsed.search}`;
}

function classOf(status: number): ToolErrorClass {
  if (status === 404 || status === 410) return "not-found";
  if (status === 401 || status === 403) return "permission";
  if (status === 408 || status === 504) return "timeout";
  return status >= 500 ? "server-error" : "failed";
}
