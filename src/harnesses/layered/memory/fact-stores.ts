/** The stores of memory: durable, pending and retired facts survive a session, session facts belong to one. */

import type { Json } from "../../../core/json.ts";
import type { DurableStore } from "../../contract/harness.ts";
import type { Fact, FactStore } from "./fact.ts";

const KEY = "memory";

interface Kept {
  readonly count: number;
  /** False after `/memory off`. */
  readonly writing: boolean;
  readonly durable: readonly Fact[];
  readonly pending: readonly Fact[];
  readonly retired: readonly Fact[];
}

const EMPTY: Kept = { count: 0, writing: true, durable: [], pending: [], retired: [] };

export interface FactStores {
  readonly writing: boolean;
  in(store: FactStore): readonly Fact[];
  /** Adds at the end of a store. */
  put(store: FactStore, fact: Fact): void;
  /** Takes a fact out of a store. */
  drop(store: FactStore, fact: Fact): void;
  nextId(): string;
  setWriting(writing: boolean): void;
  clearSession(): void;
}

/** Opens the stores; what lasts is kept in the durable store as plain JSON. */
export function factStores(durable: DurableStore, session: number): FactStores {
  const sessionKey = `${KEY}/session-${session}`;
  const read = (): Kept => (durable.get(KEY) as unknown as Kept | undefined) ?? EMPTY;
  const write = (change: Partial<Kept>): void => {
    durable.set(KEY, { ...read(), ...change } as unknown as Json);
  };
  const set = (store: FactStore, facts: readonly Fact[]): void => {
    if (store === "session") durable.set(sessionKey, facts as unknown as Json);
    else write({ [store]: facts });
  };
  const get = (store: FactStore): readonly Fact[] =>
    store === "session" ? ((durable.get(sessionKey) as unknown as Fact[] | undefined) ?? []) : read()[store];
  return {
    get writing() {
      return read().writing;
    },
    in: get,
    put: (store, fact) => set(store, [...get(store), fact]),
    drop: (store, fact) =>
      set(
        store,
        get(store).filter(({ id }) => id !== fact.id),
      ),
    nextId() {
      const count = read().count + 1;
      write({ count });
      return `fact-${count}`;
    },
    setWriting: (writing) => write({ writing }),
    clearSession() {
      durable.delete(sessionKey);
    },
  };
}
