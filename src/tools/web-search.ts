/** The tool that searches the scenario's web. */

import { z } from "zod";
import { defineTool, nothing, ok } from "./tool-definition.ts";
import type { WebPage } from "./world-state.ts";

const MAX_RESULTS = 5;
const SNIPPET_CHARS = 200;

/** Ranks pages by how many words of the query they hold, title words twice; untrusted. */
export const webSearch = defineTool({
  name: "web_search",
  description: "Search the web; returns titles, addresses and snippets.",
  untrusted: true,
  args: z.strictObject({ query: z.string().trim().min(1).describe("Words to search for.") }),
  run(state, { query }) {
    const words = wordsOf(query);
    const ranked = state.web
      .filter((page) => page.status < 400)
      .map((page) => ({ page, score: scoreOf(page, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_RESULTS);
    if (ranked.length === 0) return nothing(`No results for "${query}".`);
    return ok(
      ranked
        .map(
          ({ page }, index) =>
            `${index + 1}. ${page.title ?? page.url}\n${page.url}\n${snippetOf(page, words)}`,
        )
        .join("\n\n"),
    );
  },
});

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

function scoreOf(page: WebPage, words: ReadonlySet<string>): number {
  const title = wordsOf(page.title ?? "");
  const rest = wordsOf(`${page.url} ${page.body}`);
  let score = 0;
  for (const word of words) score += (title.has(word) ? 2 : 0) + (rest.has(word) ? 1 : 0);
  return score;
}

/** The part of the body around the first word that was asked for. */
function snippetOf(page: WebPage, words: ReadonlySet<string>): string {
  const body = page.body.replace(/\s+/g, " ").trim();
  if (body.length <= SNIPPET_CHARS) return body;
  const lower = body.toLowerCase();
  const places = [...words].map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const start = Math.max(0, Math.min(first - SNIPPET_CHARS / 4, body.length - SNIPPET_CHARS));
  return `${start > 0 ? "..." : ""}${body.slice(start, start + SNIPPET_CHARS)}${start + SNIPPET_CHARS < body.length ? "..." : ""}`;
}
