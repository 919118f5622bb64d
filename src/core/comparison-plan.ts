/** The analysis plan of a comparison: what was decided before the run. */

import type { Aim } from "./aim.ts";

/** Decisions made before the run. */
export interface ComparisonPlan {
  readonly id: string;
  readonly flag: string | null;
  readonly control: string;
  readonly treatment: string;
  readonly purpose: "mechanism" | "benefit";
  readonly design: "fixed" | "sequential";
  /** A sequential run that looks for harm; absent = it looks for a gain. */
  readonly sought?: "loss";
  readonly alpha: number;
  /** Smallest effect worth having, as a difference of pass rates (0.1 = 10 points). */
  readonly deltaMin: number;
  /** Number of flags in the campaign. */
  readonly family: number;
  /** The plan names a primary family, and this comparison is not in it; absent = it is, or the plan names none. */
  readonly exploratory?: boolean;
  readonly simulated: boolean;
  /** Over control scenarios, where the flag must make no difference; absent = over the scenarios that stress it. */
  readonly over?: "controls";
  /** The model was asked at temperature 0, so equal transcripts are repeats; absent = it is not known to be. */
  readonly greedy?: boolean;
  /** `none`: the seed does not tie the arms together, so the test is stratified instead of paired. */
  readonly pairing: "seed" | "none";
  readonly flagMakesCalls: boolean;
  /** Pairs planned; the cap of a sequential design. Null = nobody recorded it. */
  readonly planned: number | null;
  readonly orderKnown: boolean;
  /** Aim of the flag; absent = success. A saving is judged over a fixed number of pairs only. */
  readonly aim?: Aim;
  /** By how much success may not be worse where the aim is a saving or `no-worse`, as a difference of pass rates; absent = 0.1. */
  readonly margin?: number;
}
