/** A paused turn goes on with its answer, and a closed session goes on where it was closed. */

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
import { sessionState } from "../extensions/kept-state.ts";

const question = { text: "Which host?", options: ["heron", "crane"] };
const asking: Feature = {
  id: "asking",
  hooks: {
    strategySwitched: {
      run: async ({ states }) => ({ value: states.execution.failures.length < 3, fired: null }),
    },
    stalled: {
      run: async () => ({ value: { kind: "ASK_USER", question, resumable: true }, fired: "asked" }),
    },
  },
};
const options: TalkOptions = {
  features: [asking],
  world: { files: { "a.md": "four" } },
  model: {
    "classify-turn": classified({ statedFacts: [stated("The port is 80.")] }),
    propose: (_request, n) =>
      n === 0 ? calling(["read_file", { path: "a.md" }]) : n < 4 ? broken() : "It runs on heron.",
  },
};

test("a paused turn asks its question, and the next message answers it in the same run (A-228)", async () => {
  const one = talk(options);
  const paused = await one.say("Where does it run?");
  expect(paused).toMatchObject({ status: "paused", question, reply: "Which host?\n1. heron\n2. crane" });
  const { reply, status } = await one.say("heron");
  expect([reply, status]).toEqual(["It runs on heron.", "ok"]);
  expect(one.requests("classify-turn")).toHaveLength(1);
  const { messages = [] } = one.requests("propose").at(-1) ?? {};
  expect(messages.at(-1)).toEqual({ role: "user", content: "heron" });
  expect(JSON.stringify(messages)).toContain("four");
  await one.say("Thanks.");
  expect(
    one
      .requests("propose")
      .at(-1)
      ?.messages.slice(1)
      .map(({ content }) => content),
  ).toEqual(["Where does it run?", paused.reply, "heron", "It runs on heron.", "Thanks."]);
});

test("a paused run outlives the program: the store read back as JSON gives the same requests", async () => {
  const told = async (restart: boolean) => {
    const one = talk(options);
    await one.say("Where does it run?");
    if (restart) await one.restart();
    await one.say("heron");
    await one.say("Thanks.");
    return [one.asked, one.events("turn-end")];
  };
  expect(await told(true)).toEqual(await told(false));
});

test("/new drops the question", async () => {
  const one = talk(options);
  await one.say("Where does it run?");
  await (await one.session()).command("/new");
  await one.say("heron");
  expect(one.requests("classify-turn")).toHaveLength(2);
});

const counting: Feature = {
  id: "counting",
  hooks: {
    proposing: {
      async run(scope) {
        const count = COUNT.read(scope) + 1;
        COUNT.write(scope, count);
        return { value: `Proposal ${count}.`, fired: "counted" };
      },
    },
  },
};
const COUNT = sessionState("counting", 0);

test.each([
  ["after one turn", 1],
  ["after two turns", 2],
])(
  "a session that is closed %s and opened again under its number sends what it would have sent",
  async (_name, turns) => {
    const texts = ["Call me Ann.", "Never say more than a line, ever.", "Go."];
    const told = async (restart: boolean) => {
      const one = talk({
        features: [counting],
        model: {
          "classify-turn": (_request, n) =>
            classified({
              statedFacts: n === 0 ? [stated("The user is Ann.", { durable: false })] : [],
              lastingConstraints: n === 1 ? ["One line."] : [],
            }),
        },
      });
      for (const [index, text] of texts.entries()) {
        if (restart && index === turns) await one.restart();
        await one.say(text);
      }
      return one.asked;
    };
    expect(await told(true)).toEqual(await told(false));
  },
);

test("a new session begins without what the last one kept for itself", async () => {
  const one = talk({ features: [counting] });
  await one.say("Go.");
  await one.reopen();
  await one.say("Go.");
  expect(one.system("propose")).toContain("Proposal 1.");
  expect(one.requests("propose").at(-1)?.messages).toHaveLength(2);
});
