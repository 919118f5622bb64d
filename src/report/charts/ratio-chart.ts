/** Chart of what every flag costs: ratio of totals, ON over OFF, for cost, tokens and calls on a logarithmic scale. */

import type { TopLevelSpec } from "vega-lite";
import type { Metric } from "../../core/metric.ts";
import { METRIC_WORD } from "../../core/metric-word.ts";
import type { ReportSection } from "../../core/report-document.ts";
import { metricRatio } from "../number.ts";
import { shorten } from "../visible-text.ts";
import { costMetric, directionWords, sectionName } from "../words.ts";
import { ACCENT, CHART_CONFIG, CHART_WIDTH, FAINT, INK, LINE, LOG, QUANTITATIVE } from "./chart-theme.ts";

const ROW = 20;
const TICKS = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256];
const TICK_LABEL = "'x' + datum.value";
const START = "start" as const;

interface Line {
  readonly y: number;
  readonly name: string | null;
  readonly metric: string | null;
  readonly text: string | null;
  /** Words for a screen reader at the mark. */
  readonly said: string;
  readonly ratio: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

function linesOf(sections: readonly ReportSection[]): Line[] {
  const lines: Line[] = [];
  for (const section of sections) {
    const name = shorten(sectionName(section), 44);
    lines.push({
      y: lines.length,
      name,
      metric: null,
      text: null,
      said: name,
      ratio: null,
      low: null,
      high: null,
    });
    const metrics: Metric[] = [costMetric(section.comparison), "totalTokens", "calls"];
    for (const metric of metrics) {
      const value = section.comparison.ratios[metric];
      const estimate = value.state === "identical" ? { ratio: 1, interval95: null } : value.ofTotals;
      const ratio = estimate && estimate.ratio > 0 ? estimate.ratio : null;
      const interval = ratio === null ? null : (estimate?.interval95 ?? null);
      const drawn = interval && interval[0] > 0 && Number.isFinite(interval[1]) ? interval : null;
      lines.push({
        y: lines.length,
        name: null,
        metric: METRIC_WORD[metric],
        text: metricRatio(value),
        said: `${name}: ${METRIC_WORD[metric]} ${metricRatio(value)}`,
        ratio,
        low: drawn?.[0] ?? null,
        high: drawn?.[1] ?? null,
      });
    }
  }
  return lines;
}

function domainOf(lines: readonly Line[]): [number, number] {
  const shown = lines.flatMap((line) => [line.ratio, line.low, line.high]).filter((value) => value !== null);
  const low = Math.min(0.5, ...shown);
  const high = Math.max(2, ...shown);
  return [low / 1.1, high * 1.1];
}

/** Builds the spec; an unknown ratio keeps its row with the word and gets no mark. */
export function ratioChart(sections: readonly ReportSection[]): TopLevelSpec {
  const { over } = directionWords(sections);
  const lines = linesOf(sections);
  const domain = domainOf(lines);
  const y = {
    field: "y",
    type: QUANTITATIVE,
    axis: null,
    scale: { domain: [lines.length - 0.3, -0.6], nice: false, zero: false },
  };
  const x = (field: string) => ({
    field,
    type: QUANTITATIVE,
    title: `${over}, ratio of totals, logarithmic`,
    scale: { type: LOG, base: 2, domain, nice: false, range: [96, CHART_WIDTH - 130] },
    axis: {
      values: TICKS.filter((tick) => tick >= domain[0] && tick <= domain[1]),
      labelExpr: TICK_LABEL,
      titleAnchor: START,
    },
  });
  const drawn = [{ filter: "isValid(datum.ratio)" }];
  return {
    width: CHART_WIDTH,
    height: Math.max(1, lines.length) * ROW,
    autosize: "none",
    padding: { left: 4, right: 8, top: 4, bottom: 40 },
    config: CHART_CONFIG,
    data: { values: lines },
    layer: [
      {
        data: { values: [{ one: 1 }] },
        mark: { type: "rule", color: FAINT, aria: false },
        encoding: { x: x("one") },
      },
      {
        transform: [{ filter: "isValid(datum.low)" }],
        mark: { type: "rule", strokeWidth: 2, color: INK, aria: false },
        encoding: { y, x: x("low"), x2: { field: "high" } },
      },
      {
        transform: drawn,
        mark: { type: "point", filled: true, size: 60, opacity: 1, color: ACCENT },
        encoding: { y, x: x("ratio"), description: { field: "said" } },
      },
      {
        transform: [{ filter: "datum.name !== null" }],
        mark: { type: "text", align: "left", fontWeight: "bold", aria: false },
        encoding: { y, x: { value: 0 }, text: { field: "name" } },
      },
      {
        transform: [{ filter: "datum.metric !== null" }],
        mark: { type: "text", align: "left", color: FAINT, aria: false },
        encoding: { y, x: { value: 0 }, text: { field: "metric" } },
      },
      {
        transform: [{ filter: "datum.text !== null" }],
        mark: { type: "text", align: "right", color: FAINT, aria: false },
        encoding: { y, x: { value: CHART_WIDTH }, text: { field: "text" } },
      },
      {
        data: {
          values: lines
            .filter(({ y: row, name }) => name && row > 0)
            .map((line) => ({ edge: line.y - 0.55 })),
        },
        mark: { type: "rule", color: LINE, aria: false },
        encoding: { y: { ...y, field: "edge" }, x: { value: 0 }, x2: { value: CHART_WIDTH } },
      },
    ],
  };
}
