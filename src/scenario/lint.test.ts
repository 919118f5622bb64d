/** Tests of linting: each rule finds what it is for and leaves the sound sample alone. */

import { expect, test } from "vitest";
import { parsePattern } from "../core/pattern.ts";
import type { LoadedScenario, ScenarioInput } from "../core/scenario.ts";
import { sampleScenario } from "../testing/sample-scenario.ts";
import { lintScenarios } from "./lint.ts";

const SOUND: Partial<ScenarioInput> = {
  signature: { says: "gives both", checks: [{ reply: { omits: ["3000"] } }] },
  mechanism: [{ call: "contradiction-check" }],
  passes: ["a", "b", "c"],
  fails: ["d", "e", "f"],
  payloads: { right: ["g", "h", "i"], wrong: ["j", "k"] },
};

/** Plain enough for these tests: patterns as they are, literals anywhere. */
const says = (text: string, phrase: string | readonly string[]): boolean =>
  [phrase]
    .flat()
    .some((one) => parsePattern(one)?.test(text) ?? text.toLowerCase().includes(one.toLowerCase()));

async function lint(...inputs: readonly Partial<ScenarioInput>[]): Promise<readonly string[]> {
  const all = inputs.map((input) => sampleScenario({ ...SOUND, ...input }));
  const findings = await lintScenarios(all, {
    passesOnWrongReply: async () => [],
    saysPhrase: says,
    gradeExamples: async () => [],
  });
  return findings.map(({ severity, rule, message }) => `${severity} ${rule}: ${message}`);
}

const rule = (when: object, more: object = { say: "x" }) => ({
  when: { purpose: "propose", ...when },
  ...more,
});

test("a sound scenario has no findings", async () => {
  expect(await lint({})).toEqual([]);
  expect(await lint({ role: "control", signature: undefined, mechanism: [] })).toEqual([]);
});

test.each<[Partial<ScenarioInput>, readonly string[]]>([
  [{ signature: undefined }, ["warning no-signature"]],
  [{ mechanism: [] }, ["warning no-mechanism"]],
  [{ expect: [{ reply: {} }] }, ["warning idle-check: expect[0]", "error no-failing-check"]],
  [{ expect: [{ reply: { states: ["6000"] } }, { cost: {} }] }, ["warning idle-check: expect[1]"]],
  [{ expect: [{ world: { file: "a.md" } }] }, ["warning idle-check", "error no-failing-check"]],
  [
    { expect: [{ call: { purpose: "x", count: { min: 0 } } }] },
    ["warning idle-check", "error no-failing-check"],
  ],
  [{ expect: [{ event: { type: "warning", count: { max: 0 } } }] }, []],
  [{ expect: [{ world: { mail: { count: 0 } } }] }, []],
  [
    { expect: [{ reply: { states: ["contradiction"] } }] },
    ['warning mood-word: expect[0] is satisfied by "contradiction"'],
  ],
  [{ expect: [{ reply: { states: ["6000", ["3000", "I'm sorry"]] } }] }, ["warning mood-word"]],
  [{ expect: [{ reply: { states: ["conflict on 14 May"] } }] }, []],
  [{ expect: [{ reply: { states: ["/sorry|apology/i"] } }] }, ["warning mood-word"]],
  [{ expect: [{ reply: { states: ["/\\d+$/s"] } }] }, []],
])("%j gives %j", async (input, expected) => {
  const found = await lint(input);
  expect(found).toEqual(expected.map((start) => expect.stringContaining(start)));
});

test.each<[string, ScenarioInput["simulate"], boolean]>([
  ["an unconditional rule before", [rule({}), rule({ sees: ["a"] })], true],
  ["the same condition before", [rule({ sees: ["a"] }), rule({ sees: ["a"] })], true],
  [
    "a weaker condition before",
    [rule({ sees: { user: ["a"] } }), rule({ sees: { user: ["a", "b"], tool: ["c"] } })],
    true,
  ],
  ["a stronger condition before", [rule({ sees: ["a", "b"] }), rule({ sees: ["a"] })], false],
  ["another place before", [rule({ sees: { user: ["a"] } }), rule({ sees: { tool: ["a"] } })], false],
  ["a chance before", [rule({}, { say: "x", chance: 0.5 }), rule({})], false],
  ["a tool asked for before", [rule({ offers: "read_file" }), rule({})], false],
  ["another purpose before", [rule({ purpose: "judge" }), rule({})], false],
  [
    "each purpose covered by another rule",
    [rule({}), rule({ purpose: "judge" }), rule({ purpose: ["judge", "propose"] })],
    true,
  ],
  ["one purpose left", [rule({}), rule({ purpose: ["judge", "propose"] })], false],
])("with %s, the last rule is unreachable: %#", async (_, simulate, unreachable) => {
  const found = await lint({ simulate });
  expect(found.some((text) => text.includes(`error unreachable-rule: rule ${simulate?.length}`))).toBe(
    unreachable,
  );
});

test("shared rules may be overruled, the scenario's own may not be beaten by them", async () => {
  const own = sampleScenario({ ...SOUND, simulate: [rule({})] });
  const shared = sampleScenario({ simulate: [rule({}), rule({ purpose: "judge" })] }).rules;
  const loaded: LoadedScenario = { ...own, rules: [...own.rules, ...shared] };
  const findings = async (one: LoadedScenario) =>
    lintScenarios([one], {
      passesOnWrongReply: async () => [],
      saysPhrase: says,
      gradeExamples: async () => [],
    });
  expect(await findings(loaded)).toEqual([]);
  expect(await findings({ ...own, rules: [...shared, ...own.rules] })).toMatchObject([
    { rule: "unreachable-rule" },
  ]);
});

test("a name that no pattern captures is found in say, json and call", async () => {
  const sees = ["/(?<a>\\d+)/"];
  const found = await lint({
    simulate: [
      rule({ sees: { ...{ user: sees }, none: ["/(?<n>x)/"] } }, { say: "${a} ${b} ${n}" }),
      rule({ sees: { line: ["/(?<l>x)/"], lacks: ["/(?<m>y)/"] } }, { say: "${l} ${m}" }),
      rule({ purpose: "judge", sees }, { json: { deep: ["${a}", { more: "${c}" }] } }),
      rule({ purpose: "other", sees }, { call: { tool: "read_file", arguments: { path: "${d}/${a}" } } }),
    ],
  });
  expect(found.map((text) => /says \$\{(\w)\}/.exec(text)?.[1])).toEqual(["b", "n", "m", "c", "d"]);
});

test("near-duplicates of one role are named once, whatever their checks", async () => {
  const words =
    "The release train leaves on Tuesday and every team brings its notes to the desk before noon.";
  const conversation = [{ user: words }, { user: "Who brings what, and when exactly does it leave?" }];
  const found = await lint(
    { id: "a/one", conversation },
    { id: "a/two", conversation: [{ user: words.replace("noon", "ten") }, ...conversation.slice(1)] },
    { id: "a/other", conversation: [{ user: "Something else entirely is said here." }] },
    { id: "a/control", conversation, role: "control" },
  );
  expect(found).toEqual([
    expect.stringMatching(/near-duplicate: conversation and world are \d+ % the same as those of a\/one/),
  ]);
});

test.each([
  [true, true, ["error accept wrong replies: bluff, empty"]],
  [true, false, ["error accept wrong replies: bluff, empty"]],
  [false, true, ["error accept ends that hold all there is, or deny it: bluff, empty"]],
  [false, false, ["warning accept ends that hold all there is, or deny it: bluff, empty"]],
])(
  "what the bank lets pass is named with its file: always wrong %s, built in %s",
  async (always, builtIn, expected) => {
    const passesOnWrongReply = async () => [
      { name: "bluff", always },
      { name: "empty", always },
    ];
    const findings = await lintScenarios(
      [sampleScenario(SOUND)],
      { passesOnWrongReply, saysPhrase: says, gradeExamples: async () => [] },
      builtIn,
    );
    expect(findings.map(({ severity, message }) => `${severity} ${message}`)).toEqual(
      expected.map((text) => expect.stringContaining(text.replace(" accept", " the outcome checks accept"))),
    );
    expect(findings).toMatchObject([
      { scenario: "sample/units", file: "/scenarios/sample/units.yaml", rule: "passes-on-wrong-reply" },
    ]);
  },
);
