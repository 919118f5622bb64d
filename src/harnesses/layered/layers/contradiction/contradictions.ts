/** Layer 4: conflicts between beliefs and what a conflict does to them (A-037..A-044). */

import type { Hypothesis } from "../hypothesis/hypotheses.ts";
import { adjustConfidence, type WorldModel } from "../world-model/world-model.ts";

export type Severity = "LOW" | "MEDIUM" | "HIGH" | "SYSTEM_BREAKING";

/** A conflict as a detector reports it, by belief ids. */
export interface FoundConflict {
  readonly a: string;
  readonly b: string;
  readonly why: string;
  readonly severity: Severity;
  /** Only a keyword finding can be upgraded to SYSTEM_BREAKING. */
  readonly detector: "semantic" | "lexical";
  /** True where the user has said which of the two holds. */
  readonly settled?: boolean;
}

export interface Contradiction {
  readonly id: string;
  /** Belief ids in sorted order. */
  readonly pair: readonly [string, string];
  readonly texts: readonly [string, string];
  readonly severity: Severity;
  readonly description: string;
  readonly detector: FoundConflict["detector"];
  /** The user has settled it: it stays on record and weighs on nothing. */
  readonly resolved: boolean;
}

export interface Contradictions {
  readonly all: readonly Contradiction[];
  /** Beliefs that a HIGH conflict took out of use. */
  readonly frontier: readonly string[];
  /** Beliefs whose dependents still have to hear of a MEDIUM conflict; drained by the reviewer. */
  readonly queue: readonly string[];
  /** Beliefs that were compared already, as a count of the world model's list. */
  readonly compared: number;
}

export const NO_CONTRADICTIONS: Contradictions = { all: [], frontier: [], queue: [], compared: 0 };

/** a cut by 10 or 25 percent. */
const CUT: Readonly<Record<"LOW" | "MEDIUM", number>> = { LOW: 0.9, MEDIUM: 0.75 };

/** Conflicts nobody has settled, the newest last. */
export function openOf({ all }: Contradictions): readonly Contradiction[] {
  return all.filter(({ resolved }) => !resolved);
}

/** Unresolved HIGH and SYSTEM_BREAKING conflicts: what Verification and the Reviewer count. */
export function gravesOf(contradictions: Contradictions): readonly Contradiction[] {
  return openOf(contradictions).filter(
    ({ severity }) => severity === "HIGH" || severity === "SYSTEM_BREAKING",
  );
}

/** Records new conflicts once per pair and applies each that is not settled to its beliefs once. */
export function recordConflicts(input: {
  readonly contradictions: Contradictions;
  readonly model: WorldModel;
  readonly hypotheses: readonly Hypothesis[];
  readonly found: readonly FoundConflict[];
}): { contradictions: Contradictions; model: WorldModel; recorded: readonly Contradiction[] } {
  let { contradictions, model } = input;
  const recorded: Contradiction[] = [];
  // Hypotheses come after the comparison, so what one of them predicts is found here one iteration later.
  const upgraded = contradictions.all.map((one) => {
    const severity = one.resolved ? one.severity : grade(one, one.pair, input.hypotheses);
    return severity === one.severity ? one : { ...one, severity };
  });
  if (upgraded.some((one, index) => one !== contradictions.all[index])) {
    recorded.push(...upgraded.filter((one, index) => one !== contradictions.all[index]));
    contradictions = { ...contradictions, all: upgraded };
  }
  const settled = new Set(
    input.found.filter((conflict) => conflict.settled).map(({ a, b }) => String(pairOf(a, b))),
  );
  for (const conflict of input.found) {
    const pair = pairOf(conflict.a, conflict.b);
    const [first, second] = pair.map((id) => model.beliefs.find((belief) => belief.id === id));
    if (!first || !second || first === second || has(contradictions, pair)) continue;
    const contradiction: Contradiction = {
      id: `contradiction-${contradictions.all.length + 1}`,
      pair,
      texts: [first.text, second.text],
      severity: grade(conflict, pair, input.hypotheses),
      description: conflict.why,
      detector: conflict.detector,
      resolved: settled.has(String(pair)),
    };
    recorded.push(contradiction);
    contradictions = { ...contradictions, all: [...contradictions.all, contradiction] };
    if (contradiction.resolved) continue;
    const { severity } = contradiction;
    if (severity === "LOW" || severity === "MEDIUM")
      model = adjustConfidence(model, pair, (confidence) => confidence * CUT[severity]);
    if (severity === "MEDIUM")
      contradictions = { ...contradictions, queue: union(contradictions.queue, pair) };
    if (severity === "HIGH" || severity === "SYSTEM_BREAKING")
      contradictions = { ...contradictions, frontier: union(contradictions.frontier, pair) };
  }
  return { contradictions, model, recorded };
}

function grade(
  { severity, detector }: Pick<FoundConflict, "severity" | "detector">,
  pair: readonly [string, string],
  hypotheses: readonly Hypothesis[],
): Severity {
  const predicted = hypotheses.some(
    (hypothesis) =>
      hypothesis.state === "active" &&
      hypothesis.predictedConflicts.some(([a, b]) => String(pairOf(a, b)) === String(pair)),
  );
  return severity === "HIGH" && detector === "lexical" && predicted ? "SYSTEM_BREAKING" : severity;
}

function pairOf(a: string, b: string): readonly [string, string] {
  return a < b ? [a, b] : [b, a];
}

function has({ all }: Contradictions, pair: readonly [string, string]): boolean {
  return all.some((one) => one.pair[0] === pair[0] && one.pair[1] === pair[1]);
}

function union(ids: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set([...ids, ...more])];
}
