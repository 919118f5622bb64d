/** Notes at the end of a run: trials that ran, experiments that were stored, under which names. */

import type { Experiment } from "../../core/experiment.ts";
import { countText } from "../../core/format.ts";
import type { ReportDocument } from "../../core/report-document.ts";
import type { KnownExperiment } from "../../record/store-port.ts";
import type { ConductResult } from "./conduct.ts";

/** Seeds and names of the run, for people; `stored` is the experiment with every seed it was ever run with. */
export function runNotes(
  asked: Experiment,
  stored: Pick<Experiment, "seeds">,
  { ran, resumed, stopped }: ConductResult,
): readonly string[] {
  const others = stored.seeds.filter((seed) => !asked.seeds.includes(seed)).length;
  const seeds = `${countText(asked.seeds.length, "seed")} ${asked.seeds.length === 1 ? "was" : "were"} asked for and ${stored.seeds.length} are stored`;
  const all = "the result shows all of them (a store of its own, --db, shows fewer)";
  const work =
    ran === 0 && stopped === null
      ? [
          others > 0
            ? `Nothing had to run: ${seeds}; ${all}.`
            : "Everything was stored already: this is the stored result (--fresh runs anew).",
        ]
      : resumed > 0
        ? [`${resumed} blocks were stored already; ${ran} were run.`]
        : [];
  return [...work, ...(others > 0 && ran > 0 ? [`${seeds.replace(" and ", "; ")}: ${all}.`] : [])];
}

/** Sentence on an experiment that goes by several names; nothing where it has one. */
export function nameNotes({
  name,
  formerNames,
}: Pick<KnownExperiment, "name" | "formerNames">): readonly string[] {
  if (formerNames.length === 0) return [];
  const before = formerNames.map((one) => `"${one}"`).join(", ");
  return [`This experiment is stored as "${name}" now, and was as ${before} before; every name finds it.`];
}

/** Warns where more models or backends answered than were asked: half of the pairs may be another model's. */
export function backendNotes(
  answeredBy: ReportDocument["answeredBy"],
  askedModels: number,
): readonly string[] {
  const models = new Set(answeredBy.flatMap(({ model }) => model ?? []));
  const prints = new Set(answeredBy.flatMap(({ fingerprint }) => fingerprint ?? []));
  if (models.size <= askedModels && prints.size <= askedModels) return [];
  const rows = answeredBy.map(
    ({ model, fingerprint, calls }) =>
      `${model ?? "a model without a name"}${fingerprint === null ? "" : ` (fingerprint ${fingerprint})`} ${countText(calls, "call")}`,
  );
  return [
    `Warning: ${askedModels === 1 ? "more than one model or backend" : `more than the ${askedModels} models or backends that were asked`} answered in this experiment: ${rows.join("; ")}.`,
  ];
}

/** Warns of a judge that gave no usable verdict on some checks, which leaves their trials without a result. */
export function judgeNotes(
  judge: Experiment["judge"],
  totals: Pick<ReportDocument["totals"], "judge">,
): readonly string[] {
  const { all = 0, unusable = 0 } = totals.judge?.checks ?? {};
  if (unusable === 0) return [];
  return [
    `Warning: the judge ${judge?.model ?? ""} gave no usable verdict on ${unusable} of ${countText(all, "check")}; they are unscored (harness-lab trials, show).`,
  ];
}
