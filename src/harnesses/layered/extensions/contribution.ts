/** Answers of a feature's slots, hooks and wraps. */

/** An answer of a feature; `fired` says what it changed and is null when it changed nothing. */
export interface Contribution<T> {
  readonly value: T;
  readonly fired: string | null;
}
