/** A calibration's lines read as sentences at any size. */

import { expect, test } from "vitest";
import { calibrationOf } from "../analyse/calibration.ts";
import type { ComparisonSpec } from "../core/experiment.ts";
import { pairsOf } from "../testing/paired-units.ts";
import { sampleReport } from "../testing/report-builder.ts";
import { calibrationText } from "./calibration-text.ts";

const ALPHA = 0.05;
const SPEC: ComparisonSpec = {
  id: "FLAG",
  flag: null,
  control: "FLAG=0",
  treatment: "FLAG=0~placebo",
  stress: ["scenario-1"],
  controls: [],
  kind: "calibration",
};

test("a share below the smallest that is shown is not bounded twice", () => {
  const experiment = { ...sampleReport().experiment, independent: true };
  for (const both of [2, 5, 12]) {
    const run = calibrationOf(pairsOf({ both }), ALPHA);
    const text = calibrationText(experiment, [{ spec: SPEC, run, reproduces: null }]);
    expect(text).toMatch(/our gate {3}blocks a harmless change in (at most|under) \d/);
  }
});

test("on the simulated model a calibration counts pairs and estimates nothing (STATISTICS 11.2)", () => {
  const sample = sampleReport().experiment;
  const simulated = { ...sample, model: { ...sample.model, model: "simulated", baseUrl: null } };
  const run = calibrationOf(pairsOf({ better: 9, worse: 1, both: 10 }), ALPHA);
  for (const independent of [true, false]) {
    const arms = [{ spec: SPEC, run, reproduces: null }];
    const text = calibrationText({ ...simulated, independent }, arms);
    expect(text).toContain("10 pairs of 20 differ between the control and itself\n");
    expect(text).not.toMatch(/%|\bp \d|placebo {4}|our gate|timing/);
    expect(calibrationText({ ...sample, independent: true }, arms)).toMatch(/50 %.*exact p 0\.02/s);
  }
});

test("repeats that a declared chance set aside are told beside the failure, not counted as one", () => {
  const { experiment } = sampleReport();
  const run = calibrationOf(pairsOf({ better: 1, neither: 2 }), ALPHA);
  const failure = (reproduces: boolean | null, setAside?: number) =>
    /failure +(.*)/.exec(
      calibrationText(experiment, [{ spec: SPEC, run, reproduces, ...(setAside ? { setAside } : {}) }]),
    )?.[1];
  expect(failure(true)).toBe("the control failed as declared in every repeat (M4)");
  expect(failure(true, 2)).toBe(
    "the control failed as declared in every repeat (M4), 2 pairs set aside in which the simulated model succeeded by its declared chance",
  );
  expect(failure(false, 1)).toMatch(/did not fail as declared in every repeat, 1 pair set aside/);
  expect(failure(null, 3)).toMatch(/^M4 is not checked: 3 pairs set aside/);
});
