/** Charts of differences in pass rate with their 95 % intervals and the line of no difference. */

import type { TopLevelSpec } from "vega-lite";
import type { DesignReport } from "../../core/design-report.ts";
import { points, pointsRange } from "../../core/format.ts";
import type { Range } from "../../core/pairs.ts";
import type { ReportSection } from "../../core/report-document.ts";
import { isTested } from "../design-facts.ts";
import { headlineOf } from "../headline.ts";
import { shorten } from "../visible-text.ts";
import { directionWords, sectionName } from "../words.ts";
import { ACCENT, CHART_CONFIG, CHART_WIDTH, FAINT, INK, LINE, QUANTITATIVE } from "./chart-theme.ts";

const ROW = 48;

/** One row: a difference of pass rates; a null delta has no interval either. */
interface Effect {
  readonly name: string;
  readonly delta: number | null;
  readonly interval95: Range | null;
}

/** The difference of every comparison; one without a valid pair keeps its row and says so. */
export function effectForest(sections: readonly ReportSection[]): TopLevelSpec {
  const { minus } = directionWords(sections);
  return forest(
    sections.map((section) => ({ name: sectionName(section), ...headlineOf(section.comparison) })),
    { title: `difference in pass rate, ${minus}, percentage points`, unknown: "no pairs" },
  );
}

/** The main effect of every flag of a design, largest first; null where the design has none, or counts instead of rates. */
export function mainEffects(design: DesignReport): TopLevelSpec | null {
  if (!isTested(design)) return null;
  const rows = design.effects.flatMap(({ flag, main }) => (main ? [{ name: flag, ...main }] : []));
  if (rows.length === 0) return null;
  const size = ({ delta }: Effect) => (delta === null ? -1 : Math.abs(delta));
  return forest(
    rows.sort((a, b) => size(b) - size(a)),
    { title: "main effect on the pass rate, percentage points", unknown: "no blocks" },
  );
}

function forest(
  effects: readonly Effect[],
  words: { readonly title: string; readonly unknown: string },
): TopLevelSpec {
  const values = effects.map(({ name: whole, delta, interval95 }, index) => {
    const name = shorten(whole, 44);
    const range = interval95 === null ? "" : ` (${pointsRange(interval95)})`;
    const text = delta === null ? words.unknown : `${points(delta)}${range}`;
    const inPoints = (value: number | undefined) =>
      delta === null || value === undefined ? null : value * 100;
    return {
      y: index,
      name,
      text,
      said: `${name}: ${text} points`,
      delta: inPoints(delta ?? undefined),
      low: inPoints(interval95?.[0]),
      high: inPoints(interval95?.[1]),
    };
  });
  const y = {
    field: "y",
    type: QUANTITATIVE,
    axis: null,
    scale: { domain: [effects.length - 0.6, -0.6], nice: false, zero: false },
  };
  const x = (field: string) => ({
    field,
    type: QUANTITATIVE,
    title: words.title,
    scale: { domain: [-100, 100] },
    axis: {
      values: [-100, -50, 0, 50, 100],
      labelFlush: true,
      labelExpr: "datum.value > 0 ? '+' + datum.value : datum.value",
    },
  });
  return {
    width: CHART_WIDTH,
    height: Math.max(1, effects.length) * ROW,
    autosize: "none",
    padding: { left: 4, right: 8, top: 4, bottom: 40 },
    config: CHART_CONFIG,
    data: { values },
    layer: [
      {
        data: { values: [{ zero: 0 }] },
        mark: { type: "rule", color: FAINT, aria: false },
        encoding: { x: x("zero") },
      },
      {
        transform: [{ filter: "isValid(datum.low)" }],
        mark: { type: "rule", strokeWidth: 2, color: INK, aria: false },
        encoding: { y, x: x("low"), x2: { field: "high" } },
      },
      {
        transform: [{ filter: "isValid(datum.delta)" }],
        mark: { type: "point", filled: true, size: 90, opacity: 1, color: ACCENT },
        encoding: { y, x: x("delta"), description: { field: "said" } },
      },
      {
        mark: { type: "text", align: "left", dy: -15, fontWeight: "bold", aria: false },
        encoding: { y, x: { value: 0 }, text: { field: "name" } },
      },
      {
        mark: { type: "text", align: "right", dy: -15, color: FAINT, aria: false },
        encoding: { y, x: { value: CHART_WIDTH }, text: { field: "text" } },
      },
      {
        data: { values: values.slice(1).map(({ y: row }) => ({ edge: row - 0.6 })) },
        mark: { type: "rule", color: LINE, aria: false },
        encoding: { y: { ...y, field: "edge" }, x: { value: 0 }, x2: { value: CHART_WIDTH } },
      },
    ],
  };
}
