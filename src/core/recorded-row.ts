/** A row of a file that somebody else wrote, as text. */

/** One data row: fields in the order of the columns, trimmed, an absent one as empty text. */
export interface RecordedRow {
  /** 1-based line of the file on which the row starts. */
  readonly line: number;
  readonly fields: readonly string[];
}
