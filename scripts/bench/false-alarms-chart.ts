/** Chart of how often each gate rule blocks, by number of pairs: one panel for each true state. */
import type { TopLevelSpec } from "vega-lite";
import type { ErrorRates, TrueState } from "../../src/analyse/gate-error-rates.ts";
import {
  ACCENT,
  CHART_CONFIG,
  FAINT,
  INK,
  NOMINAL,
  QUANTITATIVE,
} from "../../src/report/charts/chart-theme.ts";
import { renderChart } from "../../src/report/charts/render-chart.ts";

const RULES: readonly (readonly [rule: string, share: (rate: ErrorRates) => number])[] = [
  ["our gate", ({ regression }) => regression],
  ["our gate, with confirm rerun", ({ confirmed }) => confirmed],
  ["any drop fails", ({ anyDrop }) => anyDrop],
  ["bootstrap, 90 % interval", ({ bootstrap90 }) => bootstrap90],
];

export interface FalseAlarmChart {
  readonly rates: readonly ErrorRates[];
  readonly sizes: readonly number[];
  readonly unchanged: readonly TrueState[];
  readonly worse: readonly TrueState[];
  /** One-sided level of the gate, 0..1. */
  readonly alpha: number;
}

/** A state in the few words that fit over a panel; the report names it in full. */
function panelTitle({ name }: TrueState): string {
  return name.replace(/ of pairs differ by noise/, " differ").replace(/, never better| \(.*\)/, "");
}

/** Builds the spec: states in which nothing changed above, true losses below. */
export function falseAlarmSpec({ rates, sizes, unchanged, worse, alpha }: FalseAlarmChart): TopLevelSpec {
  const values = rates.flatMap((rate) =>
    RULES.map(([rule, share]) => ({
      state: panelTitle(rate.state),
      pairs: rate.n,
      rule,
      blocked: share(rate) * 100,
      level: unchanged.includes(rate.state) ? alpha * 100 : null,
    })),
  );
  const rule = {
    field: "rule",
    type: NOMINAL,
    sort: [...RULES.map(([name]) => name)],
    legend: { title: null, orient: "bottom", columns: 4, labelLimit: 300 },
  } as const;
  return {
    background: "#ffffff",
    padding: 12,
    config: {
      ...CHART_CONFIG,
      font: "system-ui, sans-serif",
      header: { labelColor: INK, labelFontSize: 12, labelFontWeight: "bold", title: null },
    },
    data: { values },
    columns: 3,
    spacing: 28,
    facet: { field: "state", type: NOMINAL, sort: [...unchanged, ...worse].map(panelTitle) },
    spec: {
      width: 240,
      height: 150,
      layer: [
        {
          transform: [{ filter: "isValid(datum.level)" }],
          mark: { type: "rule", color: FAINT, strokeDash: [2, 3] },
          encoding: { y: { aggregate: "min", field: "level", type: QUANTITATIVE } },
        },
        {
          mark: { type: "line", point: { filled: true, size: 36 }, strokeWidth: 2 },
          encoding: {
            x: {
              field: "pairs",
              type: QUANTITATIVE,
              title: "matched pairs",
              scale: { type: "log", domain: [Math.min(...sizes), Math.max(...sizes)] },
              axis: { values: [...sizes], grid: false },
            },
            y: {
              field: "blocked",
              type: QUANTITATIVE,
              title: "blocked, %",
              scale: { domain: [0, 100] },
              axis: { values: [0, 25, 50, 75, 100] },
            },
            color: {
              ...rule,
              scale: {
                domain: RULES.map(([name]) => name),
                range: [ACCENT, "#7fa3d1", "#b3541e", "#8a8f96"],
              },
            },
            // Colour is never the only sign.
            strokeDash: {
              ...rule,
              scale: {
                range: [
                  [1, 0],
                  [6, 3],
                  [1, 0],
                  [2, 2],
                ],
              },
            },
            shape: rule,
          },
        },
      ],
    },
  };
}

/** The chart as a file that stands alone: colours of the page's style sheet are written out. */
export async function falseAlarmSvg(chart: FalseAlarmChart): Promise<string> {
  const svg = await renderChart(falseAlarmSpec(chart));
  return `${svg.replaceAll(/var\(--[\w-]+, (#[0-9a-f]{6})\)/g, "$1")}\n`;
}
