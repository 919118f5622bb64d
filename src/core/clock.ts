/** Time as a port: a trial's clock is fixed and moves only by scenario steps, never by measured latency. */

/** Contract: `now` never goes backwards. */
export interface Clock {
  now(): Date;
}

/** A clock that moves only when told to. */
export interface FixedClock extends Clock {
  advance(durationMs: number): void;
}

/** Starts at the given instant and stands still until advanced. */
export function fixedClock(start: string | Date): FixedClock {
  let at = new Date(start).getTime();
  return {
    now: () => new Date(at),
    advance(durationMs) {
      if (!(durationMs >= 0)) throw new RangeError(`a clock cannot go back by ${durationMs} ms`);
      at += durationMs;
    },
  };
}
