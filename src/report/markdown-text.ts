/** Makes text safe inside Markdown: it stays text in paragraphs, table cells and code, whatever it contains. */

import { oneLine, visibleText } from "./visible-text.ts";

/**
 * Escapes text for one line of a paragraph, list item or table cell. Mentions, issue numbers and bare links are broken
 * too, so that a model's words cannot notify anybody or lead anywhere.
 */
export function markdownText(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_[\]<>|~&$]/g, (character) => `\\${character}`)
    .replace(/:(?=\/\/)/g, "\\:")
    .replace(/\bwww\./gi, (start) => `${start.slice(0, -1)}\\.`)
    .replace(/@/g, "@\u2060")
    .replace(/#(?=\d)/g, "#\u2060")
    .replace(/^(#{1,6}|[-+])(?=\s|$)/, "\\$1")
    .replace(/^(?=(?:-+|=+)$)/, "\\")
    .replace(/^(\d+)(?=[.)](?:\s|$))/, "$1\\");
}

/**
 * Text as an inline code span; the fence is longer than any run of backticks inside. A pipe becomes a broken bar,
 * because no escape keeps every pipe inside its table cell.
 */
export function markdownCode(text: string): string {
  const line = oneLine(text).replaceAll("|", "¦");
  if (line === "") return "` `";
  const fence = "`".repeat(longestRun(line) + 1);
  const space = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${fence}${space}${line}${space}${fence}`;
}

/** Text as a fenced block that nothing inside can close. */
export function markdownBlock(text: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}text\n${visibleText(text)}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

/** A table; the cells are Markdown already, the first `left` columns are aligned left, the others right. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  left = 1,
): string {
  const rule = head.map((_cell, column) => (column < left ? "---" : "---:"));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
