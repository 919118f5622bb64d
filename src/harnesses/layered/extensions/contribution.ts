/** What every slot, hook and wrap of a feature answers with. */

/** An answer of a feature; `fired` says what it changed and is null when it changed nothing. */
export interface Contribution<T> {
  readonly value: T;
  readonly fired: string | null;
}
