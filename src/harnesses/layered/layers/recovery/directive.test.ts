/** Directives to a run that cannot make progress, after a failure and at the gate. */

import { expect, test } from "vitest";
import {
  broken,
  classified,
  stated,
  type Talk,
  type TalkOptions,
  talk,
} from "../../../../testing/layered-talk.ts";
import { PHASES } from "../../engine/phase-table.ts";
import type { Feature } from "../../extensions/extension-points.ts";
import { controlStateGate } from "../../features/control-state-gate/control-state-gate.ts";
import type { Directive } from "./directive.ts";

/** Answers the first stall with a directive and every later one with CONTINUE, and notes what it was asked. */
function supervisor(directive: Directive, asked: string[] = []): Feature {
  return {
    id: "supervisor",
    hooks: {
      strategySwitched: { run: async () => ({ value: asked.length === 0, fired: null }) },
      stalled: {
        async run(_scope, { reason, side }) {
          asked.push(`${side}: ${reason}`);
          return { value: asked.length === 1 ? directive : { kind: "CONTINUE" }, fired: "directed" };
        },
      },
    },
  };
}

const question = { text: "Which host?", options: ["heron", "crane"] };

/** Three failures of one class, then whatever the run is led to. */
async function failing(directive: Directive, options: TalkOptions = {}): Promise<Talk> {
  const one = talk({
    features: [supervisor(directive)],
    model: { propose: (_request, n) => (n < 3 ? broken() : "At last.") },
    ...options,
  });
  await one.say("Go.");
  return one;
}

const repliesTo = async (directive: Directive) => {
  const [end] = (await failing(directive)).events("turn-end");
  return [end?.status, end?.reply];
};

test("REDIRECT_STRATEGY tries the failed task again under that strategy (A-225)", async () => {
  const one = await failing({ kind: "REDIRECT_STRATEGY", strategy: "MINIMAL_FIX" });
  expect(one.events("recovery").at(-1)).toMatchObject({ strategy: "MINIMAL_FIX", requeued: true });
  expect(one.events("turn-end")[0]?.reply).toBe("At last.");
});

test("REFRAME_PLAN builds the graph anew", async () => {
  const one = await failing({ kind: "REFRAME_PLAN" });
  expect(one.events("warning").map(({ message }) => message)).toContain(
    "task graph rebuilt: recurring failure",
  );
  expect(one.events("turn-end")[0]?.reply).toBe("At last.");
});

test("ABORT and ASK_USER end the turn with what they say (A-227)", async () => {
  expect(await repliesTo({ kind: "ABORT", reason: "the host is gone" })).toEqual([
    "could-not-complete",
    "I could not complete this: the host is gone.",
  ]);
  const [status, reply] = await repliesTo({ kind: "ASK_USER", question, resumable: false });
  expect([status, reply]).toEqual(["could-not-complete", "Which host?\n1. heron\n2. crane"]);
});

test("GATHER_EVIDENCE adds observations under a new generation, and the ladder goes on (A-226, INV-23)", async () => {
  const generations: number[] = [];
  const phases = PHASES.map((row) =>
    row.phase === "settle-tasks" || row.phase === "review-run"
      ? {
          ...row,
          run: (scope: Parameters<typeof row.run>[0]) => {
            generations.push(scope.states["world-model"].generation);
            return row.run(scope);
          },
        }
      : row,
  );
  const findings = [
    { task: "task-1", source: "read_file", text: "heron is up", reliability: "HIGH" },
  ] as const;
  const one = await failing({ kind: "GATHER_EVIDENCE", findings }, { phases });
  const evidence = one.events("layer-end").filter(({ layer }) => layer === "evidence");
  expect(evidence.at(-1)?.summary).toEqual({ items: 3 });
  expect(generations.at(-1)).toBeGreaterThan(generations[0] ?? 0);
  expect(one.events("recovery").at(-1)).toMatchObject({ strategy: "BROADER_SEARCH" });
});

test("without a directive, and with CONTINUE, the run ends as it would have", async () => {
  const trace = async (features: readonly Feature[]) =>
    (await failing({ kind: "CONTINUE" }, { features }))
      .emitted()
      .filter(({ type }) => !type.startsWith("feature"));
  const silent: Feature = {
    id: "silent",
    hooks: {
      strategySwitched: {
        run: async ({ states }) => ({ value: states.execution.failures.length < 3, fired: null }),
      },
    },
  };
  const calm: Feature = {
    ...silent,
    hooks: {
      ...silent.hooks,
      stalled: { run: async () => ({ value: { kind: "CONTINUE" }, fired: null }) },
    },
  };
  const body = (events: readonly object[]) => events.map((event) => ({ ...event, seq: 0 }));
  expect(body(await trace([calm]))).toEqual(body(await trace([silent])));
});

/** Three statements each of which contradicts the others: nothing is permitted (A-052). */
const STATEMENTS = ["The limit is 50.", "The limit is 60.", "The limit is 70."];
const contradicting: Feature = {
  id: "contradicting",
  hooks: {
    beliefsAdded: {
      run: async (_scope, { added }) => ({
        value: added.flatMap((a, i) =>
          added.slice(i + 1).map((b) => ({
            a: a.id,
            b: b.id,
            why: "",
            severity: "MEDIUM" as const,
            detector: "semantic" as const,
          })),
        ),
        fired: null,
      }),
    },
  },
};

async function denied(features: readonly Feature[]): Promise<Talk> {
  const one = talk({
    features: [controlStateGate(), contradicting, ...features],
    model: { "classify-turn": classified({ statedFacts: STATEMENTS.map((text) => stated(text)) }) },
  });
  await one.say("Note all three.");
  return one;
}

test("a refusal names its cause in the user's terms and what would lift it (architecture 9)", async () => {
  const [end] = (await denied([])).events("turn-end");
  expect(end?.status).toBe("could-not-complete");
  expect(end?.reply).toBe(
    `I could not complete this: these 3 statements contradict each other: ${STATEMENTS.map((text) => `"${text}"`).join(", ")}. Say which of them holds.`,
  );
});

test("the stall at the gate is asked about before the run is ended, and CONTINUE ends it (INV-22)", async () => {
  const asked: string[] = [];
  const one = await denied([supervisor({ kind: "CONTINUE" }, asked)]);
  expect(asked).toEqual(["gate: stalled completion"]);
  expect(one.events("turn-end")[0]?.reply).toContain("contradict each other");
});

test.each<Directive>([
  { kind: "ABORT", reason: "nothing helps" },
  { kind: "ASK_USER", question, resumable: false },
])("at the gate %j ends the run with what it says", async (directive) => {
  const [end] = (await denied([supervisor(directive)])).events("turn-end");
  expect(end?.reply).toContain(directive.kind === "ABORT" ? "nothing helps" : "1. heron");
});

test.each<Directive>([
  { kind: "REFRAME_PLAN" },
  {
    kind: "GATHER_EVIDENCE",
    findings: [{ task: "", source: "read_file", text: "x", reliability: "HIGH" }],
  },
])("at the gate %j lets the run look again before it ends", async (directive) => {
  const asked: string[] = [];
  await denied([supervisor(directive, asked)]);
  expect(asked.length).toBeGreaterThan(1);
});
