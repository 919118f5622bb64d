/** The routing table, the stores and the commands of memory. */

import { expect, test } from "vitest";
import type { Json } from "../../../core/json.ts";
import type { ModelRequest } from "../../../core/model.ts";
import { classified, type Said, stated, type TalkOptions, talk } from "../../../testing/layered-talk.ts";
import { routeFact } from "./route-fact.ts";

test.each([
  ["user-asserted", "high", true, "staged", "durable"],
  ["user-asserted", "low", true, "user_only", "durable"],
  ["user-asserted", "high", false, "staged", "session"],
  ["model-inferred", "high", true, "staged", "durable"],
  ["model-inferred", "high", true, "auto", "durable"],
  ["model-inferred", "high", true, "user_only", "pending"],
  ["model-inferred", "high", false, "staged", "session"],
  ["model-inferred", "medium", true, "staged", "pending"],
  ["model-inferred", "medium", true, "auto", "pending"],
  ["model-inferred", "low", true, "staged", "session"],
  ["model-inferred", "low", true, "user_only", "session"],
] as const)(
  "%s, %s, durable %s under %s goes to %s (A-182, A-183)",
  (origin, confidence, durable, mode, store) => {
    expect(routeFact({ origin, confidence, durable }, mode)).toBe(store);
  },
);

/** The facts that a message states, by its text. */
function knowing(facts: Readonly<Record<string, readonly Json[]>>, options: TalkOptions = {}) {
  return talk({
    ...options,
    model: {
      "classify-turn": (request: ModelRequest): Said =>
        classified({ statedFacts: facts[request.messages.at(-1)?.content ?? ""] ?? [] }),
    },
  });
}

const inferred = (text: string, confidence: string) => stated(text, { assertedByUser: false, confidence });

test("each fact is written once to the store of its route (A-178, A-179)", async () => {
  const facts = [
    stated("A durable fact."),
    stated("A fact for today.", { durable: false }),
    inferred("A likely fact.", "medium"),
    inferred("A guess.", "low"),
  ];
  const one = knowing({ "Note.": facts });
  await one.say("Note.");
  await one.say("Note.");
  expect(one.events("memory-write").map(({ store, operation }) => [store, operation])).toEqual([
    ["durable", "add"],
    ["session", "add"],
    ["pending", "add"],
    ["session", "add"],
  ]);
  expect(one.system("propose")).toContain("- A guess. (unconfirmed)");
  expect(one.system("propose")).not.toContain("A likely fact.");
});

test("durable facts come back in another session, session facts do not (A-192)", async () => {
  const one = knowing({ "Note.": [stated("The port is 80."), stated("I am tired.", { durable: false })] });
  await one.say("Note.");
  expect(one.system("propose")).toContain("I am tired.");
  await one.reopen();
  await one.say("And?");
  expect(one.system("propose")).toContain("- The port is 80.");
  expect(one.system("propose")).not.toContain("I am tired.");
});

test("/new clears session facts and the conversation, durable facts stay (A-192, A-246)", async () => {
  const one = knowing({ "Note.": [stated("The port is 80."), stated("I am tired.", { durable: false })] });
  await one.say("Note.");
  await (await one.session()).command("/new");
  await one.say("And?");
  const last = one.requests("propose").at(-1);
  expect(last?.messages).toHaveLength(2);
  expect(last?.messages[0]?.content).toContain("The port is 80.");
  expect(last?.messages[0]?.content).not.toContain("I am tired.");
});

test("/memory off stops all writes and leaves facts readable, /memory on resumes (A-191)", async () => {
  const one = knowing({ "One.": [stated("The port is 80.")], "Two.": [stated("The host is heron.")] });
  const session = await one.session();
  await one.say("One.");
  await session.command("/memory off");
  await one.say("Two.");
  expect(one.events("memory-write")).toHaveLength(1);
  expect(one.system("propose")).toContain("The port is 80.");
  expect(await session.command("/memory status")).toContain("Memory writes are off");
  await session.command("/memory on");
  await one.say("Two.");
  expect(one.events("memory-write")).toHaveLength(2);
});

test("/memory confirm and reject decide on pending facts, all or one (A-182, A-190)", async () => {
  const one = knowing({
    "Note.": [inferred("The port is 80.", "medium"), inferred("The host is heron.", "medium")],
  });
  const session = await one.session();
  await one.say("Note.");
  expect(await session.command("/memory confirm fact-1")).toBe("Confirmed: The port is 80.");
  expect(await session.command("/memory reject")).toBe("Rejected: The host is heron.");
  expect(await session.command("/memory confirm")).toBe("No such fact.");
  await one.say("And?");
  expect(one.system("propose")).toContain("The port is 80.");
  expect(one.system("propose")).not.toContain("heron");
});

test("/memory forget removes by id or by words (A-190)", async () => {
  const one = knowing({ "Note.": [stated("The port is 80."), stated("The host is heron.")] });
  const session = await one.session();
  await one.say("Note.");
  expect(await session.command("/memory forget HERON")).toBe("Forgotten: The host is heron.");
  expect(await session.command("/memory forget fact-1")).toBe("Forgotten: The port is 80.");
  expect(await session.command("/memory forget")).toContain("Say which fact");
  await one.say("And?");
  expect(one.system("propose")).not.toContain("Known facts");
});

test("/memory status names sizes against the budget (A-190)", async () => {
  const one = knowing({ "Note.": [stated("The port is 80."), inferred("A guess.", "medium")] });
  await one.say("Note.");
  const status = await (await one.session()).command("/memory status");
  expect(status).toContain("durable 1, session 0, pending 1, retired 0");
  expect(status).toMatch(/Size: \d+ of 4000 characters/);
});

test.each(["/memory history", "/memory", "/frobnicate", "/toString", "/memory constructor"])(
  "%s is no command that is built, and the answer says which are",
  async (line) => {
    expect(await (await talk().session()).command(line)).toMatch(/^Unknown.*There are: /);
  },
);

test("/undo-action says that it is not built (A-210)", async () => {
  expect(await (await talk().session()).command("/undo-action")).toContain("not built");
});
