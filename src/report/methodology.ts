/** Anchors of METHODOLOGY.md: the explanation of each printed figure that reports link to. */

/** Topic to heading anchor. */
const METHODOLOGY = {
  pairs: "pairs-and-matching",
  missing: "missing-results",
  test: "the-test",
  interval: "the-interval",
  cost: "cost-and-tokens",
  engagement: "reached-fired-diverged",
  mechanism: "the-mechanism-checklist",
  labels: "labels-and-qualifiers",
  controls: "control-scenarios",
  calibration: "calibration",
  sensitivity: "what-the-verdict-hangs-on",
  plan: "planning-and-frozen-plans",
  designs: "designs-for-several-flags",
} as const;

export type Topic = keyof typeof METHODOLOGY;

/** Link to the paragraph on a topic, from a report in `reports/` or in the store's folder. */
export function methodologyLink(topic: Topic): string {
  return `../METHODOLOGY.md#${METHODOLOGY[topic]}`;
}
