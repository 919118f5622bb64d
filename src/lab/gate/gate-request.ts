/** A user's request of a gate, as it comes from the command line. */

import type { GatePolicy } from "../../core/gate.ts";
import type { ModelOptions } from "../endpoint/model-access.ts";
import type { RunOptions } from "../experiment/ablate.ts";
import type { JudgeOptions } from "../judging/judging.ts";
import type { GateTerms } from "./policy-file.ts";

export interface GateRequest extends RunOptions {
  /** A name, a file, an experiment id, a unique beginning of one, or `latest`. */
  readonly baseline?: string | undefined;
  /** Arm of the stored base; its defaults when absent. */
  readonly arm?: string | undefined;
  /** Flags of the candidate, `FLAG=value`. */
  readonly candidate: readonly string[];
  /** Folder of another built checkout, which is the base. */
  readonly checkout?: string | undefined;
  readonly scenarios?: readonly string[] | undefined;
  /** A count or a file; those of a stored base when absent. */
  readonly seeds?: string | undefined;
  /** Most seeds that an inconclusive result may grow to. */
  readonly maxSeeds: number;
  /** Absent fields were not given by the user; a stored base brings its own. */
  readonly model: ModelOptions;
  /** Judge of judge checks where both arms run now; a stored base brings its own. */
  readonly judge: JudgeOptions;
  readonly confirm: boolean;
  /** File of the policy; gate.yaml of the working folder when absent. */
  readonly policy?: string | undefined;
  readonly onInconclusive: GatePolicy["onInconclusive"];
  readonly failOn: GatePolicy["failOn"];
  /** Judges a simulated run by the margin too, for scenarios whose rules draw by chance. */
  readonly statistical: boolean;
  /** Goes on although the planned pairs cannot reach a decision. */
  readonly force: boolean;
  readonly maxMinutes?: number | undefined;
  /** Files to write, by extension. */
  readonly output: readonly string[];
}

/** Request together with the policy of the project. */
export type GateTask = GateRequest & GateTerms;
