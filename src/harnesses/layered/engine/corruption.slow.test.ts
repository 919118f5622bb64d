/** Corrupts each field of each layer's slice and looks for a later request, decision or reply that changes. */

import { expect, test } from "vitest";
import {
  broken,
  calling,
  classified,
  stated,
  type TalkOptions,
  talk,
} from "../../../testing/layered-talk.ts";
import type { Feature } from "../extensions/extension-points.ts";
import type { Place } from "../extensions/places.ts";
import { controlStateGate } from "../features/control-state-gate/control-state-gate.ts";
import { decompose } from "../features/decomposition/decomposition.ts";
import { holdToChecks } from "../features/nine-checks/nine-checks.ts";
import { reviewRuns } from "../features/reviewer-pass/reviewer-pass.ts";
import { LAYERS, type LayerId } from "../layer-id.ts";
import { composePhases } from "./compose-phases.ts";
import { emptyStates } from "./empty-states.ts";
import { PHASES } from "./phase-table.ts";

/** A slice as plain fields, which is all that corrupting it needs to know. */
type Fields = Readonly<Record<string, unknown>>;

interface Conversation {
  readonly says: readonly string[];
  /** Approves everything that is staged, a minute later. */
  readonly approves?: true;
  readonly options: TalkOptions;
}

const LIMIT = stated("The limit is 6000 a minute.");
const CEILING = stated("The ceiling is 50 a second.");
const conflict = {
  json: { conflicts: [{ a: "The limit is 6000 a minute.", b: "The ceiling is 50 a second.", why: "no" }] },
};

/** Grades the two facts HIGH, so that the reviewer has something to reopen. */
const grave: Feature = {
  id: "grave",
  hooks: {
    beliefsAdded: {
      run: async (_context, { added: [a, b] }) => ({
        value: a && b ? [{ a: a.id, b: b.id, why: "", severity: "HIGH", detector: "semantic" }] : [],
        fired: null,
      }),
    },
    proposing: {
      // Shows a feature's view of the slices that features read.
      run: async ({ states }) => ({
        value: states.hypothesis.all.find(({ check }) => check)?.text ?? null,
        fired: null,
      }),
    },
  },
};
/** Matches every failure and always tries again. */
const matching: Feature = {
  id: "matching",
  hooks: {
    failureMatched: {
      run: async () => ({
        value: { pattern: "outage", confidence: 0.8, preferred: "REIMPLEMENT" },
        fired: null,
      }),
    },
    strategySwitched: { run: async () => ({ value: true, fired: null }) },
  },
};
const noting: Feature = {
  id: "noting",
  slots: {
    steering: () => ({
      absorb: async (_context, notes) => ({ value: { notes, followUps: [] }, fired: null }),
    }),
  },
};

const CONVERSATIONS: readonly Conversation[] = [
  {
    // A conflict across turns, two parts, a tool, a failure that is tried again.
    says: ["First.", "Second."],
    options: {
      world: { files: { "a.md": "four" } },
      model: {
        "classify-turn": (_request, n) =>
          n === 0
            ? classified({ statedFacts: [LIMIT] })
            : classified({ statedFacts: [CEILING], decomposedTasks: ["Read a.md.", "Add one."] }),
        "contradiction-check": conflict,
        propose: (_request, n) =>
          ["Noted.", calling(["read_file", { path: "a.md" }]), "Four.", broken(), "Five."][n] ?? "Five.",
      },
    },
  },
  {
    // Three parts that all break: the stall rule and the rebuild.
    says: ["All three."],
    options: {
      flags: { AUDIT_RETRY_SYSTEM_ERRORS: false },
      model: {
        "classify-turn": classified({
          statedFacts: [LIMIT],
          decomposedTasks: ["One.", "Two.", "Three."].map((task) => ({ task, after: [] })),
        }),
        propose: broken(),
      },
    },
  },
  {
    // A finding that reopens a finished task.
    says: ["Note both."],
    options: {
      features: [controlStateGate(), holdToChecks(), reviewRuns(), grave],
      model: {
        "classify-turn": classified({ statedFacts: [LIMIT, CEILING] }),
        propose: (_request, n) => (n === 0 ? "The limit is 6000 a minute." : "Which one?"),
      },
    },
  },
  {
    // A finished task is reopened and breaks, after what rested on it had broken.
    says: ["Note both and add."],
    options: {
      features: [controlStateGate(), holdToChecks(), reviewRuns(), decompose(), grave],
      model: {
        "classify-turn": classified({
          statedFacts: [LIMIT, CEILING],
          decomposedTasks: [
            { task: "Note both.", after: [] },
            { task: "Add them.", after: [1] },
          ],
        }),
        propose: (_request, n) => (n === 0 ? "The limit is 6000 a minute." : broken()),
      },
    },
  },
  {
    // What a remembered fact is about is changed by an approved action.
    says: ["Rename it.", "What is it called?"],
    approves: true,
    options: {
      settings: { memory: { writeMode: "auto" } },
      world: { files: { "config/app.yaml": "service: heron" } },
      model: {
        "classify-turn": (_request, n) =>
          classified({ statedFacts: n === 0 ? [stated("config/app.yaml names the service heron.")] : [] }),
        propose: (_request, n) =>
          n === 0
            ? calling(["write_file", { path: "config/app.yaml", content: "service: egret" }])
            : "Staged.",
      },
    },
  },
  { says: [" "], options: {} },
  {
    // Two parts that work and one that breaks.
    says: ["All three."],
    options: {
      flags: { AUDIT_RETRY_SYSTEM_ERRORS: false },
      model: {
        "classify-turn": classified({ decomposedTasks: ["One.", "Two.", "Three."] }),
        propose: (_request, n) => (n < 2 ? "Yes." : broken()),
      },
    },
  },
  {
    // A failure that a library entry matches, twice.
    says: ["Go."],
    options: {
      features: [controlStateGate(), holdToChecks(), reviewRuns(), matching],
      model: { propose: (_request, n) => (n < 2 ? broken() : "Done.") },
    },
  },
  {
    // An underdetermined request with a check that rules one explanation out.
    says: ["Why?"],
    options: {
      flags: { AUDIT_SEMANTIC_HYPOTHESES: true },
      world: { files: { "a.md": "four" } },
      model: {
        "classify-turn": classified({ isUnderdetermined: true }),
        "propose-hypotheses": {
          json: {
            hypotheses: [
              { explanation: "A.", check: "Look." },
              { explanation: "B.", check: "See." },
            ],
          },
        },
        propose: (_request, n) => (n === 0 ? calling(["read_file", { path: "a.md" }]) : "A."),
      },
    },
  },
  {
    // A steering note that waits for the next proposal.
    says: ["Read it."],
    options: {
      features: [controlStateGate(), holdToChecks(), reviewRuns(), noting],
      world: { files: { "a.md": "four" } },
      model: { propose: (_request, n) => (n === 0 ? calling(["read_file", { path: "a.md" }]) : "4.") },
    },
  },
];

/** Fields whose corruption no later request, decision or reply shows, with what makes them inert. */
const INERT: Readonly<Record<string, string>> = {
  "world-model.generation": "A-019: a pin that does not match is resolved anew before anybody acts on it",
  "evidence.envelopes": "A-087: cross-checking caps at MEDIUM, which still counts as solid (A-097)",
  "hypothesis.prunedRegions": "A-028: bookkeeping",
  "contradiction.frontier":
    "A-087, A-093: what reads it, lexical review and consistency, is off in a chat turn",
  "contradiction.queue": "A-117: drained after the last decision of a run that is not reopened",
  "diagnostics.abstractionFit": "A-057: at weight 0.3 it cannot take feasibility below a threshold alone",
  "diagnostics.graph": "REFERENCE 1.2: only says whether the fit is still valid",
  "diagnostics.note": "INV-07: advisory, never numeric",
  "control-state.confidenceEstimate": "REFERENCE 1.3: attached, never deciding",
  "control-state.riskEstimate": "REFERENCE 1.3: attached, never deciding",
  "control-state.note": "REFERENCE 1.3: attached, never deciding",
  "planning.dropped":
    "A-113: recovery writes it and the reply reads it, with no phase of planning between them",
  "planning.conflictProbability": "A-076, A-077: tasks of a chat turn declare no write domains",
  "execution.crossCheck": "A-087: decides registration of cross-checks, never the reply",
  "execution.riskEstimates": "A-087: the estimate is discarded, the gate judges by its five dimensions",
  "execution.valueOfInformation": "A-087: decides registration of cross-checks, never the reply",
  "recovery.match": "A-068: raises NORMAL to CAUTIOUS, and permission alone gates actions (A-086)",
};

test.each(LAYERS)(
  "corrupting the slice of %s changes a later request, decision or reply (ARCHITECTURE 8)",
  async (layer) => {
    const inert: string[] = [];
    let live = 0;
    for (const field of Object.keys(emptyStates()[layer])) {
      if (await isLive(layer, field)) live += 1;
      else inert.push(`${layer}.${field}`);
    }
    expect(inert.sort()).toEqual(
      Object.keys(INERT)
        .filter((name) => name.startsWith(`${layer}.`))
        .sort(),
    );
    expect(live).toBeGreaterThan(0);
  },
);

const undisturbed = new Map<Conversation, string>();

async function healthyOf(conversation: Conversation): Promise<string> {
  const seen = undisturbed.get(conversation) ?? (await visible(conversation, []));
  undisturbed.set(conversation, seen);
  return seen;
}

async function isLive(layer: LayerId, field: string): Promise<boolean> {
  for (const conversation of CONVERSATIONS) {
    const healthy = await healthyOf(conversation);
    for (const corrupt of CORRUPTIONS) {
      const seen = await visible(conversation, [corruptor(layer, field, corrupt)]);
      if (seen !== healthy && seen !== CRASHED) return true;
    }
  }
  return false;
}

/** `call` counts the corruptions of a run from 0. */
type Corrupt = (value: unknown, name: string, call: number) => unknown;

/** The other value of a closed set, and something in place of nothing. */
const OTHER: Readonly<Record<string, unknown>> = {
  ALLOW: "DENY",
  NORMAL: "RECOVERY",
  PASS: "FAIL",
  SKIPPED: "FAIL",
};
const IN_PLACE_OF_NULL: Readonly<Record<string, unknown>> = {
  "control-state.escalation": "HUMAN_REQUIRED",
  "control-state.note": "corrupted",
  "diagnostics.note": "corrupted",
  "recovery.match": { pattern: "corrupted", confidence: 0.9, preferred: "ESCALATE" },
};

/** Each keeps the kind of the value, so that what shows is behaviour and not a crash. */
const CORRUPTIONS: readonly Corrupt[] = [
  (value) => (Array.isArray(value) ? [] : isRecord(value) ? {} : scalar(value, 0)),
  (value) => scramble(value, 0),
  (value) => scramble(value, 1),
  (value) => (Array.isArray(value) && value.length === 0 ? ["corrupted"] : value),
  // Now and then only: a mode that comes and goes is what the oscillation rule looks for.
  (value, _name, call) => (call % 4 === 0 && call > 0 ? scramble(value, 1) : value),
  (value, name) => (value === null ? (IN_PLACE_OF_NULL[name] ?? null) : value),
];

function scramble(value: unknown, number: number): unknown {
  if (Array.isArray(value)) return value.map((item) => scramble(item, number));
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, scramble(item, number)]));
  return scalar(value, number);
}

function scalar(value: unknown, number: number): unknown {
  if (typeof value === "number") return value === number ? number + 1 : number;
  if (typeof value === "boolean") return !value;
  return typeof value === "string" ? (OTHER[value] ?? `corrupted ${value}`) : value;
}

function isRecord(value: unknown): value is Fields {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** The phases in which the layers write, the engine's and those that a flag's feature fills. */
const ROWS = composePhases(PHASES, [controlStateGate(), holdToChecks(), reviewRuns()]);

/** Corrupts one field of a slice after each phase of its layer. */
function corruptor(layer: LayerId, field: string, corrupt: Corrupt): Feature {
  let calls = 0;
  return {
    id: "corruptor",
    phases: ROWS.filter((row) => row.layer === layer).map(({ phase }) => ({
      how: "wrap",
      place: phase as Place,
      writes: [layer],
      async run(scope, next) {
        const result = await next();
        const slice = { ...scope.states[layer], ...result.states?.[layer] } as Fields;
        const spoiled = { ...slice, [field]: corrupt(slice[field], `${layer}.${field}`, calls++) };
        return { value: { ...result, states: { ...result.states, [layer]: spoiled } }, fired: null };
      },
    })),
  };
}

const CRASHED = "crashed";

/** Requests, decisions and replies as one text; a crash of the corrupted run shows nothing. */
async function visible(
  { says, options, approves }: Conversation,
  besides: readonly Feature[],
): Promise<string> {
  const one = talk({ ...options, besides });
  const results: unknown[] = [];
  try {
    for (const text of says) {
      const result = await one.say(text, { 1: ["In German."] });
      results.push(result);
      one.clock.advance(60_000);
      const session = await one.session();
      for (const { id } of approves ? result.staged : []) await session.decide(id, "approve");
    }
  } catch {
    if (besides.length === 0) throw new Error("the undisturbed run crashed");
    return CRASHED;
  }
  const requests = one.asked.map(({ purpose, place, messages }) => [purpose, place, messages]);
  const decisions = [
    ...one.events("gate-decision"),
    ...one.events("recovery"),
    ...one.events("contradiction"),
  ];
  return JSON.stringify([results, requests, decisions.map(({ seq: _, ...rest }) => rest)]);
}
