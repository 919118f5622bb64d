/** Checks what happened, by the event list. */

import type { LabEvent } from "../core/event.ts";
import { canonicalJson } from "../core/json.ts";
import { parsePattern } from "../core/pattern.ts";
import type { Check } from "../core/scenario.ts";
import type { TrialOutcome } from "../core/trial.ts";
import { inBounds } from "./count-bounds.ts";
import type { Finding } from "./finding.ts";

type EventCheck = Extract<Check, { event: unknown }>["event"];
type Wanted = NonNullable<EventCheck["where"]>[string];

/** Counts the events of a type whose fields are as wanted. */
export function checkEvent({ type, where = {}, count }: EventCheck, outcome: TrialOutcome): Finding {
  const conditions = Object.entries(where);
  const found = outcome.events.filter(
    (event) =>
      event.type === type && conditions.every(([path, wanted]) => isAsWanted(fieldAt(event, path), wanted)),
  );
  const suffix = conditions.map(([path, wanted]) => `${path} = ${JSON.stringify(wanted)}`).join(", ");
  return inBounds(found.length, count, `events ${type}${suffix === "" ? "" : ` with ${suffix}`}`);
}

/** Follows a dotted path; a number names a place in a list. */
function fieldAt(event: LabEvent, path: string): unknown {
  let here: unknown = event;
  for (const part of path.split(".")) {
    if (here === null || typeof here !== "object" || !Object.hasOwn(here, part)) return undefined;
    here = (here as Record<string, unknown>)[part];
  }
  return here;
}

function isAsWanted(value: unknown, wanted: Wanted): boolean {
  if (value === undefined) return false;
  const pattern = typeof wanted === "string" ? parsePattern(wanted) : null;
  if (pattern !== null) return pattern.test(typeof value === "string" ? value : canonicalJson(value));
  return canonicalJson(value) === canonicalJson(wanted);
}
