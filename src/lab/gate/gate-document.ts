/** Puts what a gate found into its document: one outcome, its reasons, and everything that was not run. */

import { existsSync } from "node:fs";
import { excludesOne } from "../../analyse/calibration.ts";
import { joinGate } from "../../analyse/gate-outcome.ts";
import { modelsOf } from "../../core/effective-arm.ts";
import { endpointOf } from "../../core/endpoint-address.ts";
import { usd } from "../../core/format.ts";
import type { GateDocument, GateOutcome } from "../../core/gate.ts";
import { isSimulated } from "../../core/model-settings.ts";
import type { ReportDocument } from "../../core/report-document.ts";
import { calibrationSentence } from "../../report/words.ts";
import { labIdentity } from "../environment/provenance.ts";
import { readStore } from "../environment/read-store.ts";
import { backendNotes, judgeNotes } from "../experiment/run-notes.ts";
import { paidFor } from "../reporting/paid.ts";
import type { GateFindings } from "./gate.ts";
import type { GateRequest } from "./gate-request.ts";

const TITLES: Readonly<Record<GateOutcome, string>> = {
  pass: "no regression shown",
  regression: "regression",
  inconclusive: "inconclusive",
  broken: "the evaluation broke",
};

/** The document of a finished gate. */
export async function documentOf(found: GateFindings, request: GateRequest): Promise<GateDocument> {
  const { setup, policy, quarantine, run, decided, confirm, simulated } = found;
  const { experiment } = run;
  const endpoint = endpointOf(experiment.model.baseUrl);
  const stored = await facts(found, request);
  const cut = run.notRun();
  // A run cut short by money or time is a fair sample of its seeds, so a margin that it certifies is certified.
  const certified =
    cut?.cause === "stopped" && policy.rule === "statistical" && decided?.decision.outcome === "pass";
  const standIn = decided !== null && decided === simulated?.decided;
  const joined = joinGate({
    decision: standIn ? null : (decided?.decision ?? null),
    confirm: confirm?.decision ?? null,
    guardrails: decided?.guardrails ?? [],
    safety: decided?.safety ?? [],
    policy,
    simulated: simulated?.part ?? null,
    notRun: certified ? null : cut,
    broken: [...found.broken, ...biasOf(decided)],
    unqualifiedJudge: decided?.unqualifiedJudge ?? false,
  });
  const candidate = experiment.arms[1];
  if (!candidate) throw new Error("a gate has two arms");
  const quarantined =
    decided?.decision.withQuarantined == null
      ? []
      : [`With the quarantined scenarios the outcome is: ${TITLES[decided.decision.withQuarantined]}.`];
  return {
    format: "harness-lab-gate/1",
    generatedAt: new Date().toISOString(),
    ...joined,
    title: titleOf(joined, cut?.cause === "no-key"),
    next: nextOf(joined.outcome, found, joined.neutral),
    basis: isSimulated(experiment.model) ? "simulated" : "real",
    model: experiment.model.model,
    ...(endpoint === null ? {} : { endpoint }),
    experiment: standIn ? simulated.experiment : stored === null ? null : experiment.id,
    base: {
      ...setup.base,
      commit: setup.base.kind === "arm" ? (stored?.commit ?? null) : setup.base.commit,
    },
    candidate: {
      arm: candidate,
      commit: stored?.commit ?? (await labIdentity()).commit,
      harnessDigest: setup.harnessDigest,
    },
    policy,
    decision: decided?.decision ?? null,
    pairsFrom: standIn ? "simulated" : "model",
    confirm: confirm?.decision ?? null,
    quarantine,
    guardrails: decided?.guardrails ?? [],
    safety: decided?.safety ?? [],
    omissions: decided?.omissions ?? [],
    scenarios: decided?.scenarios ?? [],
    blocks: blockCounts(found, standIn),
    // Nothing is stored only where nothing was asked.
    spentUsd: stored === null ? 0 : paidFor(spentNow(stored.spentUsd, found.spentBefore), experiment),
    parts: found.parts,
    notes: [
      ...found.notes,
      ...quarantined,
      ...(found.spentBefore
        ? [
            `Earlier runs of this gate spent ${usd(paidFor(found.spentBefore, experiment))}; what they stored is used again.`,
          ]
        : []),
      ...(certified && cut
        ? [`${cut.blocks} blocks were not run: ${cut.reason}; those that were certify the margin.`]
        : []),
      ...positionNotes(found),
      ...(stored === null
        ? []
        : [
            ...backendNotes(stored.answeredBy, modelsOf(experiment).length),
            ...judgeNotes(experiment.judge, stored.totals),
          ]),
      ...(decided && !standIn && (policy.rule === "statistical" || decided.comparison.facts.calibration)
        ? [calibrationSentence(decided.comparison)]
        : []),
    ],
  };
}

/** Price of the replies of this run; unknown where either total is. */
function spentNow(total: number | null, before: number | null): number | null {
  return total === null || before === null ? null : Math.max(0, total - before);
}

function blockCounts({ decided, run, seeds, setup }: GateFindings, standIn: boolean): GateDocument["blocks"] {
  const own = standIn ? null : decided;
  return {
    planned: own?.planned ?? seeds.length * setup.scenarios.length,
    inert: own?.inert ?? 0,
    ran: own === null ? 0 : own.present - own.inert,
    // A run that broke off leaves blocks behind too.
    notRun: own === null ? (run.notRun()?.blocks ?? 0) : own.planned - own.present,
  };
}

/** A base that differs from itself cannot be held against anything (STATISTICS 10). */
function biasOf(decided: GateFindings["decided"]): readonly string[] {
  const aa = decided?.comparison.facts.calibration;
  if (!aa) return [];
  return [
    ...(aa.biasP !== null && aa.biasP <= 0.01
      ? ["the calibration of the base against itself shows a difference"]
      : []),
    ...(excludesOne(aa.latency99)
      ? ["the calibration shows a latency that differs between the base and itself"]
      : []),
  ];
}

async function facts(
  { run }: GateFindings,
  { db }: GateRequest,
): Promise<{
  readonly commit: string | null;
  readonly spentUsd: number | null;
  readonly totals: Pick<ReportDocument["totals"], "judge">;
  readonly answeredBy: ReportDocument["answeredBy"];
} | null> {
  if (!existsSync(db)) return null;
  return readStore(db, async (store) => {
    const rows = await store.experiments();
    if (!rows.some(({ id }) => id === run.experiment.id)) return null;
    const [{ provenance }, { spentUsd, judge }] = [
      await store.loadExperiment(run.experiment.id),
      await store.totals(run.experiment.id),
    ];
    return {
      commit: provenance.commit,
      spentUsd,
      totals: judge ? { judge } : {},
      answeredBy: await store.answeredBy(run.experiment.id),
    };
  });
}

function titleOf({ outcome, neutral }: { outcome: GateOutcome; neutral: boolean }, noKey: boolean): string {
  if (outcome === "inconclusive" && noKey) return "not decided: the live part was not run";
  return neutral ? `${TITLES[outcome]}, let through with a warning` : TITLES[outcome];
}

function nextOf(
  outcome: GateOutcome,
  { setup, run, decided, confirm, parts }: GateFindings,
  neutral: boolean,
): string {
  if (outcome === "pass") return "";
  if (parts.some(({ name, state }) => name === "lint" && state === "broken"))
    return "Fix the scenarios (harness-lab scenarios lint) and run the same command again.";
  if (outcome === "broken")
    return run.broken().length > 0
      ? "See what the endpoint can do (harness-lab doctor); the same command goes on where this one stopped."
      : "Read the errors below (harness-lab trials --failed), fix their cause and run the same command again.";
  if (outcome === "regression") {
    const alarm =
      setup.recorded !== null && confirm === null && !isSimulated(run.experiment.model)
        ? " A base recorded at another time gives alarms: confirm with both sides run together (--checkout <path>)."
        : "";
    return `Compare the failing pairs (harness-lab trials --failed, show, diff).${alarm}`;
  }
  if (run.notRun()?.cause === "no-key")
    return "Run the same command where the key is set; what was settled here is not run again.";
  if (decided?.decision.untested)
    return "Name scenarios in which the changed flag does something (harness-lab scenarios --flag <FLAG>), or check that the change is in this build.";
  const unknown = decided?.guardrails.filter((bar) => bar.outcome === "unknown") ?? [];
  if (unknown.length > 0 && decided?.decision.outcome === "pass")
    return `Leave out the bar that cannot be told here, or hold against a base that runs beside the candidate (--checkout <path>, --candidate FLAG=0).${neutral ? " On a release (release: true in gate.yaml) this blocks." : ""}`;
  const more = decided?.decision.pairsToCertify;
  const needed = more == null ? "" : ` ${more} pairs would certify the margin if nothing further differs.`;
  return `Give it more seeds or scenarios (--seeds, --max-seeds).${needed}${neutral ? " On a release (release: true in gate.yaml) this blocks." : ""}`;
}

function positionNotes({ decided, setup }: GateFindings): readonly string[] {
  const position = decided?.comparison.position;
  if (!position) return [];
  if (setup.recorded !== null)
    return ["The base was recorded earlier, so drift of the model in between is not matched."];
  if (position.state === "one-sided") return ["One arm always ran first, so its place cannot be told apart."];
  return position.disagreeing.length > 0
    ? [`The result depends on which arm ran first: ${position.disagreeing.join(", ")}.`]
    : [];
}
