/** The harness of a selection of scenarios, for workflows whose arms all run on one. */

import { LabError } from "../core/errors.ts";
import type { HarnessId } from "../core/harness-id.ts";
import type { LoadedScenario } from "../core/scenario.ts";

/** The harness that all scenarios name; a mixed or empty selection is wrong use. */
export function oneHarness(scenarios: readonly LoadedScenario[]): HarnessId {
  const [first, ...others] = scenarios;
  if (first === undefined)
    throw new LabError({
      code: "no-scenario",
      what: "no scenario was selected",
      where: "--scenarios",
      remedy: "select some (harness-lab scenarios)",
    });
  const { id, harness } = first.scenario;
  const foreign = others.find(({ scenario }) => scenario.harness !== harness);
  if (foreign === undefined) return harness;
  throw new LabError({
    code: "mixed-harnesses",
    what: `scenario ${id} runs on the ${harness} harness, scenario ${foreign.scenario.id} on ${foreign.scenario.harness}`,
    where: "--scenarios",
    remedy: "select scenarios of one harness, and run the others by a command of their own",
  });
}
