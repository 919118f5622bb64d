/** A question that a harness asks its user instead of going on. */

export interface Question {
  readonly text: string;
  /** Answers to choose from; empty for an open question. */
  readonly options: readonly string[];
}

/** The question as the user reads it. */
export function questionText({ text, options }: Question): string {
  return [text, ...options.map((option, index) => `${index + 1}. ${option}`)].join("\n");
}
