/** Holds layered and the example harness to the contract, and the suite to it that it finds harnesses that break it. */

import { describe, expect, test } from "vitest";
import { builtFlagsOf } from "../core/flag-catalogue.ts";
import type { Harness, Session } from "../harnesses/contract/harness.ts";
import { layeredHarness } from "../harnesses/layered/layered-harness.ts";
import { exampleHarness } from "./exercises/twenty-line-harness.ts";
import { CONFORMANCE, type Subject } from "./harness-conformance.ts";
import { classified } from "./layered-talk.ts";
import { modelAnswer } from "./scripted-model.ts";

const json = (value: object) => modelAnswer(JSON.stringify(value), { json: value as never });
const example: Subject = { harness: exampleHarness, flags: {}, sideCalls: {}, stages: false };
const layered: Subject = {
  harness: layeredHarness,
  flags: Object.fromEntries(builtFlagsOf("layered").map((flag) => [flag.name, flag.default])),
  sideCalls: {
    "classify-turn": json((classified() as { json: object }).json),
    "contradiction-check": json({ conflicts: [] }),
    "propose-hypotheses": json({ hypotheses: [] }),
    "rule-out-hypotheses": json({ ruledOut: [] }),
    "summarise-transcript": modelAnswer(""),
  },
  stages: true,
};

describe.each([
  ["layered", layered],
  ["the example harness", example],
])("%s", (_, subject) => {
  test.each(Object.entries(CONFORMANCE))("%s", (_name, holds) => holds(subject));
});

/** The example with its sessions changed. */
function broken(
  change: (session: Session, ports: Parameters<Harness["open"]>[0]) => Partial<Session>,
): Subject {
  return {
    ...example,
    harness: {
      ...exampleHarness,
      async open(ports) {
        const session = await exampleHarness.open(ports);
        return { ...session, ...change(session, ports) };
      },
    },
  };
}

let count = 0;
const place = { session: 1, turn: 1, iteration: 0, task: "" };

test.each<[string, string, Subject]>([
  [
    "ends a turn with another reply than it emits",
    "events come in order",
    broken(({ turn }) => ({ turn: async (input) => ({ ...(await turn(input)), reply: "other" }) })),
  ],
  [
    "emits a kind that it does not declare",
    "what it emits",
    broken(({ turn }, { events }) => ({
      turn(input) {
        events.emit({ type: "undeclared" } as never, place);
        return turn(input);
      },
    })),
  ],
  [
    "says something else each time",
    "equal seeds",
    broken(({ turn }, { events }) => ({
      turn(input) {
        events.emit({ type: "warning", about: "time", message: `${++count}` }, place);
        return turn(input);
      },
    })),
  ],
  [
    "rejects where a call fails",
    "a call that fails",
    broken(({ turn }) => ({
      async turn(input) {
        const result = await turn(input);
        if (result.status !== "ok") throw new Error(result.reply);
        return result;
      },
    })),
  ],
  [
    "is fine with every action",
    "an unknown command",
    broken(() => ({ decide: async () => ({ kind: "ok", content: "" }) })),
  ],
  ["does not answer commands", "an unknown command", broken(() => ({ command: async () => "" }))],
  [
    "loses a message sent meanwhile",
    "a message sent",
    broken(({ turn }) => ({
      turn(input) {
        input.poll(1);
        return turn(input);
      },
    })),
  ],
  [
    "keeps what is not JSON",
    "a new session",
    broken(({ turn }, { durable }) => ({
      turn(input) {
        durable.set("at", new Date(0) as never);
        return turn(input);
      },
    })),
  ],
  [
    "breaks when it is disposed twice",
    "a session is disposed",
    broken(({ turn }) => {
      let open = true;
      return {
        turn,
        async [Symbol.asyncDispose]() {
          if (!open) throw new Error("closed");
          open = false;
        },
      };
    }),
  ],
  [
    "runs a tool without its events",
    "a call that cannot be read",
    broken(({ turn }, { world }) => ({
      async turn(input) {
        await world.call({ id: "x", tool: "write_file", arguments: { path: "a.md", content: "six" } });
        return turn(input);
      },
    })),
  ],
])("a harness that %s is found by the case: %s", async (_, start, subject) => {
  const [name, holds] = Object.entries(CONFORMANCE).find(([one]) => one.startsWith(start)) ?? [];
  expect(name).toBeDefined();
  await expect(holds?.(subject)).rejects.toThrow();
});
