/** Chart of the model calls of one comparison: a bar per arm, stacked by what the calls were for. */

import type { TopLevelSpec } from "vega-lite";
import { count, countText } from "../../core/format.ts";
import { isLabCall } from "../../core/lab-purposes.ts";
import type { PurposeRow, ReportSection } from "../../core/report-document.ts";

import { shorten } from "../visible-text.ts";
import { armWords } from "../words.ts";
import { CHART_CONFIG, CHART_WIDTH, FAINT, INK, NOMINAL, PAPER, QUANTITATIVE } from "./chart-theme.ts";

const NAMED = 7;
const OWN = "var(--chart-own, #2f5d9b)";
const SHADES = [1, 2, 3, 4, 5, 6, 7, 8].map(
  (shade) => `var(--chart-${shade}, #c${9 - shade}c${9 - shade}d0)`,
);

interface Segment {
  readonly purpose: string;
  readonly own: boolean;
  readonly control: number;
  readonly treatment: number;
}

/** The flag's own purposes first, then the largest ones; what is beyond the legend's room is one segment. */
function segmentsOf(purposes: readonly PurposeRow[]): readonly Segment[] {
  const segments = purposes
    .filter(({ purpose }) => !isLabCall(purpose))
    .map(({ purpose, own, control, treatment }) => ({
      purpose: own ? `${shorten(purpose, 32)}*` : shorten(purpose, 32),
      own,
      control: control.calls,
      treatment: treatment.calls,
    }));
  const size = (segment: Segment) => segment.control + segment.treatment;
  const sorted = segments.toSorted((a, b) => Number(b.own) - Number(a.own) || size(b) - size(a));
  const rest = sorted.slice(NAMED);
  if (rest.length === 0) return sorted;
  const sum = (arm: "control" | "treatment") => rest.reduce((total, segment) => total + segment[arm], 0);
  const others = {
    purpose: `${rest.length} other purposes`,
    own: false,
    control: sum("control"),
    treatment: sum("treatment"),
  };
  return [...sorted.slice(0, NAMED), others];
}

/** Builds the spec; bars share one scale, and the exact counts stand in the table beside the chart. */
export function callsChart(section: ReportSection): TopLevelSpec {
  const words = armWords(section);
  const segments = segmentsOf(section.purposes);
  const arms = [
    { arm: words.treatment, key: "treatment" },
    { arm: words.control, key: "control" },
  ] as const;
  const values = arms.flatMap(({ arm, key }) => {
    let start = 0;
    return segments.map((segment) => {
      const from = start;
      start += segment[key];
      const said = `${arm}: ${countText(segment[key], "call")} for ${segment.purpose}`;
      return { arm, purpose: segment.purpose, calls: segment[key], from, to: start, said };
    });
  });
  const totals = arms.map(({ arm, key }) => {
    const total = segments.reduce((sum, segment) => sum + segment[key], 0);
    return { arm, total, text: count(total) };
  });
  const longest = Math.max(1, ...totals.map(({ total }) => total));
  const y = {
    field: "arm",
    type: NOMINAL,
    sort: arms.map(({ arm }) => arm),
    title: null,
    axis: { labelColor: INK, labelLimit: 120, labelPadding: 8 },
  };
  const x = { type: QUANTITATIVE, title: null, axis: null, scale: { domain: [0, longest], nice: false } };
  let shade = 0;
  const range = segments.map((segment) => (segment.own ? OWN : (SHADES[shade++ % SHADES.length] ?? FAINT)));
  return {
    width: CHART_WIDTH,
    height: { step: 34 },
    autosize: "pad",
    config: CHART_CONFIG,
    layer: [
      {
        data: { values: values.filter(({ calls }) => calls > 0) },
        mark: { type: "bar", height: 24, stroke: PAPER, strokeWidth: 1.5 },
        encoding: {
          y,
          x: { ...x, field: "from" },
          x2: { field: "to" },
          description: { field: "said" },
          color: {
            field: "purpose",
            type: NOMINAL,
            scale: { domain: segments.map(({ purpose }) => purpose), range },
            legend: { title: null, orient: "bottom", columns: 2, symbolType: "square", symbolSize: 110 },
          },
        },
      },
      {
        data: { values: totals },
        mark: { type: "text", align: "left", dx: 6, color: FAINT, aria: false },
        encoding: { y, x: { ...x, field: "total" }, text: { field: "text" } },
      },
    ],
  };
}
