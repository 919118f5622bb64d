/** What a gate can still say without credentials: the same scenarios and arms on the simulated model, by the rule for scripted models. */

import { shortDigest } from "../../core/digest.ts";
import type { GatePart, GatePolicy, Quarantine } from "../../core/gate.ts";
import { identify } from "../../plan/identity.ts";
import { conduct } from "../conduct.ts";
import { modelSettings, pricesFor } from "../model-access.ts";
import { readStore } from "../read-store.ts";
import { type Decided, decideGate } from "./decide.ts";
import type { GateGrounds } from "./gate-grounds.ts";
import type { GateRequest } from "./gate-request.ts";

/** Seeds of the part; a scripted model varies only where a rule draws by chance. */
const SEEDS = 3;

/** Runs both arms on the simulated model; a base whose source is not here cannot take part, and the part says so. */
export async function simulatedStandIn(
  grounds: GateGrounds,
  {
    policy,
    quarantine,
    request,
  }: { readonly policy: GatePolicy; readonly quarantine: Quarantine | null; readonly request: GateRequest },
): Promise<{ readonly part: GatePart; readonly decided: Decided | null }> {
  const scripted = grounds.scenarios.filter(({ rules }) => rules.length > 0);
  if (grounds.recorded !== null || scripted.length === 0) {
    const detail =
      grounds.recorded === null
        ? "no selected scenario says how the simulated model behaves"
        : "the base was recorded with a real model, so it has nothing to be compared with on the simulated one";
    return { part: { name: "simulated", state: "not-run", detail }, decided: null };
  }
  const ids = new Set(scripted.map(({ scenario }) => scenario.id));
  const draft = {
    ...grounds.draft,
    name: `${grounds.draft.name}, simulated`,
    model: modelSettings({}),
    seeds: grounds.draft.seeds.slice(0, SEEDS),
    comparisons: grounds.draft.comparisons.map((spec) => ({
      ...spec,
      stress: spec.stress.filter((id) => ids.has(id)),
    })),
  };
  const experiment = identify(draft, {
    scenarios: scripted,
    harnessDigest: shortDigest([grounds.harnessDigest, grounds.baseDigest]),
  });
  const { db, width, fresh, console } = request;
  await conduct({
    experiment,
    scenarios: scripted,
    harnessDigest: grounds.harnessDigest,
    prices: await pricesFor(experiment.model),
    db,
    width,
    fresh,
    runBlock: grounds.runBlock,
    console,
  });
  const decided = await readStore(db, (store) =>
    decideGate(store, {
      experiment,
      scenarios: scripted,
      seeds: draft.seeds,
      flags: grounds.flags,
      policy: { ...policy, rule: "deterministic", looks: 1 },
      quarantine,
      bars: request.bars,
      mayBeAbsent: false,
      recordedBase: false,
    }),
  );
  const { decision } = decided;
  return { part: { name: "simulated", state: decision.outcome, detail: decision.sentence }, decided };
}
