/** One golden trace for each path of a turn: what ran, what was decided, and how it ended. */

import { expect, test } from "vitest";
import {
  broken,
  calling,
  classified,
  stated,
  type Talk,
  type TalkOptions,
  talk,
} from "../../../testing/layered-talk.ts";
import type { LayeredEventBody } from "../events.ts";
import type { Feature } from "../extensions/extension-points.ts";

const A = "The limit is 6000 a minute.";
const B = "The ceiling is 50 a second.";
const PARTS = ["Say one.", "Say two.", "Say three."].map((task) => ({ task, after: [] }));
const NO_RETRY = { AUDIT_RETRY_SYSTEM_ERRORS: false };

/** Asks the user at the first stall, so that the run is kept and goes on with the answer. */
const asking: Feature = {
  id: "asking",
  hooks: {
    stalled: {
      run: async ({ iteration }) => ({
        value:
          iteration < 3
            ? { kind: "ASK_USER", question: { text: "Which host?", options: [] }, resumable: true }
            : { kind: "CONTINUE" },
        fired: "asked",
      }),
    },
  },
};

const PATHS: Readonly<Record<string, { readonly says: readonly string[]; readonly options: TalkOptions }>> = {
  trivial: { says: ["Hello."], options: { model: { "classify-turn": classified({ isTrivial: true }) } } },
  "one-task": {
    says: ["Read a.md."],
    options: {
      world: { files: { "a.md": "four" } },
      model: { propose: (_request, n) => (n === 0 ? calling(["read_file", { path: "a.md" }]) : "Four.") },
    },
  },
  "several-tasks": {
    says: ["All three."],
    options: { model: { "classify-turn": classified({ decomposedTasks: PARTS }), propose: "Yes." } },
  },
  failing: { says: ["Go."], options: { model: { propose: broken() } } },
  reopened: {
    says: ["Note both."],
    options: {
      flags: { AUDIT_SEMANTIC_CONTRADICTION_SEVERITY: true },
      model: {
        "classify-turn": classified({ statedFacts: [stated(A), stated(B)] }),
        "contradiction-check": { json: { conflicts: [{ a: A, b: B, why: "no", severity: "HIGH" }] } },
        propose: (_request, n) => (n === 0 ? A : "Which one?"),
      },
    },
  },
  stalled: {
    says: ["All three."],
    options: {
      flags: NO_RETRY,
      model: { "classify-turn": classified({ decomposedTasks: PARTS }), propose: broken() },
    },
  },
  blocked: {
    says: ["Put up the sign."],
    options: {
      model: {
        "classify-turn": classified({ statedFacts: [stated(A), stated(B)] }),
        "contradiction-check": { json: { conflicts: [{ a: A, b: B, why: "no" }] } },
        propose: (_request, n) =>
          n < 9
            ? calling(
                ...Array.from({ length: 8 }, (): [string, { path: string }] => [
                  "read_file",
                  { path: "a.md" },
                ]),
              )
            : "Done.",
      },
      world: {
        files: { "a.md": "four" },
        faults: [{ on: "tool", tool: "read_file", call: "all", error: "timeout" }],
      },
    },
  },
  resumed: {
    says: ["All three.", "heron"],
    options: {
      besides: [asking],
      flags: NO_RETRY,
      model: {
        "classify-turn": classified({ decomposedTasks: PARTS }),
        propose: (_request, n) => (n < 3 ? broken() : "Yes."),
      },
    },
  },
};

test.each(Object.entries(PATHS))("the path of a turn that is %s", async (name, { says, options }) => {
  const one = talk(options);
  for (const [index, text] of says.entries()) {
    // A run that waits is read back from the durable store by another program.
    if (index > 0) await one.restart();
    await one.say(text);
  }
  await expect(`${traceOf(one).join("\n")}\n`).toMatchFileSnapshot(`__golden__/paths/${name}.txt`);
});

function traceOf(one: Talk): readonly string[] {
  return one.emitted().flatMap((event) => lineOf(event) ?? []);
}

function lineOf(event: LayeredEventBody): string | null {
  if (event.type === "phase") return event.phase;
  if (event.type === "gate-decision")
    return `  ${event.gate} ${event.decision}${event.reason === "" ? "" : `: ${event.reason}`}`;
  if (event.type === "task-state") return `  ${event.task} ${event.state}: ${event.reason}`;
  if (event.type === "task-failed") return `  ${event.task} failed, ${event.kind}: ${event.message}`;
  if (event.type === "recovery")
    return `  ${event.task} ${event.strategy}${event.requeued ? ", queued again" : ""}: ${event.reason}`;
  if (event.type === "contradiction") return `  ${event.severity} conflict: ${event.between.join(" | ")}`;
  if (event.type === "reply-label") return `  label ${event.label}`;
  if (event.type === "turn-end") return `${event.status}${event.trivial ? ", trivial" : ""}: ${event.reply}`;
  return null;
}
