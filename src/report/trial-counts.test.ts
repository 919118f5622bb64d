/** Trials that a sequential run had no need of are not lost; those of a fixed run are. */

import { expect, test } from "vitest";
import { FIXED_RULE } from "../core/experiment.ts";
import { sampleReport } from "../testing/report-builder.ts";
import { renderAnnotations } from "./annotations.ts";
import { renderTerminal } from "./terminal.ts";

function stopped(design: "fixed" | "sequential") {
  const report = sampleReport();
  return {
    ...report,
    experiment: { ...report.experiment, rule: { ...FIXED_RULE, design } },
    totals: {
      ...report.totals,
      trialsPlanned: 120,
      trialsCompleted: 16,
      trialsErrored: 0,
      trialsMissing: 104,
    },
  };
}

test("trials that a stopping rule left out are called not run, and warn of nothing", () => {
  const early = stopped("sequential");
  expect(renderTerminal(early, { colour: false, width: 200, verbose: true })).toContain(
    "16 of at most 120 trials completed, 0 with errors, 104 not run",
  );
  expect(renderAnnotations(early)).not.toContain("with errors or missing");
});

test("trials that a fixed run lacks are missing and warned of", () => {
  const cut = stopped("fixed");
  expect(renderTerminal(cut, { colour: false, width: 200, verbose: true })).toContain(
    "16 of 120 trials completed, 0 with errors, 104 missing",
  );
  expect(renderAnnotations(cut)).toContain("104 trials with errors or missing");
});
