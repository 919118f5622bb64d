/** Latency as an aim: every reply counts at the latency of its original, shared or not (STATISTICS 11.1). */

import { expect, test } from "vitest";
import type { ModelCall } from "../core/model-call.ts";
import { experimentOf } from "../testing/stored-experiment.ts";
import { trial } from "../testing/trial-builder.ts";
import { openMemoryStore } from "./store.ts";

interface Reply {
  readonly says: string;
  /** Null as of a shared reply, and of one that nobody timed. */
  readonly latencyMs: number | null;
  readonly source?: ModelCall["source"];
  readonly virtualLatencyMs?: number | null;
}

const asked = (says: string, latencyMs: number | null): Reply => ({ says, latencyMs });
const shared = (says: string): Reply => ({ says, latencyMs: null, source: "shared" });

/** The whole latency of both arms; arms run in the order given, so a reply may come from an arm outside the pair. */
async function wholeLatency(arms: Readonly<Record<string, readonly Reply[]>>) {
  await using store = await openMemoryStore();
  const { experiment, provenance, scenarios } = experimentOf({ id: "latency", seeds: ["1"] });
  await store.saveExperiment(experiment, provenance, scenarios);
  await store.saveBlock(
    Object.entries(arms).map(([arm, replies], position) =>
      replies
        .reduce(
          (start, reply) => start.model("propose", { virtualLatencyMs: null, ...reply }),
          trial("stress/one")
            .as({ experiment: "latency", arm, seed: "1", attempt: 1 })
            .ranAs(position)
            .user("hello"),
        )
        .reply("done")
        .score("pass")
        .graded(),
    ),
  );
  const [unit] = await store.pairedUnits("latency", {
    control: "off",
    treatment: "on",
    flagId: null,
    scenarios: ["stress/one"],
  });
  return [
    unit?.control.wholeLatencyMs,
    unit?.treatment.wholeLatencyMs,
    unit?.control.latencyMs,
    unit?.treatment.latencyMs,
  ];
}

test.each([
  [
    "the partner asked first",
    { off: [asked("a", 700)], on: [shared("a"), asked("b", 50)] },
    [700, 750, 0, 50],
  ],
  [
    "the treatment asked first",
    { on: [asked("a", 700), asked("b", 50)], off: [shared("a")] },
    [700, 750, 0, 50],
  ],
  [
    "a third arm asked first",
    { other: [asked("a", 700)], off: [shared("a")], on: [shared("a"), asked("b", 50)] },
    [700, 750, 0, 50],
  ],
  ["nothing is shared", { off: [asked("a", 700)], on: [asked("b", 50)] }, [700, 50, 700, 50]],
  ["the original was not timed", { off: [asked("a", null)], on: [shared("a")] }, [null, null, 0, 0]],
  [
    "a fault of the scenario takes no time",
    { off: [asked("a", 700), { ...asked("b", 90), source: "injected" as const }], on: [asked("c", 50)] },
    [700, 50, 700, 50],
  ],
  [
    "on a simulated model it is the virtual one",
    {
      off: [{ ...asked("a", null), virtualLatencyMs: 300 }],
      on: [{ ...shared("a"), virtualLatencyMs: 300 }],
    },
    [300, 300, 0, 0],
  ],
  ["no call was made", { off: [], on: [asked("a", 50)] }, [0, 50, 0, 50]],
])("%s", async (_, arms, expected) => {
  expect(await wholeLatency(arms as Readonly<Record<string, readonly Reply[]>>)).toEqual(expected);
});
