/** For every built flag: a session that is closed and opened again sends what it would have sent. */

import { expect, test } from "vitest";
import { builtFlagsOf } from "../../../core/flag-catalogue.ts";
import { broken, calling, classified, stated, talk } from "../../../testing/layered-talk.ts";

const FACTS = [
  [stated("The office is in Bern.", { key: "office" }), stated("The limit is 6000 a minute.")],
  [stated("The office is in Graz.", { key: "office" }), stated("The ceiling is 50 a second.")],
  [],
];

test.each(builtFlagsOf("layered"))("$name keeps nothing in a closure", async ({ name, on }) => {
  const told = async (restart: boolean) => {
    const one = talk({
      flags: { [name]: on },
      settings: { compaction: { maxMessages: 3, keepLast: 2 } },
      world: { files: { "a.md": "four" } },
      model: {
        "classify-turn": (_request, n) =>
          classified({ statedFacts: FACTS[n] ?? [], isUnderdetermined: n === 2 }),
        "contradiction-check": {
          json: {
            conflicts: [{ a: "The limit is 6000 a minute.", b: "The ceiling is 50 a second.", why: "no" }],
          },
        },
        "summarise-transcript": "A summary.",
        "propose-hypotheses": {
          json: { hypotheses: ["A.", "B."].map((explanation) => ({ explanation, check: "Look." })) },
        },
        propose: (_request, n) =>
          [broken(), "Noted.", "Noted.", calling(["read_file", { path: "a.md" }])][n] ?? "4.",
      },
    });
    for (const text of ["First.", "Second.", "Third.", "Fourth."]) {
      await one.say(text);
      if (restart) await one.restart();
    }
    return [one.asked, one.events("feature-fired")];
  };
  expect(await told(true)).toEqual(await told(false));
});
