/** Reads the named inputs of a test vector, refusing one that is absent or of another kind. */

/** The inputs of one vector. Contract: every reader throws on a value of the wrong kind and never guesses one. */
export class VectorInput {
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values;
  }

  number(name: string, fallback?: number): number {
    const value = this.#values[name] ?? fallback;
    if (typeof value !== "number") throw new TypeError(`input ${name} is not a number`);
    return value;
  }

  optionalNumber(name: string): number | null {
    const value = this.#values[name];
    return typeof value === "number" ? value : null;
  }

  text(name: string, fallback: string): string {
    const value = this.#values[name] ?? fallback;
    if (typeof value !== "string") throw new TypeError(`input ${name} is not a text`);
    return value;
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.#values[name] ?? fallback;
    if (typeof value !== "boolean") throw new TypeError(`input ${name} is not true or false`);
    return value;
  }

  numbers(name: string): readonly number[] {
    const value = this.#values[name];
    if (!Array.isArray(value) || !value.every((item): item is number => typeof item === "number")) {
      throw new TypeError(`input ${name} is not a list of numbers`);
    }
    return value;
  }

  rows(name: string): readonly (readonly number[])[] {
    const value = this.#values[name];
    if (!Array.isArray(value)) throw new TypeError(`input ${name} is not a list of lists`);
    return value.map((_, i) => new VectorInput({ row: value[i] }).numbers("row"));
  }
}
