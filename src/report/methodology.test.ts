/** Proves that every "method" link of a report leads to a heading of METHODOLOGY.md. */

import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sampleReport } from "../testing/report-builder.ts";
import { renderHtml } from "./html/page.ts";
import { renderMarkdown } from "./markdown.ts";

const page = new URL("../../METHODOLOGY.md", import.meta.url);

/** The fragment that GitHub gives a heading. */
function anchor(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

test.skipIf(!existsSync(page))("every link finds its heading", async () => {
  const headings = [...readFileSync(page, "utf8").matchAll(/^#{1,6} (.+)$/gm)].map(([, text]) =>
    anchor(text ?? ""),
  );
  const report = `${await renderHtml(sampleReport())}${renderMarkdown(sampleReport())}`;
  const targets = new Set(
    [...report.matchAll(/METHODOLOGY\.md#([\w-]+)/g)].map(([, target]) => target ?? ""),
  );
  expect(targets.size).toBeGreaterThan(5);
  expect([...targets].filter((target) => !headings.includes(target))).toEqual([]);
});
