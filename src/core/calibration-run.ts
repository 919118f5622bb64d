/** Result of a calibration, the control run against itself: noise, bias, flaky scenarios (STATISTICS 10). */

import type { Calibration } from "./calibration.ts";
import type { ComparisonSpec } from "./experiment.ts";
import type { Range } from "./pairs.ts";

/** Rate at which one scenario differs from itself. */
export interface Flakiness {
  readonly scenario: string;
  readonly pairs: number;
  readonly discordant: number;
  /** At least .3 of at least 10 pairs: more seeds, or a fix. */
  readonly noisy: boolean;
}

/** Reservations of a calibration beside its figures. */
export type CalibrationFinding =
  | { readonly code: "outcomes-differ"; readonly p: number }
  | { readonly code: "latency-differs" }
  | { readonly code: "few-pairs"; readonly pairs: number; readonly needed: number };

export interface CalibrationRun {
  /** Part that later comparisons carry in their plan. */
  readonly calibration: Calibration;
  /** Noise discordance; null for no pairs. */
  readonly psi: number | null;
  /** Wilson 95 %. */
  readonly psiInterval: Range | null;
  /** Neither outcome nor timing differs between the control and itself. */
  readonly clean: boolean;
  readonly enoughPairs: boolean;
  /** 95 % of placebo runs of this size stay within this net difference, at the noise seen or its upper limit. */
  readonly band95: number;
  readonly flakiness: readonly Flakiness[];
  readonly findings: readonly CalibrationFinding[];
}

/** Result of one comparison of a control with itself. */
export interface CalibratedArm {
  readonly spec: ComparisonSpec;
  readonly run: CalibrationRun;
  /** Over the stress scenarios alone: they are where the control has to fail. */
  readonly reproduces: boolean | null;
  /** Pairs of them in which the simulated model succeeded by its declared chance, which `reproduces` leaves out; absent = none. */
  readonly setAside?: number;
}
