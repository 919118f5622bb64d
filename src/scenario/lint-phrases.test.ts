/** Tests of linting phrases: patterns that every text or the empty one says, and words that none can say. */

import { expect, test } from "vitest";
import type { ScenarioInput } from "../core/scenario.ts";
import { saysPhrase } from "../grade/says-phrase.ts";
import { sampleScenario } from "../testing/sample-scenario.ts";
import { lintPhrases } from "./lint-phrases.ts";

function lint(expect: ScenarioInput["expect"]): readonly string[] {
  return lintPhrases(sampleScenario({ expect }), saysPhrase).map(
    ({ severity, rule, message }) => `${severity} ${rule}: ${message}`,
  );
}

const states = (...phrases: readonly (string | string[])[]): ScenarioInput["expect"] => [
  { reply: { states: [...phrases] } },
];

test.each(["/.*/s", "/x?/", "/(?:)/", "/^/", "/$/", "/[\\s\\S]*/", "/(?:3000)*/", "/|3000/"])(
  "the pattern %s is said by every text",
  (pattern) => {
    expect(lint(states(pattern))).toEqual([
      expect.stringMatching(
        /^warning idle-check: expect\[0\]\.reply\.states\[0\]: every text says .*; name /,
      ),
    ]);
    expect(lint(states(["3000", pattern]))).toHaveLength(1);
    expect(lint([{ reply: { omits: ["3000", pattern] } }])).toEqual([
      expect.stringMatching(/^error cannot-pass: expect\[0\]\.reply\.omits\[1\]: every text says/),
    ]);
  },
);

test.each(["/^$/", "/^\\s*$/", "/^(?:done)?$/i", "/^[^x]*$/"])(
  "the pattern %s accepts the empty text",
  (pattern) => {
    expect(lint(states("3000", pattern))).toEqual([
      expect.stringMatching(/^warning empty-match: expect\[0\]\.reply\.states\[1\]: the empty text says/),
    ]);
    // A file may have to be empty.
    expect(lint([{ world: { file: "a.md", contains: [pattern] } }])).toEqual([]);
  },
);

test.each(["**", "`", "__", "\u200b", "~~no~~"])("no text can say %j", (literal) => {
  expect(lint(states(literal))).toEqual([
    expect.stringMatching(/^error cannot-pass: expect\[0\]\.reply\.states\[0\]: no text can say/),
  ]);
  expect(lint(states([literal, "3000"]))).toEqual([]);
  expect(lint([{ reply: { omits: [literal] } }])).toEqual([expect.stringMatching(/^warning idle-check/)]);
});

test.each<[string, ScenarioInput["expect"]]>([
  ["mail", [{ world: { mail: { contains: ["/.*/s"] } } }]],
  ["a reminder", [{ world: { reminder: { contains: ["/x?/"] } } }]],
  ["a file", [{ world: { file: "a.md", contains: ["/.*/s"] } }]],
])("the phrases of %s are read too", (_, checks) => {
  expect(lint(checks)).toEqual([expect.stringContaining("contains[0]: every text says")]);
});

test.each<[ScenarioInput["expect"]]>([
  [states("3000", "/6,?000/", ["14 May", "/May 14/"])],
  [[{ reply: { omits: ["3000", "/x+/"] } }]],
  [[{ world: { mail: { contains: ["/.+/s", "b"], count: 0 } } }]],
])("sound phrases give no finding: %j", (checks) => {
  expect(lint(checks)).toEqual([]);
});
