/** The chart of gate rules as a file: stands alone, same bytes for the same figures, every rule and state named. */
import { expect, test } from "vitest";
import { errorRates } from "../../src/analyse/gate-error-rates.ts";
import { falseAlarmSvg } from "./false-alarms-chart.ts";

test("draws every rule in every panel without help of a style sheet", async () => {
  const unchanged = [{ name: "no change, 32 % differ", win: 0.16, loss: 0.16 }];
  const worse = [{ name: "30 points worse, never better", win: 0, loss: 0.3 }];
  const sizes = [3, 5];
  const options = { margin: 0.1, alpha: 0.05, seed: 1, resamples: 20 };
  const rates = sizes.flatMap((n) => errorRates(n, [...unchanged, ...worse], options));
  const svg = await falseAlarmSvg({ rates, sizes, unchanged, worse, alpha: 0.05 });
  for (const word of [
    "no change, 32 % differ",
    "30 points worse",
    "our gate",
    "any drop fails",
    "confirm rerun",
  ])
    expect(svg).toContain(word);
  expect(svg).not.toContain("var(");
  expect(await falseAlarmSvg({ rates, sizes, unchanged, worse, alpha: 0.05 })).toBe(svg);
});
