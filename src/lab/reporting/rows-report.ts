/** Builds the report on imported rows: the same comparison as for our own runs, and unknown for all that rows lack. */

import { compare } from "../../analyse/compare.ts";
import { type Contender, compareFamily } from "../../analyse/compare-family.ts";
import type { Aim } from "../../core/aim.ts";
import type { Comparison } from "../../core/comparison.ts";
import type { ComparisonFacts } from "../../core/comparison-facts.ts";
import type { ComparisonPlan } from "../../core/comparison-plan.ts";
import { flagNamed } from "../../core/flag-catalogue.ts";
import type { PairedUnit } from "../../core/pairs.ts";
import type {
  GridRow,
  ImportedRows,
  MatchingFacts,
  PurposeRow,
  ReportSection,
  RowsReport,
} from "../../core/report-document.ts";
import type { Ground } from "../../rows/grounds.ts";
import type { RowPairs } from "../../rows/pair-rows.ts";
import { requireFixed } from "../planning/fixed-design.ts";

/** Decisions about the judging. */
interface Judging {
  readonly flag: string | null;
  readonly purpose: ComparisonPlan["purpose"];
  readonly design: ComparisonPlan["design"];
  readonly pairing: ComparisonPlan["pairing"];
  readonly alpha: number;
  /** Absent = what the catalogue says of the flag. */
  readonly aim?: Aim | undefined;
  /** By how much success may not be worse, for a saving; absent = 0.1. */
  readonly margin?: number | undefined;
  readonly deltaMin: number;
  /** Calibrations and qualified judges from elsewhere; empty = the rows are all there is. */
  readonly grounds: readonly Ground[];
  /** The rows tell which arm ran first. */
  readonly orderKnown: boolean;
}

export interface RowsReportRequest {
  readonly title: string;
  readonly rows: ImportedRows;
  readonly pairs: readonly RowPairs[];
  readonly judging: Judging;
  readonly provenance: RowsReport["provenance"];
  readonly notes: readonly string[];
}

/** Judges the pairs and builds the document. */
export function rowsReport(request: RowsReportRequest): RowsReport {
  const { pairs, judging } = request;
  const over = (one: RowPairs, role: "stress" | "control", units: readonly PairedUnit[]): Contender => {
    const plan = planOf(one, { judging, family: pairs.length, planned: one.planned[role], role });
    return { units, plan, facts: factsOf(judging, plan.id, role) };
  };
  const judged = compareFamily(
    pairs.map((one) =>
      one.stress.length === 0 ? over(one, "control", one.controls) : over(one, "stress", one.stress),
    ),
  );
  const sections = pairs.map((one, index) => {
    const comparison = judged[index];
    if (comparison === undefined) throw new Error(`no comparison was made of ${one.treatment}`);
    const { units, plan, facts } = over(one, "control", one.controls);
    return sectionOf(
      one,
      comparison,
      units.length === 0 || one.stress.length === 0 ? null : compare(units, plan, facts),
    );
  });
  return {
    format: "harness-lab-report/1",
    origin: "rows",
    title: request.title,
    generatedAt: new Date().toISOString(),
    rows: request.rows,
    provenance: request.provenance,
    basis: basisOf(pairs),
    answeredBy: [],
    totals: totalsOf(pairs),
    sections,
    notes: request.notes,
  };
}

function basisOf(pairs: readonly RowPairs[]): RowsReport["basis"] {
  if (pairs.some(({ simulated }) => simulated === true)) return "simulated";
  return pairs.length > 0 && pairs.every(({ simulated }) => simulated === false) ? "real" : "unknown";
}

function planOf(
  pairs: RowPairs,
  {
    judging,
    family,
    planned,
    role,
  }: {
    readonly judging: Judging;
    readonly family: number;
    readonly planned: number | null;
    readonly role: "stress" | "control";
  },
): ComparisonPlan {
  const name = pairs.flag ?? judging.flag;
  const flag = name === null ? undefined : flagNamed(name);
  const { control, treatment } = pairs;
  const aim = role === "control" ? "success" : (judging.aim ?? flag?.aim ?? "success");
  requireFixed(aim, judging.design, name);
  return {
    id: pairs.comparison ?? `${treatment} against ${control}`,
    flag: name,
    control,
    treatment,
    purpose: judging.purpose,
    design: judging.design,
    alpha: judging.alpha,
    deltaMin: judging.deltaMin,
    family,
    simulated: pairs.simulated ?? false,
    ...(pairs.greedy ? { greedy: true } : {}),
    pairing: judging.pairing,
    // A flag that the catalogue does not know may make calls of its own, so the check stays open instead of not applying.
    flagMakesCalls: name !== null && (flag === undefined || flag.ownPurposes.length > 0),
    planned,
    orderKnown: judging.orderKnown,
    ...(aim === "success" ? {} : { aim }),
    ...(role === "control" ? { over: "controls" as const } : {}),
    ...(judging.margin === undefined ? {} : { margin: judging.margin }),
  };
}

function factsOf(
  { grounds }: Judging,
  comparison: string,
  role: "stress" | "control",
): Pick<ComparisonFacts, "calibration" | "judgeQualified"> {
  const ground = grounds.find((one) => one.comparison === comparison && one.role === role);
  return { calibration: ground?.calibration ?? null, judgeQualified: ground?.judgeQualified ?? false };
}

const UNKNOWN_MATCHING: MatchingFacts = {
  world: "unknown",
  user: "unknown",
  faults: "unknown",
  replies: "unknown",
  sampling: "unknown",
  order: "unknown",
};

function sectionOf(pairs: RowPairs, comparison: Comparison, controls: Comparison | null): ReportSection {
  const { control, treatment } = pairs;
  const { flag, pairing } = comparison.plan;
  const grid = (units: readonly PairedUnit[], role: GridRow["role"]) =>
    units.map((unit) => gridRow(unit, role));
  const known = flag === null ? undefined : flagNamed(flag);
  return {
    flag,
    summary: known?.summary ?? `${treatment} compared with ${control}, as somebody else recorded them.`,
    controlFlags: { arm: control },
    treatmentFlags: { arm: treatment },
    differs: ["arm"],
    context: {},
    comparison,
    controls,
    grid: [
      ...grid(comparison.units, comparison.plan.over === "controls" ? "control" : "stress"),
      ...grid(controls?.units ?? [], "control"),
    ],
    purposes: purposesOf(comparison, known?.ownPurposes ?? []),
    transcripts: [],
    transcriptsLeftOut: 0,
    matching: {
      ...UNKNOWN_MATCHING,
      sampling:
        pairing === "seed"
          ? "paired by scenario and seed; whether the seed ties the arms together is unknown"
          : "declared as not tied together by the seed",
      order: comparison.position.state === "unknown" ? "unknown" : "recorded; how it was chosen is unknown",
    },
  };
}

function gridRow(unit: PairedUnit, role: GridRow["role"]): GridRow {
  const side = ({ outcome, fired }: PairedUnit["control"]) => ({ trial: null, outcome, error: null, fired });
  return {
    scenario: unit.scenario,
    seed: unit.seed,
    role,
    control: side(unit.control),
    treatment: side(unit.treatment),
    diverged: unit.diverged,
  };
}

function purposesOf(comparison: Comparison, own: readonly string[]): readonly PurposeRow[] {
  const totals = (calls: number) => ({
    calls,
    inputTokens: null,
    cachedInputTokens: null,
    outputTokens: null,
    costUsd: null,
    spentUsd: null,
  });
  return comparison.callsByPurpose.map(({ purpose, control, treatment }) => ({
    purpose,
    own: own.includes(purpose),
    control: totals(control),
    treatment: totals(treatment),
  }));
}

function totalsOf(pairs: readonly RowPairs[]): RowsReport["totals"] {
  const trials = pairs
    .flatMap(({ stress, controls }) => [...stress, ...controls])
    .flatMap(({ control, treatment }) => [control, treatment]);
  const count = (...outcomes: readonly string[]) =>
    trials.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const ran = trials.filter(({ outcome }) => outcome !== "missing");
  const cost = ran.reduce<number | null>(
    (sum, { costUsd }) => (sum === null || costUsd === null ? null : sum + costUsd),
    0,
  );
  return {
    trialsPlanned: null,
    trialsCompleted: count("pass", "fail", "unscored"),
    trialsUnscored: count("unscored"),
    trialsErrored: count("error"),
    trialsMissing: count("missing"),
    trialsBudget: 0,
    calls: null,
    sharedCalls: null,
    spentUsd: null,
    costUsd: ran.length === 0 ? null : cost,
    wallMs: null,
  };
}
