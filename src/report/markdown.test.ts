/** Proves that Markdown says everything and that no text in it becomes markup, a link or a mention. */

import { expect, test } from "vitest";
import { HOSTILE_TEXT } from "../testing/hostile-text.ts";
import { hostileReport, sampleReport } from "../testing/report-builder.ts";
import { renderMarkdown } from "./markdown.ts";
import { markdownBlock, markdownCode, markdownText } from "./markdown-text.ts";
import { COMMENT_MARKER, renderPullRequestComment } from "./pull-request-comment.ts";

/** The text outside fenced blocks and code spans, where Markdown is active. */
function activeText(markdown: string): string {
  const lines: string[] = [];
  let fence: string | null = null;
  for (const line of markdown.split("\n")) {
    const [run] = line.match(/^`{3,}/) ?? [];
    if (fence === null && run !== undefined) fence = run;
    else if (fence !== null && line === fence) fence = null;
    else if (fence === null) lines.push(line);
  }
  expect(fence).toBeNull();
  return lines.map(withoutInlineCode).join("\n");
}

/** Drops escapes and code spans in the order in which Markdown reads them: from left to right. */
function withoutInlineCode(line: string): string {
  let kept = "";
  for (let rest = line; rest !== ""; ) {
    const [run = ""] = rest.match(/^`+/) ?? [];
    const close = run === "" ? -1 : rest.slice(run.length).search(new RegExp(`(?<!\`)${run}(?!\`)`));
    const skip = /^\\[!-/:-@[-`{-~]/.test(rest) ? 2 : close < 0 ? run.length : close + 2 * run.length;
    if (skip === 0) kept += rest[0];
    rest = rest.slice(Math.max(1, skip));
  }
  return kept;
}

test.each([
  ["report.md", renderMarkdown],
  ["pull-request-comment.md", renderPullRequestComment],
])("%s is the golden one", async (file, render) => {
  await expect(render(sampleReport())).toMatchFileSnapshot(`__golden__/${file}`);
});

test.each([
  ["report", renderMarkdown],
  ["pull-request comment", renderPullRequestComment],
])("in a %s hostile text stays text", (_name, render) => {
  const plain = activeText(render(sampleReport()));
  const hostile = activeText(render(hostileReport()));
  const tags = (text: string) => new Set(text.match(/<[^>\s]+/g) ?? []);
  expect([...tags(hostile)].filter((tag) => !tags(plain).has(tag))).toEqual([]);
  const links = (text: string) => new Set([...text.matchAll(/\]\(([^)]*)\)/g)].map(([, target]) => target));
  expect([...links(hostile)].filter((target) => !links(plain).has(target))).toEqual([]);
  expect(hostile).not.toMatch(/https?:\/\/|www\.|@octocat|#1\b|\*\*bold|~~|\$x\$/);
  const heads = (text: string) => text.split("\n").filter((line) => /^#{1,6} /.test(line)).length;
  expect(heads(hostile)).toBe(heads(plain));
});

test("a hostile cell keeps every table row at its number of columns", () => {
  const rows = renderMarkdown(hostileReport())
    .split("\n")
    .filter((line) => /^\| .* \|$/.test(line));
  const widths = rows.map((row) => row.replace(/\\\\|\\\|/g, "").split("|").length);
  const golden = renderMarkdown(sampleReport())
    .split("\n")
    .filter((line) => /^\| .* \|$/.test(line));
  expect(widths).toEqual(golden.map((row) => row.split("|").length));
});

test("a code span and a block hold any text, whatever backticks it has", () => {
  expect(markdownCode("a `b` ``c")).toBe("```a `b` ``c```");
  expect(markdownCode("`x`")).toBe("`` `x` ``");
  expect(markdownBlock("```\nout\n````")).toBe("`````text\n```\nout\n````\n`````");
  expect(markdownBlock(HOSTILE_TEXT).split("\n").at(-1)).toBe("````");
});

test("numbers, words and signs inside a line stay as they are", () => {
  expect(markdownText("+83 (+27 to +98), x1.53")).toBe("+83 (+27 to +98), x1.53");
  expect(markdownText("0.031")).toBe("0.031");
  expect(markdownText("- item")).toBe("\\- item");
  expect(markdownText("1. item")).toBe("1\\. item");
  expect(markdownText("# heading")).toBe("\\# heading");
});

test("the comment carries the decision in its title and can be found again", () => {
  const comment = renderPullRequestComment(sampleReport());
  expect(comment.startsWith(COMMENT_MARKER)).toBe(true);
  expect(comment).toContain("### harness-lab: 3 open, 2 settled of 5 comparisons");
  expect(renderPullRequestComment(sampleReport({ sections: [] }))).toContain("no comparison was run");
});
