/** The lists of flags, scenarios, experiments and baselines as tables. */

import { flagValueText } from "../core/arm.ts";
import type { Flag } from "../core/flag.ts";
import type { Scenario } from "../core/scenario.ts";
import { table } from "./text-table.ts";

/** Table of flags. */
export function flagsText(flags: readonly Flag[], width?: number): string {
  const rows = flags.map((flag) => [
    flag.name,
    flag.harness,
    flagValueText(flag.default),
    flag.built ? "built" : "not built",
    flag.standing?.kind ?? "",
    flag.summary,
  ]);
  return table(["flag", "harness", "default", "state", "class", "what it does"], rows, width);
}

/** Table of scenarios. */
export function scenariosText(scenarios: readonly Scenario[], width?: number): string {
  const rows = scenarios.map(({ id, role, targets, purpose }) => [id, role, targets.join(" "), purpose]);
  return table(["scenario", "role", "targets", "purpose"], rows, width);
}

/** Table of stored experiments, each with the names it was run under before. */
export function experimentsText(
  experiments: readonly {
    readonly id: string;
    readonly name: string;
    readonly formerNames: readonly string[];
    readonly model: string;
    readonly updatedAt: string;
    readonly planned: number;
    readonly completed: number;
    readonly errored: number;
  }[],
  width?: number,
): string {
  const rows = experiments.map((row) => [
    row.id,
    row.updatedAt,
    row.model,
    `${row.completed}/${row.planned}`,
    String(row.errored),
    row.formerNames.length === 0 ? row.name : `${row.name} (also ${row.formerNames.join(", ")})`,
  ]);
  return table(["experiment", "updated", "model", "completed", "errored", "name"], rows, width);
}

/** Table of saved baselines, or the command that saves the first one. */
export function baselinesText(
  baselines: readonly {
    readonly name: string;
    readonly experiment: string;
    readonly model: string;
    readonly commit: string | null;
    readonly trials: number;
    readonly age: string;
  }[],
  width?: number,
): string {
  if (baselines.length === 0) return "no baseline is saved here (harness-lab baseline save <name>)";
  const rows = baselines.map((one) => [
    one.name,
    one.experiment,
    one.model,
    one.commit ?? "unknown",
    String(one.trials),
    one.age,
  ]);
  return table(["name", "experiment", "model", "commit", "trials", "age"], rows, width);
}
