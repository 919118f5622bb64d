/** The spend cap refuses before any call, and its ledger lasts. */

import { expect, test } from "vitest";
import { talk } from "../../../testing/layered-talk.ts";
import { modelAnswer } from "../../../testing/scripted-model.ts";

test("no limit is set by default (A-207)", async () => {
  const one = talk();
  for (let n = 0; n < 5; n++) expect((await one.say("Go.")).status).toBe("ok");
});

test("the turn after the last allowed one is refused before any model call (A-206)", async () => {
  const one = talk({ settings: { spend: { sessionCallLimit: 2 } } });
  await one.say("One.");
  await one.say("Two.");
  const before = one.asked.length;
  const result = await one.say("Three.");
  expect(result.status).toBe("refused");
  expect(result.reply).toContain("limit of 2 turns");
  expect(one.asked).toHaveLength(before);
});

test("the ledger survives /new and a restart (A-207)", async () => {
  const one = talk({ settings: { spend: { sessionCallLimit: 1 } } });
  await one.say("One.");
  await (await one.session()).command("/new");
  expect((await one.say("Two.")).status).toBe("refused");
  await one.reopen();
  expect((await one.say("Three.")).status).toBe("refused");
});

const dear = { inputTokens: 1_000_000, cachedInputTokens: 0, outputTokens: 1_000_000, estimated: false };

test("a cost limit refuses once it is reached, a model without a known price counts as 0 (A-206, A-207)", async () => {
  const priced = (model: string) =>
    talk({
      settings: { spend: { sessionCostLimitUsd: 0.5 } },
      model: { propose: modelAnswer("Yes.", { model, usage: dear }) },
    });
  const known = priced("gpt-4o");
  expect((await known.say("One.")).status).toBe("ok");
  expect((await known.say("Two.")).status).toBe("refused");
  const unknown = priced("nobody-knows-1");
  await unknown.say("One.");
  expect((await unknown.say("Two.")).status).toBe("ok");
});
