/** Counts what happens in the layers over many conversations: states, outcomes and the range of each dimension. */

import type { LayerStates } from "../../harnesses/layered/engine/layer-states.ts";
import { EVENTS } from "../../harnesses/layered/events.ts";
import type { Feature } from "../../harnesses/layered/extensions/extension-points.ts";
import { PLACES, type Place } from "../../harnesses/layered/extensions/places.ts";
import {
  DIMENSIONS,
  healthOf,
  RECOVERY_ACTION,
} from "../../harnesses/layered/layers/diagnostics/dimensions.ts";
import { REVIEW_DIMENSIONS } from "../../harnesses/layered/layers/execution/review-gate.ts";
import { LADDER } from "../../harnesses/layered/layers/recovery/ladder.ts";
import { CHECKS } from "../../harnesses/layered/layers/verification/verification.ts";
import type { Talk } from "../layered-talk.ts";
import { talk } from "../layered-talk.ts";
import { randomTalk } from "./random-talk.ts";

/** Everything that can occur, by group; a value that is not listed here is a hole of the list. */
export const POSSIBLE: Readonly<Record<string, readonly string[]>> = {
  "task state": ["PENDING", "RUNNING", "COMPLETE", "FAILED", "BLOCKED", "HUMAN_REQUIRED"],
  event: Object.keys(EVENTS),
  severity: ["LOW", "MEDIUM", "HIGH", "SYSTEM_BREAKING"],
  conflict: ["open", "resolved"],
  "ladder step": LADDER,
  "recovery action": [
    ...DIMENSIONS.map((name) => `${name}:${RECOVERY_ACTION[name]}`),
    // Tier 1 (REFERENCE 1.3).
    "world_model_integrity:consistency_repair",
  ],
  lens: ["implementer", "reviewer", "adversarial"],
  "finding severity": ["MEDIUM", "HIGH"],
  gate: ["PASS", "BLOCK", "ESCALATE", "REVIEW-FAILED"],
  "review dimension": REVIEW_DIMENSIONS,
  permission: ["ALLOW", "DENY"],
  mode: ["NORMAL", "CAUTIOUS", "RECOVERY"],
  escalation: ["none", "SYSTEM_BREAKING", "HUMAN_REQUIRED"],
  check: CHECKS.flatMap((check) => ["PASS", "FAIL", "SKIPPED"].map((outcome) => `${check} ${outcome}`)),
  hypothesis: ["active", "eliminated", "pruned"],
  "hypothesis source": ["symptom", "counterfactual", "failure-library", "analogy", "proposed"],
  failure: ["system-error", "exhausted", "verification"],
  stall: ["stalled completion", "strategy loop", "recurring failure", "risk oscillation"],
  directive: ["CONTINUE", "REDIRECT_STRATEGY", "REFRAME_PLAN", "GATHER_EVIDENCE", "ASK_USER", "ABORT"],
  label: ["verified", "unverified"],
  reopened: ["by the reviewer"],
  "belief source": ["message", "memory", "task-trail"],
  reliability: ["HIGH", "MEDIUM", "LOW"],
  // Recovery actions that changed something; the others only name what would lift the refusal.
  healing: ["belief_refresh", "support_augment", "coverage_expand", "verification_pass"],
  "turn status": ["ok", "could-not-complete", "escalated", "paused", "refused"],
};

interface Range {
  readonly min: number;
  readonly max: number;
}

export interface LayerCounts {
  readonly conversations: number;
  /** Conversations in which it occurred, by group and value. */
  readonly counts: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Health, 1 is best, by dimension. */
  readonly health: ReadonlyMap<string, Range>;
}

/** Runs the conversations of some seeds. */
export async function countLayers(seeds: readonly number[]): Promise<LayerCounts> {
  const counts = new Map(Object.keys(POSSIBLE).map((group) => [group, new Map<string, number>()]));
  const health = new Map<string, Range>();
  for (const seed of seeds) {
    const seen = await seenIn(seed);
    for (const name of seen.values) {
      const [group = "", value = ""] = name.split("\t");
      const group_ = counts.get(group);
      group_?.set(value, (group_.get(value) ?? 0) + 1);
    }
    for (const [name, { min, max }] of seen.health) {
      const so = health.get(name) ?? { min, max };
      health.set(name, { min: Math.min(so.min, min), max: Math.max(so.max, max) });
    }
  }
  return { conversations: seeds.length, counts, health };
}

interface Seen {
  readonly values: Set<string>;
  readonly health: Map<string, Range>;
}

async function seenIn(seed: number): Promise<Seen> {
  const { options, entries, lean } = randomTalk(seed);
  const seen: Seen = { values: new Set(), health: new Map() };
  const one = talk({ ...options, besides: [watcher(seen)] });
  one.delay = async () => one.clock.advance(lean.slowMinutes * 60_000);
  for (const { text, meanwhile, waitMinutes, restart, approves } of entries) {
    one.clock.advance(waitMinutes * 60_000);
    if (restart) await one.restart();
    const { status, staged } = await one.say(text, meanwhile);
    note(seen, "turn status", status);
    const session = await one.session();
    for (const { id } of approves ? staged : []) await session.decide(id, "approve");
  }
  noteEvents(seen, one);
  return seen;
}

/** Looks at the slices after every phase and changes nothing. */
function watcher(seen: Seen): Feature {
  return {
    id: "watcher",
    phases: (Object.keys(PLACES) as Place[]).map((place) => ({
      how: "wrap",
      place,
      async run(scope, next) {
        const result = await next();
        noteStates(seen, { ...scope.states, ...result.states });
        return { value: result, fired: null };
      },
    })),
  };
}

function noteStates(seen: Seen, states: LayerStates): void {
  for (const { state } of states.planning.tasks) note(seen, "task state", state);
  for (const { severity, resolved } of states.contradiction.all) {
    note(seen, "severity", severity);
    note(seen, "conflict", resolved ? "resolved" : "open");
  }
  for (const strategy of Object.values(states.recovery.strategies)) note(seen, "ladder step", strategy);
  for (const { lens, severity } of states.reviewer.findings) {
    note(seen, "lens", lens);
    note(seen, "finding severity", severity);
  }
  for (const gate of Object.values(states.execution.gates)) note(seen, "gate", gate);
  for (const { kind } of states.execution.failures) note(seen, "failure", kind);
  for (const results of Object.values(states.verification.byTask))
    for (const { check, outcome } of results) note(seen, "check", `${check} ${outcome}`);
  for (const { state, source } of states.hypothesis.all) {
    note(seen, "hypothesis", state);
    note(seen, "hypothesis source", source);
  }
  for (const { source } of states["world-model"].beliefs) note(seen, "belief source", source);
  for (const { reliability } of states.evidence.items) note(seen, "reliability", reliability);
  const { permission, mode, escalation, tags } = states["control-state"];
  note(seen, "permission", permission);
  note(seen, "mode", mode);
  note(seen, "escalation", escalation ?? "none");
  for (const tag of tags) note(seen, "recovery action", tag);
  for (const name of DIMENSIONS) noteHealth(seen, name, healthOf(name, states.diagnostics.values));
}

function noteEvents(seen: Seen, one: Talk): void {
  for (const event of one.emitted()) {
    if (POSSIBLE.event?.includes(event.type)) note(seen, "event", event.type);
    if (event.type === "task-state" && event.reason === "reopened by the reviewer")
      note(seen, "reopened", "by the reviewer");
    if (event.type === "reply-label") note(seen, "label", event.label);
    if (event.type === "gate-decision" && event.gate === "recovery-action")
      note(seen, "healing", event.decision);
    if (event.type === "gate-decision" && event.gate === "stall") note(seen, "directive", event.decision);
    if (event.type === "gate-decision" && event.gate === "stall") note(seen, "stall", event.reason);
    if (event.type === "recovery" && POSSIBLE.stall?.includes(event.reason))
      note(seen, "stall", event.reason);
    if (event.type === "gate-decision" && event.gate === "review" && event.decision === "FAIL")
      for (const dimension of event.reason.split(", ")) note(seen, "review dimension", dimension);
  }
}

function note(seen: Seen, group: string, value: string): void {
  seen.values.add(`${group}\t${value}`);
}

function noteHealth(seen: Seen, name: string, value: number): void {
  const so = seen.health.get(name) ?? { min: value, max: value };
  seen.health.set(name, { min: Math.min(so.min, value), max: Math.max(so.max, value) });
}
