/** Holds a report against a second run of the same experiment on other seeds, kept in a store of its own. */

import { replicate, replicationObstacles } from "../../analyse/replication.ts";
import { LabError } from "../../core/errors.ts";
import type { GradingFacts } from "../../core/judge-report.ts";
import type { ExperimentReport, ReportSection } from "../../core/report-document.ts";
import { replicationNote } from "../../report/replication-note.ts";
import { readStore } from "../environment/read-store.ts";
import { buildReport } from "./build-report.ts";
import { reportNotes } from "./report-notes.ts";

/** The report with every comparison verified that the second run confirms, and a note on each. */
export async function withReplication(
  document: ExperimentReport,
  other: string,
  grading?: GradingFacts["shown"],
): Promise<ExperimentReport> {
  const second = await secondRun(document, other, grading);
  const judged = document.sections.map((section) => judgeByReplication(section, second, other));
  return {
    ...document,
    sections: judged.map(({ section }) => section),
    notes: [...reportNotes(document, true), ...judged.map(({ note }) => note)],
  };
}

/** An experiment's id covers arms, scenarios, settings, model and harness source, so one id is one configuration. */
async function secondRun(
  { experiment }: ExperimentReport,
  other: string,
  grading?: GradingFacts["shown"],
): Promise<ExperimentReport> {
  const second = await readStore(other, async (store) =>
    (await store.experiments()).some(({ id }) => id === experiment.id)
      ? buildReport(store, experiment.id, grading)
      : null,
  );
  if (second === null)
    throw new LabError({
      code: "no-replication",
      what: `the store holds no run of experiment ${experiment.id}: arms, scenarios, settings, model or harness source differ`,
      where: `--replication ${other}`,
      remedy: "run the same command with a file of other seeds and a --db of its own",
    });
  const twice = second.experiment.seeds.filter((seed) => experiment.seeds.includes(seed));
  if (twice.length > 0)
    throw new LabError({
      code: "no-replication",
      what: `both stores hold seeds ${twice.slice(0, 5).join(", ")}${twice.length > 5 ? ", ..." : ""}, so the second run is not independent of the first`,
      where: `--replication ${other}`,
      remedy: "run the second time with --seeds <file> that lists seeds the first run does not have",
    });
  return second;
}

function judgeByReplication(
  section: ReportSection,
  { sections }: ExperimentReport,
  other: string,
): { readonly section: ReportSection; readonly note: string } {
  const first = section.comparison;
  const second = sections.find(({ comparison }) => comparison.plan.id === first.plan.id)?.comparison;
  if (second === undefined) throw new Error(`the second run has no comparison ${first.plan.id}`);
  const obstacles = replicationObstacles(first, second);
  return {
    section: { ...section, comparison: replicate(first, second) },
    note: replicationNote(section, second, { store: other, obstacles }),
  };
}
