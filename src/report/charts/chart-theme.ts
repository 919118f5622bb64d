/** The look every chart shares: text and lines take the page's CSS variables, so that light and dark both read. */

import type { Config } from "vega-lite";

/** Colours by meaning; the fallback is what a viewer without the page's style sheet shows. */
export const INK = "var(--ink, #22252a)";
export const FAINT = "var(--faint, #6b7178)";
export const LINE = "var(--line, #d9dbdf)";
export const PAPER = "var(--paper, #ffffff)";
export const ACCENT = "var(--accent, #2f5d9b)";

/** Width of every chart in pixels; fixed, so that the same document always gives the same bytes. */
export const CHART_WIDTH = 440;

/** Shared configuration: no frame, no ticks, quiet grid, the page's own font. */
export const CHART_CONFIG: Config = {
  background: "transparent",
  font: "inherit",
  view: { stroke: null },
  axis: {
    labelColor: FAINT,
    titleColor: FAINT,
    titleFontWeight: "normal",
    labelFontSize: 12,
    titleFontSize: 12,
    titlePadding: 8,
    gridColor: LINE,
    domain: false,
    ticks: false,
  },
  legend: {
    labelColor: INK,
    labelFontSize: 12,
    labelLimit: 230,
    labelOffset: 8,
    rowPadding: 6,
    columnPadding: 24,
    symbolStrokeWidth: 0,
  },
  text: { color: INK, fontSize: 12 },
};

/** Type words that keep their literal type inside the objects that charts share between layers. */
export const QUANTITATIVE = "quantitative" as const;
export const NOMINAL = "nominal" as const;
export const LOG = "log" as const;
