/** Stated conditions on the reply: judged by words, one re-ask, lasting until lifted. */

import { expect, test } from "vitest";
import { broken, classified, talk } from "../../../testing/layered-talk.ts";
import { breaks } from "./lexical-constraints.ts";

test.each([
  ["Do not mention the price.", "The price is 5.", true],
  ["Do not mention the price.", "It costs 5.", false],
  ["Never name Project Heron.", "Project Heron is late.", true],
  ["Never name Project Heron.", "The project is late.", false],
  ["Answer in two sentences.", "One. Two. Three.", false],
  ["Don't use it.", "Use it.", false],
])("%j judged by words over %j: broken %s (A-139)", (constraint, reply, broke) => {
  expect(breaks(reply, constraint)).toBe(broke);
});

const constrained = classified({ statedConstraints: ["Do not mention the price."] });

test("a broken condition is re-asked once and once only (A-009)", async () => {
  const one = talk({
    model: {
      "classify-turn": constrained,
      propose: (_request, n) => (n === 0 ? "The price is 5." : "Price is 6."),
    },
  });
  const result = await one.say("Describe it.");
  expect(one.requests("propose")).toHaveLength(2);
  expect(one.requests("propose")[1]?.messages.at(-1)?.content).toContain(
    'breaks the condition "Do not mention',
  );
  expect(result.reply).toBe("Price is 6.");
});

test("a kept condition costs nothing, and it stands in the proposal (A-135)", async () => {
  const one = talk({ model: { "classify-turn": constrained, propose: "It is blue." } });
  await one.say("Describe it.");
  expect(one.requests("propose")).toHaveLength(1);
  expect(one.system("propose")).toContain("- Do not mention the price.");
});

test("a re-ask that fails keeps the first reply", async () => {
  const one = talk({
    model: {
      "classify-turn": constrained,
      propose: (_request, n) => (n === 0 ? "The price is 5." : broken()),
    },
  });
  expect(await one.say("Describe it.")).toMatchObject({ reply: "The price is 5.", status: "ok" });
});

test("lasting conditions hold in later turns until they are lifted (A-135)", async () => {
  const says = [
    { lastingConstraints: ["Answer in German."] },
    {},
    { liftedConstraints: ["answer in german"] },
    {},
  ];
  const one = talk({ model: { "classify-turn": (_request, n) => classified(says[n] ?? {}) } });
  const shown: boolean[] = [];
  for (const text of ["One", "Two", "Three", "Four"]) {
    await one.say(text);
    shown.push(one.system("propose").includes("Answer in German."));
  }
  expect(shown).toEqual([true, true, false, false]);
});
