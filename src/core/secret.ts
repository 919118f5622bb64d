/** A text that is used and never shown: it leaves no trace in JSON, in a template or in a log. */

const SHOWN = "[key]";

/** Holds a secret. Contract: only `reveal` gives it; in JSON the field is absent. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return SHOWN;
  }

  toJSON(): undefined {
    return undefined;
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return SHOWN;
  }
}
