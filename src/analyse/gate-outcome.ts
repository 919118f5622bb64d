/** Joins everything a gate looked at into one outcome: pairs, confirm rerun, guardrails, safety and what was not run. */

import { EXIT, type ExitCode } from "../core/errors.ts";
import { countText } from "../core/format.ts";
import type {
  GateDecision,
  GateOmission,
  GateOutcome,
  GatePart,
  GatePolicy,
  Guardrail,
  SafetyFinding,
} from "../core/gate.ts";
import type { PairedUnit } from "../core/pairs.ts";
import { confirmRegression, type GateOptions, gateDecision } from "./gate-decision.ts";

export interface GateEvidence {
  /** Null when no pair could be run. */
  readonly decision: GateDecision | null;
  /** The same pairs of scenarios on fresh seeds; null when it was not run. */
  readonly confirm: GateDecision | null;
  readonly guardrails: readonly Guardrail[];
  readonly safety: readonly SafetyFinding[];
  readonly policy: GatePolicy;
  /** The same scenarios on the simulated model, beside pairs of a real one; null when it had no say. */
  readonly simulated?: GatePart | null;
  /** Blocks that a live run would have to decide and that did not run, with the reason. */
  readonly notRun: { readonly blocks: number; readonly reason: string } | null;
  /** A judge that labels have not qualified decided outcomes, so they may neither pass nor block (STATISTICS 8). */
  readonly unqualifiedJudge?: boolean;
  /** Reason why the evaluation broke apart from its pairs: a dead endpoint, scenarios that cannot fail. */
  readonly broken: readonly string[];
}

export interface JoinedOutcome {
  readonly outcome: GateOutcome;
  readonly neutral: boolean;
  readonly exitCode: ExitCode;
  readonly reasons: readonly string[];
}

interface Finding {
  readonly outcome: GateOutcome;
  readonly reason: string;
  /** May not be let through by policy. */
  readonly hard?: true;
}

/** Worst first; lost pairs take nothing from a loss that is shown. */
const RANK: readonly GateOutcome[] = ["regression", "broken", "inconclusive", "pass"];

function ofPairs(evidence: GateEvidence): readonly Finding[] {
  if (!evidence.unqualifiedJudge) return ofTrustedPairs(evidence);
  const why = "a judge that labels have not qualified decided outcomes (harness-lab judge-check)";
  return ofTrustedPairs(evidence).map((finding) =>
    finding.outcome === "broken"
      ? finding
      : { ...finding, outcome: "inconclusive", reason: `${finding.reason}; ${why}` },
  );
}

function ofTrustedPairs({ decision, confirm, policy }: GateEvidence): readonly Finding[] {
  if (decision === null) return [];
  const own = decision.reasons.map(
    (reason): Finding => ({
      outcome: decision.outcome,
      reason,
      ...(decision.untested ? { hard: true } : {}),
    }),
  );
  if (decision.outcome !== "regression" || policy.rule === "deterministic" || policy.failOn) return own;
  if (confirm === null)
    return [...own, { outcome: "regression", reason: "an alarm: no rerun on fresh seeds confirms it" }];
  const joined = confirmRegression(decision, confirm);
  const words = {
    regression: "the rerun on fresh seeds shows it again",
    broken: `the rerun on fresh seeds broke: ${confirm.reasons.join("; ")}`,
    inconclusive: "the rerun on fresh seeds does not show it",
    pass: "the rerun on fresh seeds does not show it",
  };
  // A regression that its rerun does not show is not proven, so it must not outrank what the rerun says.
  return joined === "regression"
    ? [...own, { outcome: joined, reason: words[joined] }]
    : own.map(({ reason }) => ({ outcome: joined, reason: `${reason}, but ${words[joined]}` }));
}

function ofGuardrails({ guardrails, safety }: GateEvidence): readonly Finding[] {
  const fresh = safety.filter(({ known }) => !known);
  return [
    ...fresh.map(
      ({ scenario, seed, check, detail }): Finding => ({
        outcome: "regression",
        reason: `safety: ${scenario} seed ${seed} fails ${check}, which the base passes: ${detail}`,
      }),
    ),
    ...guardrails
      .filter(({ outcome }) => outcome !== "pass")
      .map(
        ({ name, outcome, reason }): Finding => ({
          outcome: outcome === "unknown" ? "inconclusive" : (outcome as GateOutcome),
          reason: `guardrail ${name}: ${reason}`,
        }),
      ),
  ];
}

/** A failing test is one whatever the real model says; a passing one proves nothing about it. */
function ofSimulated({ simulated }: GateEvidence): readonly Finding[] {
  if (simulated?.state !== "regression" && simulated?.state !== "broken") return [];
  return [{ outcome: simulated.state, reason: `on the simulated model: ${simulated.detail}` }];
}

/** The outcome of the whole gate. Contract: never a pass when anything that was asked for is not known to be well. */
export function joinGate(evidence: GateEvidence): JoinedOutcome {
  const { policy, notRun, broken } = evidence;
  const findings: readonly Finding[] = [
    ...ofPairs(evidence),
    ...ofSimulated(evidence),
    ...ofGuardrails(evidence),
    ...broken.map((reason): Finding => ({ outcome: "broken", reason })),
    ...(notRun === null
      ? []
      : [
          {
            outcome: "inconclusive",
            reason: `${countText(notRun.blocks, "block")} not run: ${notRun.reason}`,
          } as const,
        ]),
  ];
  // Where the endpoint died or the scenarios cannot fail, what was seen until then is told, and decides nothing.
  const outcome =
    broken.length > 0
      ? "broken"
      : (RANK.find((rank) => findings.some((finding) => finding.outcome === rank)) ?? "broken");
  const hard = findings.some((finding) => finding.hard && finding.outcome === outcome);
  const neutral = outcome === "inconclusive" && !hard && !policy.release && policy.onInconclusive !== "fail";
  const reasons = RANK.flatMap((rank) =>
    rank === "pass" && outcome !== "pass" ? [] : findings.filter((finding) => finding.outcome === rank),
  ).map(({ reason }) => reason);
  const exits = {
    pass: EXIT.pass,
    regression: EXIT.failed,
    inconclusive: neutral ? EXIT.pass : EXIT.inconclusive,
    broken: EXIT.broken,
  };
  return { outcome, neutral, exitCode: exits[outcome], reasons };
}

/** Decides anew without each scenario and without each seed; kept where a regression appears or disappears. */
export function gateOmissions(units: readonly PairedUnit[], options: GateOptions): readonly GateOmission[] {
  const whole = gateDecision(units, options).outcome;
  const without = (kind: GateOmission["kind"]) => {
    const names = [...new Set(units.map((unit) => unit[kind]))];
    if (names.length < 2) return [];
    return names.map((omitted): GateOmission => {
      const rest = units.filter((unit) => unit[kind] !== omitted);
      return { kind, omitted, outcome: gateDecision(rest, { ...options, planned: rest.length }).outcome };
    });
  };
  return [...without("scenario"), ...without("seed")].filter(
    ({ outcome }) => (outcome === "regression") !== (whole === "regression"),
  );
}
