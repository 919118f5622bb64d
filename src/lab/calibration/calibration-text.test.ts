/** A calibration's lines read as sentences at any size. */

import { expect, test } from "vitest";
import { calibrationOf } from "../../analyse/calibration.ts";
import type { ComparisonSpec } from "../../core/experiment.ts";
import { pairsOf } from "../../testing/paired-units.ts";
import { sampleReport } from "../../testing/report-builder.ts";
import { calibrationText } from "./calibration-text.ts";
import { GATE_ALPHA } from "./find-calibration.ts";

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
    const run = calibrationOf(pairsOf({ both }), GATE_ALPHA);
    const text = calibrationText(experiment, [{ spec: SPEC, run, reproduces: null }]);
    expect(text).toMatch(/our gate {3}blocks a harmless change in (at most|under) \d/);
  }
});
