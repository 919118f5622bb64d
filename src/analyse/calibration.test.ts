/** Calibration runs: what counts as clean, noisy and reproduced. */
import { expect, test } from "vitest";
import { pairsOf } from "../testing/paired-units.ts";
import { calibrationOf } from "./calibration.ts";

const alpha = 0.05;

test("a balanced noise floor is clean, with its discordance, band and our gate's false alarms", () => {
  const found = calibrationOf(pairsOf({ better: 1, worse: 1, both: 18 }), alpha);
  expect(found).toMatchObject({ psi: 0.1, clean: true, enoughPairs: true, band95: 3, findings: [] });
  expect(found.calibration).toMatchObject({ pairs: 20, fewestPairs: 20, b: 1, c: 1, biasP: 1, flaky: [] });
  // Section 7: .001 at 20 pairs and psi .1.
  expect(found.calibration.gateFalseAlarm).toBeCloseTo(0.001, 3);
});

test("a control that beats itself is biased", () => {
  const found = calibrationOf(pairsOf({ better: 9, both: 11 }), alpha);
  expect(found.clean).toBe(false);
  expect(found.findings).toEqual([{ code: "outcomes-differ", p: 2 / 2 ** 9 }]);
});

test("one arm that is always slower is biased too", () => {
  const slow = calibrationOf(
    pairsOf({
      both: 24,
      control: (place) => ({ latencyMs: 100 + (place % 5) }),
      treatment: (place) => ({ latencyMs: 130 + (place % 7) }),
    }),
    alpha,
  );
  expect(slow).toMatchObject({ clean: false, findings: [{ code: "latency-differs" }] });
});

test("few pairs are clean as far as they go, and said to be few", () => {
  const found = calibrationOf(pairsOf({ both: 4 }), alpha);
  expect(found).toMatchObject({
    clean: true,
    enoughPairs: false,
    findings: [{ code: "few-pairs", pairs: 4, needed: 20 }],
  });
  expect(calibrationOf([], alpha)).toMatchObject({
    psi: null,
    clean: false,
    calibration: { pairs: 0, biasP: null },
  });
});

test("a scenario that differs from itself in 3 of 10 pairs is noisy, in 3 of 9 not yet known to be", () => {
  const flaky = (of: number) => pairsOf({ better: 2, worse: 1, both: of - 3 });
  expect(calibrationOf(flaky(10), alpha).flakiness).toEqual([
    { scenario: "scenario-1", pairs: 10, discordant: 3, noisy: true },
  ]);
  expect(calibrationOf(flaky(10), alpha).calibration.flaky).toEqual(["scenario-1"]);
  expect(calibrationOf(flaky(9), alpha).flakiness[0]?.noisy).toBe(false);
});

test("the failure is reproduced only when every trial shows its signature", () => {
  const seen = (signature: (place: number) => boolean | null) =>
    calibrationOf(
      pairsOf({
        neither: 3,
        control: () => ({ signatureSeen: true }),
        treatment: (place) => ({ signatureSeen: signature(place) }),
      }),
      alpha,
    ).calibration.controlReproduces;
  expect(seen(() => true)).toBe(true);
  expect(seen((place) => place > 0)).toBe(false);
  expect(seen((place) => (place > 0 ? true : null))).toBeNull();
});
