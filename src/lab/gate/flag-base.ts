/** A base that runs beside the candidate in this checkout: the harness's defaults against some flags set otherwise. */

import { builtFlag } from "../../plan/arms.ts";
import { candidateArms, planGate } from "../../plan/gate.ts";
import { requireOneBasis } from "../../plan/plan-file.ts";
import { oneHarness } from "../../plan/scenario-harness.ts";
import { readSeeds } from "../../scenario/seeds.ts";
import { modelSettings } from "../endpoint/model-access.ts";
import { HARNESSES } from "../environment/harness-registry.ts";
import { harnessDigest } from "../environment/provenance.ts";
import { loadSelection } from "../environment/selection.ts";
import { judgeOf, judgeSettings } from "../judging/judging.ts";
import { candidateChanges, readAssignments } from "./assignments.ts";
import type { GateRequest } from "./gate-request.ts";
import type { GateSetup } from "./gate-setup.ts";

/** Seeds of a gate that runs both arms; three scenarios are then 30 pairs. */
export const DEFAULT_SEEDS = "10";

/** Plans both arms over the scenarios that target the changed flags, or the selected ones. */
export async function setUpFlag(request: GateRequest): Promise<GateSetup> {
  const changes = readAssignments(request.candidate, "--candidate");
  const flags = Object.keys(changes.flags).map((name) => builtFlag(name));
  const scenarios = await loadSelection(
    request.scenarios,
    request.scenarios || flags.length === 0 ? undefined : flags.map(({ name }) => name),
  );
  const model = modelSettings(request.model);
  const { base, candidate } = candidateArms(oneHarness(scenarios), candidateChanges(changes, request), {
    experiment: { model, settings: {} },
    scenarios,
    harnesses: HARNESSES,
  });
  requireOneBasis([base, candidate], { model, settings: {} }, "--candidate");
  const digest = await harnessDigest([base]);
  return {
    base: {
      kind: "arm",
      name: base.name,
      why: "the candidate is this checkout with what was named otherwise, so its base is the same checkout with all defaults",
      arm: base,
      experiment: null,
      commit: null,
      harnessDigest: digest,
      recordedAt: null,
    },
    draft: planGate({
      base,
      candidate,
      scenarios: scenarios.map(({ scenario }) => scenario.id),
      seeds: await readSeeds(request.seeds ?? DEFAULT_SEEDS),
      model,
      settings: {},
      ...judgeOf(judgeSettings(request.judge, request.model), scenarios, request.console),
    }),
    scenarios,
    harnessDigest: digest,
    baseDigest: "",
    flags,
    recorded: null,
    notes: [],
    close: async () => undefined,
  };
}
