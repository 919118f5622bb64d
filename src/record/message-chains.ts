/** Writes the messages of a trial's calls as what each adds to an earlier one, so that long conversations grow linearly. */

export interface ChainedMessages {
  /** Earlier call with which this one begins alike, null when none does. */
  readonly base: number | null;
  /** Count of messages that it shares with `base`. */
  readonly kept: number;
  readonly added: readonly string[];
}

interface Node {
  readonly call: number;
  readonly next: Map<string, Node>;
}

/** Remembers the conversations of one trial; `chain` refers to the call that has the longest beginning in common. */
export function openChains(): { chain(call: number, messages: readonly string[]): ChainedMessages } {
  const root: Node = { call: -1, next: new Map() };
  return {
    chain(call, messages) {
      let node = root;
      let kept = 0;
      for (const message of messages) {
        const next = node.next.get(message);
        if (!next) break;
        node = next;
        kept += 1;
      }
      const base = kept > 0 ? node.call : null;
      for (const message of messages.slice(kept)) {
        const next: Node = { call, next: new Map() };
        node.next.set(message, next);
        node = next;
      }
      return { base, kept, added: messages.slice(kept) };
    },
  };
}

/** Each call its whole list of messages again; calls come in the order in which they were chained. */
export function unchain(
  calls: readonly (ChainedMessages & { readonly call: number })[],
): ReadonlyMap<number, readonly string[]> {
  const whole = new Map<number, readonly string[]>();
  for (const { call, base, kept, added } of calls) {
    const beginning = base === null ? [] : (whole.get(base) ?? []).slice(0, kept);
    if (beginning.length < kept)
      throw new Error(`call ${call} refers to call ${base}, which is not stored whole`);
    whole.set(call, [...beginning, ...added]);
  }
  return whole;
}
