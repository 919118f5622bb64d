/** Arms that the seed does not tie together: every run with a result counts on its own, by scenario (STATISTICS 2.3). */

import type { ComparisonPlan } from "../core/comparison-plan.ts";
import type { PairedUnit } from "../core/pairs.ts";
import type { Proportion } from "./intervals.ts";
import { byArm, isScored, isUndue } from "./pair-counts.ts";
import type { Stratum } from "./uncoupled.ts";

type Arm = "control" | "treatment";

/** The runs of one arm with a result; of equal transcripts of a greedy model the first. */
function runsOf(units: readonly PairedUnit[], arm: Arm, plan: Pick<ComparisonPlan, "simulated" | "greedy">) {
  const once = plan.greedy === true && !plan.simulated;
  const seen = new Set<string>();
  return units.filter((unit) => {
    if (isUndue(unit, arm) || !isScored(unit[arm].outcome)) return false;
    const { transcript } = unit[arm];
    if (!once || transcript === null) return true;
    const key = JSON.stringify([unit.scenario, transcript]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

export interface UncoupledRuns {
  readonly strata: readonly Stratum[];
  readonly control: Proportion;
  readonly treatment: Proportion;
}

/** Passes and runs of both arms, in all and by scenario. */
export function uncoupledRuns(
  units: readonly PairedUnit[],
  plan: Pick<ComparisonPlan, "simulated" | "greedy">,
): UncoupledRuns {
  const runs = byArm((arm) => runsOf(units, arm, plan));
  const proportion = (arm: Arm, scenario: string | null): Proportion => {
    const mine = runs[arm].filter((unit) => scenario === null || unit.scenario === scenario);
    return { passes: mine.filter((unit) => unit[arm].outcome === "pass").length, of: mine.length };
  };
  const scenarios = [...new Set(units.map(({ scenario }) => scenario))];
  return {
    strata: scenarios.map((scenario): Stratum => {
      const [treatment, control] = [proportion("treatment", scenario), proportion("control", scenario)];
      return [treatment.passes, treatment.of - treatment.passes, control.passes, control.of - control.passes];
    }),
    control: proportion("control", null),
    treatment: proportion("treatment", null),
  };
}
