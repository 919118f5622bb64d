/** Events of one harness: typed by its own union, untyped to everybody else. */

import type { EventBody } from "../../core/event.ts";
import type { EventKinds, EventLine, EventStep } from "../../core/event-line.ts";

interface Kind {
  readonly type: string;
}

/** Declares every kind of a harness's union with how it reads; a forgotten one does not compile. */
export function declareEvents<Own extends Kind>(
  kinds: {
    readonly [K in Own["type"]]: (event: Extract<Own, { type: K }>) => EventLine | EventStep;
  },
): EventKinds {
  return kinds as unknown as EventKinds;
}

/** An event of the harness as the sink takes it. */
export function asEventBody(event: Kind): EventBody {
  return event as EventBody;
}
