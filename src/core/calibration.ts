/** Figures of a calibration that later verdicts on the same scenarios and model rest on. */

/** The stored run that a calibration was read from. */
interface CalibrationSource {
  readonly experiment: string;
  /** Time of its last run or extension, ISO. */
  readonly at: string;
}

/** Calibration: the control against itself on the same scenarios and model. */
export interface Calibration {
  readonly pairs: number;
  readonly b: number;
  readonly c: number;
  /** True where repeating the control reproduced its failure every time. */
  readonly controlReproduces: boolean | null;
  /** Pairs of the scenario that has fewest: how often each failure was repeated at least. */
  readonly fewestPairs: number;
  /** Exact two-sided p of the calibration; at or below .01 the comparison is invalid. */
  readonly biasP: number | null;
  /** 99 % interval of the latency ratio; one without 1 makes the comparison invalid. Null = not measured. */
  readonly latency99: readonly [low: number, high: number] | null;
  /** Chance that the gate blocks a harmless change at this size and noise; at the noise's upper limit where none was seen. */
  readonly gateFalseAlarm: number | null;
  /** Scenarios that differ from themselves in at least .3 of at least 10 pairs. */
  readonly flaky: readonly string[];
  /** Null where it was not read from a store. */
  readonly source: CalibrationSource | null;
}
