/** The smallest features for tests of the seams: one that notes what it sees, in a phase, a hook or a slot. */

import type { Feature } from "../harnesses/layered/extensions/extension-points.ts";
import type { PhaseChange } from "../harnesses/layered/extensions/phase-change.ts";
import type { Place } from "../harnesses/layered/extensions/places.ts";
import type { TurnScope } from "../harnesses/layered/extensions/scope.ts";

/** A feature whose phases note their id in `seen` and change nothing. */
export function phaseProbe(
  id: string,
  seen: string[],
  changes: readonly (readonly [how: PhaseChange<TurnScope>["how"], place: Place])[],
): Feature {
  return { id, phases: changes.map(([how, place]) => changeOf(id, seen, how, place)) };
}

function changeOf(
  id: string,
  seen: string[],
  how: PhaseChange<TurnScope>["how"],
  place: Place,
): PhaseChange<TurnScope> {
  if (how === "wrap")
    return {
      how,
      place,
      async run(_scope, next) {
        seen.push(`${id} around ${place}`);
        return { value: await next(), fired: null };
      },
    };
  const row = { place, layer: null, writes: [] };
  const run = (): { value: object; fired: null } => {
    seen.push(`${id} ${how} ${place}`);
    return { value: {}, fired: null };
  };
  return how === "fill" || how === "replace"
    ? { ...row, how, run }
    : { ...row, how, name: `${id}-${how}`, run };
}

/** The phases of a turn and the features that reported from them, in order. */
export function pathOf(events: readonly { readonly type: string }[]): readonly string[] {
  return events.flatMap((event) => {
    if (event.type === "phase" && "phase" in event) return [String(event.phase)];
    return event.type === "feature-reached" && "feature" in event ? [`  ${event.feature}`] : [];
  });
}
