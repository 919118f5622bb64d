/** Proves that every chart spec is the reviewed one, compiles, renders without a browser and follows the theme. */

import type { TopLevelSpec } from "vega-lite";
import { expect, test } from "vitest";
import type { ReportSection } from "../../core/report-document.ts";
import { withTextReplaced } from "../../testing/hostile-text.ts";
import { sampleReport } from "../../testing/report-builder.ts";
import { callsChart } from "./calls-chart.ts";
import { effectForest } from "./effect-forest.ts";
import { ratioChart } from "./ratio-chart.ts";
import { renderChart } from "./render-chart.ts";

const HOSTILE = "<script>x</script>\"'&]]>";

const calls = ([first]: readonly ReportSection[]): TopLevelSpec => {
  if (first === undefined) throw new Error("a calls chart needs a section");
  return callsChart(first);
};

const charts: readonly (readonly [string, (sections: readonly ReportSection[]) => TopLevelSpec])[] = [
  ["effect-forest", effectForest],
  ["ratio-chart", ratioChart],
  ["calls-chart", calls],
];

test.each(charts)("%s: the spec is the golden one", async (name, chart) => {
  const spec = JSON.stringify(chart(sampleReport().sections), null, 2);
  await expect(`${spec}\n`).toMatchFileSnapshot(`../__golden__/${name}.vl.json`);
});

test.each(charts)(
  "%s: renders the same bytes twice, with colours of the theme alone",
  async (_name, chart) => {
    const spec = chart(sampleReport().sections);
    const svg = await renderChart(spec);
    expect(await renderChart(spec)).toBe(svg);
    expect(svg).toMatch(/^<svg [^>]*viewBox=/);
    expect(svg).not.toMatch(/NaN|undefined|Infinity|<image|href=/);
    const colours = [...svg.matchAll(/(?:fill|stroke)="([^"]*)"/g)].map(([, colour]) => colour ?? "");
    expect(colours.filter((colour) => !/^(none|transparent|var\(--)/.test(colour))).toEqual([]);
  },
);

test.each(charts)("%s: hostile names stay text", async (_name, chart) => {
  const svg = await renderChart(chart(withTextReplaced(sampleReport(), HOSTILE).sections));
  const tags = new Set([...svg.matchAll(/<([a-zA-Z!/][^\s>]*)/g)].map(([, tag]) => tag?.replace("/", "")));
  expect([...tags].toSorted()).toEqual(["g", "line", "path", "svg", "text"].filter((tag) => tags.has(tag)));
  expect(svg.includes("&lt;script&gt;")).toBe(true);
});

test("every effect and its interval is readable as text in the chart", async () => {
  const svg = await renderChart(effectForest(sampleReport().sections));
  expect(svg).toContain("+83 (+27 to +98)");
  expect(svg).toContain("AUDIT_SEMANTIC_COMPACTION");
});

test("an unknown cost has its row with the word and no mark", async () => {
  const [compaction] = sampleReport().sections.slice(-1);
  if (compaction === undefined) throw new Error("the sample has sections");
  const svg = await renderChart(ratioChart([compaction]));
  expect(svg).toContain(">unknown</text>");
  expect([...svg.matchAll(/aria-roledescription="point"/g)]).toHaveLength(2);
});

test("a flag without a valid pair says so instead of showing 0", async () => {
  const [section] = sampleReport().sections;
  if (section === undefined) throw new Error("the sample has sections");
  const { comparison } = section;
  const empty = { ...section, comparison: { ...comparison, effect: { ...comparison.effect, delta: null } } };
  const svg = await renderChart(effectForest([empty]));
  expect(svg).toContain("no pairs");
  expect(svg).not.toContain('aria-roledescription="point"');
});
