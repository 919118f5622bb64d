/** Proves that the page is self-contained, says what it must, and lets no text through as markup. */

import { expect, test } from "vitest";
import { HOSTILE_TEXT } from "../../testing/hostile-text.ts";
import { hostileReport, sampleReport } from "../../testing/report-builder.ts";
import { escapeHtml } from "./markup.ts";
import { renderHtml } from "./page.ts";

const page = await renderHtml(sampleReport());
const withoutStyle = page.replace(/<style>[\s\S]*?<\/style>/, "");
const tagsOf = (html: string) => new Set([...html.matchAll(/<([a-zA-Z][\w-]*)/g)].map(([, tag]) => tag));
const attributesOf = (html: string) =>
  new Set(
    [...html.matchAll(/<[a-zA-Z][^<>]*>/g)].flatMap(([tag]) =>
      [...tag.replace(/="[^"]*"/g, "=").matchAll(/\s([^\s=>]+)/g)].map(([, name]) => name ?? ""),
    ),
  );

test("the page is the golden one", async () => {
  await expect(page).toMatchFileSnapshot("../__golden__/report.html");
});

test("asks for nothing outside itself and runs nothing", () => {
  expect(withoutStyle).not.toMatch(/<(script|link|iframe|object|embed|img|base|form)\b/);
  expect(withoutStyle).not.toMatch(/\ssrc=/);
  expect(page).not.toMatch(/@import|url\(/);
  expect(page).toContain("default-src 'none'");
  const targets = [...withoutStyle.matchAll(/href="([^"]*)"/g)].map(([, target]) => target ?? "");
  expect(targets.filter((target) => !/^(#|\.\.\/METHODOLOGY\.md#)/.test(target))).toEqual([]);
});

test("every link inside the page has its target, and no id is used twice", () => {
  const ids = [...withoutStyle.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const targets = [...withoutStyle.matchAll(/href="#([^"]*)"/g)].map(([, target]) => target);
  expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
});

test("each section says counts, p, interval, label, basis, gaps and what to do next", () => {
  for (const { flag, comparison } of sampleReport().sections) {
    const section = page.slice(page.indexOf(`<h2><code>${flag}</code></h2>`)).split("</section>")[0] ?? "";
    expect(section).toContain(escapeHtml(comparison.verdict.next));
    expect(section).toContain(escapeHtml(comparison.verdict.sentence.split(". ")[0] ?? ""));
    expect(section).toContain(comparison.facts.calibration === null ? "Not calibrated" : "Calibrated: ");
    expect(section).toContain("Rests on the real model small-instruct-1b");
    for (const part of [
      "Seed by seed",
      "Denominators",
      "Engagement",
      "Mechanism checklist",
      "Control scenarios",
      "What was matched",
    ])
      expect(section).toContain(part);
  }
});

test("names everything its numbers rest on", () => {
  for (const text of [
    "7cd98c7f3a1e+dirty",
    "d41d8cd98f00",
    "92eb5ffee6ae",
    "small-instruct-1b-q4",
    "fp_31c9",
    "genai-prices 0.1.8",
    "as if priced like gpt-5-mini",
  ])
    expect(page).toContain(text);
});

test("an unknown cost is the word and never $0", () => {
  const compaction = page.slice(page.lastIndexOf('<section class="flag"'));
  expect(compaction).toContain(">unknown<");
  expect(compaction).not.toContain("$0");
});

test("a simulated run says so at the top and in every section", async () => {
  const simulated = await renderHtml(sampleReport({ basis: "simulated" }));
  expect(simulated).toContain("Simulated model");
  expect(simulated.match(/Rests on a simulated model\./g)).toHaveLength(5);
  expect(simulated).not.toContain("Rests on the real model");
});

test("hostile text adds no tag and no attribute", async () => {
  const hostile = (await renderHtml(hostileReport())).replace(/<style>[\s\S]*?<\/style>/, "");
  expect([...tagsOf(hostile)].filter((tag) => !tagsOf(withoutStyle).has(tag))).toEqual([]);
  expect([...attributesOf(hostile)].filter((name) => !attributesOf(withoutStyle).has(name))).toEqual([]);
  expect(/\p{Bidi_Control}/u.test(hostile) || hostile.includes("\u001b")).toBe(false);
  expect(hostile).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(hostile).toContain(escapeHtml(HOSTILE_TEXT));
});

test("a report without comparisons is a page that says so", async () => {
  expect(await renderHtml(sampleReport({ sections: [] }))).toContain("No comparison was run.");
});

test("a free comparison is told by the names of its arms", async () => {
  const [section] = sampleReport().sections;
  if (section === undefined) throw new Error("the sample has sections");
  const names = { flag: null, control: "candidate-a", treatment: "candidate-b" };
  const plan = { ...section.comparison.plan, ...names };
  const free = { ...section, flag: null, comparison: { ...section.comparison, plan } };
  const html = await renderHtml(sampleReport({ sections: [free] }));
  expect(html).toContain("<h2><code>candidate-b against candidate-a</code></h2>");
  expect(html).toContain("treatment minus control");
  expect(html).toContain("candidate-a failed 11 of 12");
});

test("a grid of very many pairs is drawn as far as a page can hold, what differs first, and the rest is counted", async () => {
  const sample = sampleReport();
  const [section] = sample.sections;
  const [row] = section?.grid ?? [];
  if (!section || !row) throw new Error("the sample has a grid");
  const side = (outcome: "pass" | "fail") => ({ ...row.control, outcome, error: null });
  const grid = Array.from({ length: 30 * 400 }, (_, place) => ({
    ...row,
    role: "stress" as const,
    scenario: `many/${place % 30}`,
    seed: String(place),
    control: side("pass"),
    treatment: side(place >= 11_990 ? "fail" : "pass"),
  }));
  const large = await renderHtml({ ...sample, sections: [{ ...section, grid }] });
  expect([...large.matchAll(/<li class="pair worse"/g)]).toHaveLength(10);
  expect([...large.matchAll(/<li class="pair /g)].length).toBeLessThanOrEqual(3000);
  expect(large).toContain("9,000 more pairs of 30 scenarios not drawn");
});
