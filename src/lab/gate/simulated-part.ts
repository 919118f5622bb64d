/** The free part of a gate: the same scenarios on the simulated model, by the rule for scripted models. */

import { shortDigest } from "../../core/digest.ts";
import type { GatePart, GatePolicy } from "../../core/gate.ts";
import { identify } from "../../plan/identity.ts";
import type { RunLock } from "../../record/run-lock.ts";
import { modelSettings, pricesFor } from "../endpoint/model-access.ts";
import { readStore } from "../environment/read-store.ts";
import { conduct } from "../experiment/conduct.ts";
import { type Decided, decideGate } from "./decide.ts";
import { declaredOutcomes } from "./declared-outcomes.ts";
import type { GateTask } from "./gate-request.ts";
import type { GateSetup } from "./gate-setup.ts";

/** Seeds of the part; a scripted model varies only where a rule draws by chance. */
const SEEDS = 3;

export interface SimulatedPart {
  readonly part: GatePart;
  /** The pairs it rests on; null where the base's source is not here, so that there are none. */
  readonly decided: Decided | null;
  /** Store of its trials; null when nothing was run. */
  readonly experiment: string | null;
}

/**
 * Holds base and candidate against each other where both can run here: side by side, or as other flags of today's source.
 * Of a base that was recorded by other source only its replies are here, so the candidate is held to what its scenarios declare.
 */
export async function simulatedPart(
  setup: GateSetup,
  examination: {
    readonly policy: GatePolicy;
    readonly request: GateTask;
    /** The store's lock, held over the whole gate. */
    readonly lock: RunLock | null;
  },
): Promise<SimulatedPart> {
  const scripted = setup.scenarios.filter(({ rules }) => rules.length > 0);
  if (scripted.length === 0)
    return {
      part: {
        name: "simulated",
        state: "not-run",
        detail: "no selected scenario says how the simulated model behaves",
      },
      decided: null,
      experiment: null,
    };
  const seeds = setup.draft.seeds.slice(0, SEEDS);
  return setup.recorded !== null && setup.flags.length === 0
    ? { ...(await declaredOutcomes(setup, { ...examination, scripted, seeds })), decided: null }
    : pairs(setup, { ...examination, scripted, seeds });
}

async function pairs(
  setup: GateSetup,
  {
    policy,
    request,
    lock,
    scripted,
    seeds,
  }: {
    readonly policy: GatePolicy;
    readonly request: GateTask;
    readonly lock: RunLock | null;
    readonly scripted: GateSetup["scenarios"];
    readonly seeds: readonly string[];
  },
): Promise<SimulatedPart> {
  const ids = new Set(scripted.map(({ scenario }) => scenario.id));
  const draft = {
    ...setup.draft,
    name: `${setup.draft.name}, simulated`,
    model: modelSettings({}),
    seeds,
    comparisons: setup.draft.comparisons.map((spec) => ({
      ...spec,
      stress: spec.stress.filter((id) => ids.has(id)),
    })),
  };
  const experiment = identify(draft, {
    scenarios: scripted,
    harnessDigest: shortDigest([setup.harnessDigest, setup.baseDigest]),
  });
  const { db, width, fresh, console, quarantine, bars } = request;
  await conduct({
    experiment,
    scenarios: scripted,
    harnessDigest: setup.harnessDigest,
    prices: await pricesFor(experiment.model),
    db,
    width,
    fresh,
    runBlock: setup.runBlock,
    lock,
    console,
  });
  const decided = await readStore(db, (store) =>
    decideGate(store, {
      experiment,
      scenarios: scripted,
      seeds,
      flags: setup.flags,
      policy: { ...policy, rule: "deterministic", looks: 1 },
      quarantine,
      bars,
      mayBeAbsent: false,
      recordedBase: false,
    }),
  );
  const { decision } = decided;
  const part = { name: "simulated", state: decision.outcome, detail: decision.sentence } as const;
  return { part, decided, experiment: experiment.id };
}
