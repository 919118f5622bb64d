/** Predictions of proposed explanations: a conflict that breaks the system where one is right, an observation to compare with. */

import { expect, test } from "vitest";
import type { FlagValues } from "../../../../core/flag.ts";
import type { Json } from "../../../../core/json.ts";
import { calling, classified, stated, talk } from "../../../../testing/layered-talk.ts";
import type { Feature } from "../../extensions/extension-points.ts";

const UP = "The mail relay is online.";
const DOWN = "The mail relay is offline.";

/** A detector by words that finds the two statements to clash HIGH. */
const byWords: Feature = {
  id: "by-words",
  hooks: {
    beliefsAdded: {
      run: async (_scope, { added, record }) => {
        const [a, b] = [...record, ...added];
        if (!a || !b) return { value: [], fired: null };
        return {
          value: [{ a: a.id, b: b.id, why: "online, offline", severity: "HIGH", detector: "lexical" }],
          fired: "a clash",
        };
      },
    },
  },
};

function relay(
  rulesOut: Json,
  detector: readonly Feature[] = [byWords],
  flags: FlagValues = {},
  more: Readonly<Record<string, Json>> = {},
) {
  const hypothesis = (explanation: string, more: Readonly<Record<string, Json>>): Json => ({
    explanation,
    check: "Read relay.log.",
    ...more,
  });
  return talk({
    flags: { AUDIT_SEMANTIC_HYPOTHESES: true, AUDIT_SEMANTIC_CONTRADICTION: false, ...flags },
    besides: detector,
    world: { files: { "relay.log": "queue empty" } },
    model: {
      "classify-turn": classified({ isUnderdetermined: true, statedFacts: [stated(UP), stated(DOWN)] }),
      "propose-hypotheses": {
        json: {
          hypotheses: [
            hypothesis("The monitor reads another relay.", { expects: "two host names", rulesOut, ...more }),
            hypothesis("Nobody sent anything.", {}),
          ],
        },
      },
      propose: (_request, n) => (n < 3 ? calling(["read_file", { path: "relay.log" }]) : "It is quiet."),
    },
  });
}

test("a conflict by words that an explanation predicts breaks the system: the next resolve blocks, and the reply names both (A-044, A-064)", async () => {
  const one = relay({ one: 1, other: 2 });
  const { reply, status } = await one.say("Why does no mail arrive?");
  expect(one.requests("propose-hypotheses")[0]?.messages[1]?.content).toBe(`Known:\n1. ${UP}\n2. ${DOWN}`);
  expect(one.events("contradiction").map(({ severity, place }) => [severity, place.iteration])).toEqual([
    ["HIGH", 1],
    ["SYSTEM_BREAKING", 2],
  ]);
  expect(status).not.toBe("ok");
  expect(reply).toContain(UP);
  expect(reply).toContain(DOWN);
});

test.each([
  ["no pair", null],
  ["a number of no statement", { one: 1, other: 9 }],
  ["one statement twice", { one: 2, other: 2 }],
  ["something unreadable", "1 and 2"],
])("%s predicts nothing, and the turn goes on (A-032, A-045)", async (_name, rulesOut) => {
  const one = relay(rulesOut);
  expect((await one.say("Why does no mail arrive?")).reply).toBe("It is quiet.");
  expect(one.events("contradiction").map(({ severity }) => severity)).toEqual(["HIGH"]);
});

test("without a detector by words nothing can break the system, whatever is predicted (A-045)", async () => {
  const one = relay({ one: 1, other: 2 }, []);
  expect((await one.say("Why does no mail arrive?")).status).toBe("ok");
  expect(one.events("contradiction")).toEqual([]);
});

test("lexical mode and explanations together break the system without anything else (A-044, A-046)", async () => {
  const flags = { ASSISTANT_LEXICAL_MODE: "enabled" };
  const one = relay({ one: 1, other: 2 }, [], flags);
  expect((await one.say("Why does no mail arrive?")).status).not.toBe("ok");
  expect(one.events("contradiction").map(({ severity }) => severity)).toEqual(["HIGH", "SYSTEM_BREAKING"]);
});

test("an action that negates an expected observation fails its review in lexical mode alone (A-084, A-087)", async () => {
  const expecting = (flags: FlagValues) =>
    relay(null, [], flags, { expects: "The audit log is enabled." }).say(
      "Write that the audit log is disabled.",
    );
  expect((await expecting({ ASSISTANT_LEXICAL_MODE: "enabled" })).reply).toContain("what I expect to see");
  expect((await expecting({})).reply).toBe("It is quiet.");
});
