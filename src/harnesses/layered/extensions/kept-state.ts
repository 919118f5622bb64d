/** Memory of a feature in the durable store, so that a session that is closed and opened again goes on with it. */

import type { Json } from "../../../core/json.ts";
import type { CallScope } from "./scope.ts";

type Place = Pick<CallScope, "durable" | "session">;

export interface KeptState<T> {
  read(place: Place): T;
  write(place: Place, value: T): void;
}

/** Kept as long as the conversation: a new session begins with `initial`, a reopened one goes on. */
export function sessionState<T>(feature: string, initial: T): KeptState<T> {
  return keptAt(({ session }) => `feature:${feature}/session-${session}`, initial);
}

/** Kept over sessions. */
export function lastingState<T>(feature: string, initial: T): KeptState<T> {
  return keptAt(() => `feature:${feature}`, initial);
}

/** The value has to be plain JSON; it is handed out as it was stored and never changed in place. */
function keptAt<T>(key: (place: Place) => string, initial: T): KeptState<T> {
  return {
    read: (place) => (place.durable.get(key(place)) as unknown as T | undefined) ?? initial,
    write: (place, value) => {
      place.durable.set(key(place), value as unknown as Json);
    },
  };
}
