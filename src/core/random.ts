/** Seeded chance with named substreams: one more draw in one place moves nothing elsewhere (ARCHITECTURE 5). */

import { createHash } from "node:crypto";

/** A seeded source of chance. Contract: never reads the clock or global state; equal seeds give equal draws. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** A whole number in [0, below). */
  int(below: number): number;
  /** A new array in random order; the argument is left alone. */
  shuffle<T>(items: readonly T[]): T[];
  /** An independent stream that depends on this stream's seed and the name alone, not on draws made so far. */
  stream(name: string): Random;
}

/** 31-bit hash of the parts, stable across machines; also the form of a sampling seed sent to a model. */
export function hash31(...parts: readonly (string | number)[]): number {
  const bytes = createHash("sha256").update(JSON.stringify(parts)).digest();
  return bytes.readUInt32BE(0) >>> 1;
}

/** A draw in [0, 1) that is a pure function of the parts. */
export function unitDraw(...parts: readonly (string | number)[]): number {
  return hash31(...parts) / 0x80000000;
}

/** Opens the stream of a seed; the seed is any string or number, 0 included. */
export function seededRandom(seed: string | number): Random {
  let state = hash31("stream", seed) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    next,
    int,
    shuffle<T>(items: readonly T[]): T[] {
      const copy = [...items];
      for (let i = copy.length - 1; i > 0; i--) {
        const j = int(i + 1);
        const a = copy[i] as T;
        copy[i] = copy[j] as T;
        copy[j] = a;
      }
      return copy;
    },
    stream: (name) => seededRandom(`${seed}/${name}`),
  };
}
