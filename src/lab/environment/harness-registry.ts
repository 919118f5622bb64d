/** The harnesses this build can drive, by id. */

import type { Arm } from "../../core/arm.ts";
import { LabError } from "../../core/errors.ts";
import type { EventKinds } from "../../core/event-line.ts";
import type { Experiment } from "../../core/experiment.ts";
import type { HarnessId } from "../../core/harness-id.ts";
import type { Harness } from "../../harnesses/contract/harness.ts";
import { layeredHarness } from "../../harnesses/layered/layered-harness.ts";

/** Every harness of this build. */
export const HARNESSES: ReadonlyMap<HarnessId, Harness> = new Map([[layeredHarness.id, layeredHarness]]);

/** The kinds of event that the harness of a stored trial declares; none where the arm or its harness is gone. */
export function eventKindsOf(experiment: Pick<Experiment, "arms">, arm: string): EventKinds {
  const used = experiment.arms.find(({ name }) => name === arm);
  return (used && HARNESSES.get(used.harness)?.events) ?? {};
}

/** The harness of an arm; one that is not built is wrong use. */
export function harnessOf(arm: Pick<Arm, "harness">): Harness {
  const harness = HARNESSES.get(arm.harness);
  if (harness) return harness;
  throw new LabError({
    code: "harness-not-built",
    what: `the ${arm.harness} harness is not built yet`,
    where: `harness ${arm.harness}`,
    remedy: `use ${[...HARNESSES.keys()].join(" or ")}`,
  });
}
