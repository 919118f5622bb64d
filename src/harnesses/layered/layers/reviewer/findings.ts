/** Layer 11's slice: the findings of the last pass; the adversarial prior itself is kept nowhere (A-114, INV-09). */

export type Lens = "implementer" | "reviewer" | "adversarial";

export interface Finding {
  readonly lens: Lens;
  readonly severity: "MEDIUM" | "HIGH";
  readonly text: string;
  /** Finished tasks it names; only the reviewer lens ever reopens one. */
  readonly tasks: readonly string[];
}

/** A finished task that is to be answered again, and what was found about its answer. */
export interface Reopening {
  readonly task: string;
  readonly finding: string;
}

export interface Review {
  /** 0 before the first pass; 2 when a reopened run was reviewed again. */
  readonly pass: number;
  /** The pending verdict: read by the next control-state resolve alone. */
  readonly findings: readonly Finding[];
}

export const NOT_REVIEWED: Review = { pass: 0, findings: [] };
