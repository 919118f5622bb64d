/** Chart of the difference in pass rate for every flag, with its 95 % interval and the line of no difference. */

import type { TopLevelSpec } from "vega-lite";
import type { ReportSection } from "../../core/report-document.ts";
import { points, pointsRange } from "../number.ts";
import { shortened } from "../visible-text.ts";
import { directionWords, sectionName } from "../words.ts";
import { ACCENT, CHART_CONFIG, CHART_WIDTH, FAINT, INK, LINE, QUANTITATIVE } from "./chart-theme.ts";

const ROW = 48;

/** Builds the spec; a flag without a valid pair keeps its row and says so. */
export function effectForest(sections: readonly ReportSection[]): TopLevelSpec {
  const { minus } = directionWords(sections);
  const values = sections.map((section, index) => {
    const { delta, interval95 } = section.comparison.effect;
    const known = delta !== null;
    const name = shortened(sectionName(section), 44);
    const text = known ? `${points(delta)} (${pointsRange(interval95)})` : "no pairs";
    return {
      y: index,
      name,
      text,
      said: `${name}: ${text} points`,
      delta: known ? delta * 100 : null,
      low: known ? interval95[0] * 100 : null,
      high: known ? interval95[1] * 100 : null,
    };
  });
  const y = {
    field: "y",
    type: QUANTITATIVE,
    axis: null,
    scale: { domain: [sections.length - 0.6, -0.6], nice: false, zero: false },
  };
  const x = (field: string) => ({
    field,
    type: QUANTITATIVE,
    title: `difference in pass rate, ${minus}, percentage points`,
    scale: { domain: [-100, 100] },
    axis: {
      values: [-100, -50, 0, 50, 100],
      labelFlush: true,
      labelExpr: "datum.value > 0 ? '+' + datum.value : datum.value",
    },
  });
  return {
    width: CHART_WIDTH,
    height: Math.max(1, sections.length) * ROW,
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
        transform: [{ filter: "isValid(datum.delta)" }],
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
