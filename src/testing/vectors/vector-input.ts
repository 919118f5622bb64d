/** Reads the named inputs of a test vector, refusing one that is absent or of another kind. */

/** The inputs of one vector. Contract: every reader throws on a value of the wrong kind and never guesses one. */
export class VectorInput {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #prefix: string;

  constructor(values: unknown, prefix = "") {
    if (values === null || typeof values !== "object" || Array.isArray(values)) {
      throw new TypeError(`input ${prefix.slice(0, -1)}${prefix === "" ? "" : " "}is not an object`);
    }
    this.#values = values as Readonly<Record<string, unknown>>;
    this.#prefix = prefix;
  }

  /** Without a fallback the input must be there; a fallback stands in for an absent one, never for a null. */
  number(name: string, fallback?: number): number {
    const value = this.#of(name, fallback);
    if (!isNumber(value)) throw new TypeError(`input ${this.#prefix}${name} is not a number`);
    return value;
  }

  /** A whole number of 0 or more. */
  count(name: string): number {
    const value = this.number(name);
    if (!Number.isInteger(value) || value < 0)
      throw new TypeError(`input ${this.#prefix}${name} is not a count`);
    return value;
  }

  optionalNumber(name: string): number | null {
    return this.#values[name] === undefined ? null : this.number(name);
  }

  has(name: string): boolean {
    return this.#values[name] !== undefined;
  }

  choice<Word extends string | number | null>(name: string, choices: readonly Word[], fallback?: Word): Word {
    const value = this.#of(name, fallback);
    const found = choices.find((word) => word === value);
    if (found === undefined)
      throw new TypeError(`input ${this.#prefix}${name} is none of ${choices.join(", ")}`);
    return found;
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.#of(name, fallback);
    if (typeof value !== "boolean") throw new TypeError(`input ${this.#prefix}${name} is not true or false`);
    return value;
  }

  numbers(name: string): readonly number[] {
    const value = this.#values[name];
    if (!Array.isArray(value) || !value.every(isNumber)) {
      throw new TypeError(`input ${this.#prefix}${name} is not a list of numbers`);
    }
    return value;
  }

  /** The named inputs inside another. */
  object(name: string): VectorInput {
    return new VectorInput(this.#values[name], `${this.#prefix}${name}.`);
  }

  /** A `width` is asked of every row. */
  rows(name: string, width?: number): readonly (readonly number[])[] {
    const value = this.#values[name];
    if (!Array.isArray(value)) throw new TypeError(`input ${this.#prefix}${name} is not a list of lists`);
    return value.map((row: unknown, i) => {
      const numbers = new VectorInput({ [`${name}[${i}]`]: row }).numbers(`${name}[${i}]`);
      if (width !== undefined && numbers.length !== width) {
        throw new TypeError(`input ${this.#prefix}${name}[${i}] has ${numbers.length} numbers, not ${width}`);
      }
      return numbers;
    });
  }

  /** True where the input is exactly this value. */
  is(name: string, value: unknown): boolean {
    return this.#values[name] === value;
  }

  #of(name: string, fallback: unknown): unknown {
    return this.#values[name] === undefined ? fallback : this.#values[name];
  }
}

/** 1e999 is valid JSON and reads as infinity, on which a sum never ends. */
function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
