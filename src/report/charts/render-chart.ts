/** Turns a vega-lite spec into SVG text without a browser; the libraries load on first use. */

import type { TopLevelSpec } from "vega-lite";

/**
 * Renders a spec. Equal specs give equal text: sizes are fixed, text width is estimated, and no spec clips or uses
 * a gradient, which are the only things vega numbers by a counter.
 */
export async function renderChart(spec: TopLevelSpec): Promise<string> {
  const [{ compile }, { parse, View }] = await Promise.all([import("vega-lite"), import("vega")]);
  const view = new View(parse(compile(spec).spec), { renderer: "none" });
  try {
    return await view.toSVG();
  } finally {
    view.finalize();
  }
}
