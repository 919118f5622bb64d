/** Makes a session's phase table out of the engine's phases and what its features do to them. */

import { LabError } from "../../../core/errors.ts";
import type { Contribution } from "../extensions/contribution.ts";
import type { Feature } from "../extensions/extension-points.ts";
import type { PhaseChange } from "../extensions/phase-change.ts";
import type { PhaseResult } from "../extensions/phase-result.ts";
import { PLACES, type Place } from "../extensions/places.ts";
import type { TurnScope } from "../extensions/scope.ts";
import type { BasePhase, Phase } from "./phase.ts";

type Change = PhaseChange<TurnScope> & { readonly feature: string };

/** Rows in the order of the places; a place without a row is passed over. */
export function composePhases(base: readonly BasePhase[], features: readonly Feature[]): readonly Phase[] {
  const changes = features.flatMap(({ id, phases = [] }) =>
    phases.map((change): Change => ({ ...change, feature: id })),
  );
  return (Object.keys(PLACES) as Place[]).flatMap((place) => {
    const here = changes.filter((change) => change.place === place);
    const inside = rowIn(
      place,
      base.find(({ phase }) => phase === place),
      here,
    );
    return [...rowsBeside(here, "before"), ...(inside ? [inside] : []), ...rowsBeside(here, "after")];
  });
}

function rowIn(place: Place, own: BasePhase | undefined, here: readonly Change[]): Phase | undefined {
  let row: Phase | undefined = own ? { ...own, part: PLACES[place] } : undefined;
  let owner: string | null = null;
  for (const change of here) {
    if (change.how !== "fill" && change.how !== "replace") continue;
    if (owner !== null) throw placeTakenError(place, change.feature, owner);
    if (change.how === "fill" && own) throw placeTakenError(place, change.feature, "the engine");
    owner = change.feature;
    row = rowOf(change, place);
  }
  // From the last to the first, so that the first stands outermost.
  return here.reduceRight<Phase | undefined>(
    (inner, change) => (change.how === "wrap" && inner ? wrapRow(inner, change) : inner),
    row,
  );
}

function rowsBeside(here: readonly Change[], side: "before" | "after"): readonly Phase[] {
  return here.flatMap((change) =>
    (change.how === "before" || change.how === "after") && change.how === side
      ? [rowOf(change, change.name)]
      : [],
  );
}

function rowOf(change: Exclude<Change, { readonly how: "wrap" }>, phase: string): Phase {
  const { place, layer, writes, feature } = change;
  return {
    part: PLACES[place],
    phase,
    layer,
    writes,
    run: (scope) => report(scope, { feature, at: phase }, () => change.run(scope)),
  };
}

function wrapRow(inner: Phase, change: Extract<Change, { readonly how: "wrap" }>): Phase {
  const { place, writes = [], feature } = change;
  return {
    ...inner,
    writes: [...new Set([...inner.writes, ...writes])],
    run: (scope) =>
      report(scope, { feature, at: place }, () => change.run(scope, async () => inner.run(scope))),
  };
}

/** A feature's phase is reached when it runs, and fired when it says what it changed. */
async function report(
  scope: TurnScope,
  from: { readonly feature: string; readonly at: string },
  run: () => Contribution<PhaseResult> | Promise<Contribution<PhaseResult>>,
): Promise<PhaseResult> {
  scope.emit({ type: "feature-reached", ...from });
  const { value, fired } = await run();
  if (fired !== null) scope.emit({ type: "feature-fired", ...from, what: fired });
  return value;
}

function placeTakenError(place: Place, feature: string, owner: string): LabError {
  return new LabError({
    code: "place-taken",
    what: `${feature} and ${owner} both provide the phase ${place}.`,
    remedy: `Wrap the phase, or stand before or after ${place}.`,
  });
}
