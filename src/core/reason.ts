/** Reasons for a verdict's label: facts with a code, which `reason-words.ts` puts into words. */

import type { ByArm } from "./pairs.ts";
import type { Label } from "./verdict.ts";

/** Trials without a result and pairs that never ran. */
export interface LostTrials {
  readonly errors: ByArm<number>;
  readonly unscored: ByArm<number>;
  readonly missing: ByArm<number>;
  /** Planned pairs of a fixed design of which no trial exists; 0 where they are no loss. */
  readonly notRun: number;
  readonly planned: number | null;
}

/** Cap on a label although the pairs differ beyond chance. */
export type Cap = "judged" | "missing-sensitive";

export type Reason =
  | { readonly code: "no-valid-pair" }
  | {
      readonly code: "pairs-lost";
      /** Lost pairs and all that were due; null where nothing pairs the runs. */
      readonly pairs: readonly [lost: number, of: number] | null;
      readonly lost: LostTrials;
    }
  | { readonly code: "one-arm-lost"; readonly lost: LostTrials }
  | { readonly code: "calibration-bias" }
  | { readonly code: "calibration-latency" }
  | { readonly code: "never-fired"; readonly pairs: number }
  | { readonly code: "controls-equal"; readonly pairs: number }
  | { readonly code: "controls-differ"; readonly pairs: number; readonly of: number }
  | { readonly code: "exact-p" }
  | { readonly code: "e-value" }
  | { readonly code: "replicated" }
  | { readonly code: "checklist-complete" }
  | { readonly code: "checklist-open"; readonly items: readonly OpenItem[] }
  | {
      readonly code: "scenarios-disagree";
      /** Adjusted for the campaign. */
      readonly p: number;
      readonly better: readonly string[];
      readonly worse: readonly string[];
      /** The mean over scenarios points the other way than the pooled pairs. */
      readonly meansOpposed: boolean;
    }
  | { readonly code: "stopped-early"; readonly by: "futility" | "curtailed" }
  | { readonly code: "interval-within-margin" }
  | { readonly code: "beyond-chance-but"; readonly caps: readonly Cap[] }
  | { readonly code: "mid-p"; readonly strength: "moderate" | "lean" }
  | { readonly code: "low-power" }
  | { readonly code: "effect-not-seen" }
  | { readonly code: "saving-shown" }
  | { readonly code: "not-worse" }
  | { readonly code: "harm-not-excluded" }
  | { readonly code: "rate-on-simulated" }
  /** The label that the pairs would have in the primary family. */
  | { readonly code: "exploratory"; readonly claim: Label }
  | { readonly code: "judge-decides-success" }
  | { readonly code: "costs-shown" }
  | { readonly code: "ratio-near-one" }
  | { readonly code: "one-zero"; readonly pairs: number }
  | { readonly code: "saving-not-shown" }
  | { readonly code: "aim-unknown" }
  | { readonly code: "aim-known-rarely" }
  | { readonly code: "aim-order-confounded" }
  | { readonly code: "fired-often" }
  | { readonly code: "fired-rarely" }
  | { readonly code: "firing-unknown" };

/** A fact that leaves items of the mechanism checklist open, with those items. */
export interface OpenItem {
  readonly finding: string;
  readonly items: readonly string[];
}

/** The reason with a code, where it is among the reasons. */
export function reasonOf<C extends Reason["code"]>(
  reasons: readonly Reason[],
  code: C,
): Extract<Reason, { readonly code: C }> | undefined {
  return reasons.find((reason): reason is Extract<Reason, { readonly code: C }> => reason.code === code);
}
