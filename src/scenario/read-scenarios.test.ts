/** Tests of reading scenario files: what is accepted, and that every mistake is named with file, line and field. */

import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { LabError } from "../core/errors.ts";
import { HARNESSES } from "../lab/environment/harness-registry.ts";
import { SAMPLE_SCENARIO } from "../testing/sample-scenario.ts";
import { readScenarioFile, readScenarios } from "./read-scenarios.ts";

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "scenarios-"));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  return root;
}

async function problemOf(reading: Promise<unknown>): Promise<LabError> {
  const error = await reading.then(
    () => new Error("nothing was wrong"),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof LabError)) throw error;
  return error;
}

/** The sample with one line replaced. */
function sampleWith(from: string, to: string): string {
  if (!SAMPLE_SCENARIO.includes(from)) throw new Error(`the sample has no ${from}`);
  return SAMPLE_SCENARIO.replace(from, to);
}

test("a scenario comes with its defaults, expanded rules, digest and absolute file", async () => {
  const root = await folderWith({ "sample/units.yaml": SAMPLE_SCENARIO });
  const loaded = await readScenarioFile(join(root, "sample/units.yaml"), HARNESSES);
  expect(loaded).toMatchObject({
    file: join(root, "sample/units.yaml"),
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(loaded.scenario).toMatchObject({ id: "sample/units", harness: "layered", history: [] });
  expect(loaded.scenario.conversation[0]).toMatchObject({ approve: "none", steer: [] });
  expect(loaded.rules).toHaveLength(2);
});

test("the digest follows the content, not the layout of the file", async () => {
  const root = await folderWith({
    "a.yaml": SAMPLE_SCENARIO,
    "b.yaml": `# a comment\n${SAMPLE_SCENARIO}`,
    "c.yaml": sampleWith("say: Noted.", "say: Fine."),
  });
  const [a, b, c] = await Promise.all(
    ["a", "b", "c"].map((name) => readScenarioFile(join(root, `${name}.yaml`), HARNESSES)),
  );
  expect(a?.digest).toBe(b?.digest);
  expect(a?.digest).not.toBe(c?.digest);
});

test("examples change no trial, so they leave the digest alone", async () => {
  const root = await folderWith({
    "a.yaml": SAMPLE_SCENARIO,
    "b.yaml": `${SAMPLE_SCENARIO}passes:\n  - 6000 against 3000\nfails:\n  - { reply: Fine., files: { a.md: null } }\n`,
  });
  const [a, b] = await Promise.all(
    ["a", "b"].map((name) => readScenarioFile(join(root, `${name}.yaml`), HARNESSES)),
  );
  expect(b?.scenario.fails).toEqual([{ reply: "Fine.", files: { "a.md": null } }]);
  expect(b?.digest).toBe(a?.digest);
});

test.each([
  [
    "settings: { memory: { budgetChars: many } }",
    'settings.memory.budgetChars: expected a number, got "many"',
  ],
  [
    "settings: { memory: { budgetChar: 5 } }",
    'settings.memory.budgetChar: unknown key; did you mean "budgetChars"?',
  ],
  ["settings: { memori: {} }", 'settings.memori: unknown key; did you mean "memory"?'],
  ["settings: { memory: { writeMode: stagd } }", 'did you mean "staged"?'],
  ["settings: { memory: 5 }", "settings.memory: expected a mapping, got 5"],
  ["settings: { loop: { maxIterations: 0 } }", "settings.loop.maxIterations: must be more than 0, got 0"],
])("settings are held to the scenario's harness, at their line: %s", async (line, message) => {
  const root = await folderWith({ "a.yaml": `${SAMPLE_SCENARIO}${line}\n` });
  const { what, where } = await problemOf(readScenarioFile(join(root, "a.yaml"), HARNESSES));
  expect(what).toContain(message);
  expect(where).toMatch(/a\.yaml:\d+:\d+$/);
});

test("a scenario of a harness that is not built names the field and those that are", async () => {
  const text = SAMPLE_SCENARIO.replace("role: ", "harness: longrun\nrole: ");
  const root = await folderWith({ "a.yaml": text });
  const { what } = await problemOf(readScenarioFile(join(root, "a.yaml"), HARNESSES));
  expect(what).toContain("harness: the longrun harness is not built; use layered");
});

test.each([
  [
    "passes: [{ file: x }]",
    "passes[0].file: the outcome checks name no single file; write `files: { <path>: ... }`",
  ],
  ["fails: [{ turns: { 3: x } }]", "fails[0].turns.3: the conversation has 2 turns"],
  ["fails: [{}]", "fails[0]: an example says how the conversation ends"],
  ["fails: [{ repl: x }]", "fails[0].repl: unknown key"],
])("an example that cannot be held to anything is named: %s", async (line, message) => {
  const root = await folderWith({ "a.yaml": `${SAMPLE_SCENARIO}${line}\n` });
  expect((await problemOf(readScenarios(root, HARNESSES))).what).toContain(message);
});

test.each([
  [
    "role: stress",
    "role: stres",
    4,
    'role: "stres" is not allowed, use "stress" or "control"; did you mean "stress"?',
  ],
  ["purpose: A", "purpos: A", 2, 'purpos: unknown key; did you mean "purpose"?'],
  ["  - user: The", "  - usr: The", 10, 'conversation[1].usr: unknown key; did you mean "user"?'],
  [
    "unchanged: true",
    "unchangd: true",
    17,
    'expect[1].world.unchangd: unknown key; did you mean "unchanged"?',
  ],
  [
    'states: ["6000", "3000"]',
    "states: [6000]",
    16,
    "expect[0].reply.states[0]: expected a text or a list, got 6000",
  ],
  ["  - call: contradiction-check", "  - call: { purpos: x }", 19, "mechanism[0].call.purpos: unknown key"],
  ["sees: ['/(", "seen: ['/(", 21, 'simulate[0].when.seen: unknown key; did you mean "sees"?'],
  [
    "now: 2026-03-02T09:00:00Z",
    "now: yesterday",
    6,
    'world.now: "yesterday" is not a date and time with zone',
  ],
  ["    say: Noted.", "    sey: Noted.", 24, 'simulate[1].sey: unknown key; did you mean "say"?'],
  ["    say: Noted.", "", 23, "simulate[1]: a rule needs one of say, json, call or fail"],
  ["- call: contradiction-check", "- judge: { rubric: x }", 19, "mechanism[0].judge: unknown key"],
  [
    "AUDIT_SEMANTIC_CONTRADICTION]",
    "AUDIT_SEMANTIC_CONTRADITION]",
    3,
    'did you mean "AUDIT_SEMANTIC_CONTRADICTION"',
  ],
  ["AUDIT_SEMANTIC_CONTRADICTION]", "AUDIT_RESULT_SPILL]", 3, "is a flag of the thin harness"],
  [
    'omits: ["3000"]',
    'omits: ["3000"], turn: 3',
    14,
    "signature.checks[0].reply.turn: is 3, but the user speaks only 2",
  ],
  [
    "sees: ['/(?<a>\\d+) requests per minute/']",
    "sees: { lacks: [x] }",
    21,
    "simulate[0].when.sees.lacks: needs a line",
  ],
  ['omits: ["3000"]', "omits: ['/(/']", 14, "signature.checks[0].reply.omits[0]: the pattern /(/"],
  ["file: notes/limits.md, unchanged", "file: notes/other.md, unchanged", 17, "is not among world.files"],
  ["- call: contradiction-check", "- event: { type: contradicton }", 19, 'did you mean "contradiction"?'],
  [
    "- call: contradiction-check",
    "- call: { purpose: x, count: { min: 3, max: 1 } }",
    19,
    "min 3 is more than max 1",
  ],
  [
    "  now: 2026",
    "  faults: [{ on: modl, call: 1 }]\n  now: 2026",
    6,
    '"modl" is not allowed, use "model" or "tool"',
  ],
  [
    "  now: 2026",
    "  faults: [{ on: tool, tool: read_fil, call: 1, error: timeout }]\n  now: 2026",
    6,
    'world.faults[0].tool: there is no tool "read_fil"; did you mean "read_file"?',
  ],
  ["{ notes/limits.md:", "{ ../limits.md: x, notes/limits.md:", 7, "must be a path inside the workspace"],
  ["{ notes/limits.md:", "{ notes: x, notes/limits.md:", 7, "is a file, so"],
  [
    "- world: { file",
    "- module: { path: nowhere.mjs }\n  - world: { file",
    17,
    "expect[1].module.path: there is no file",
  ],
  ["  - user: Our API limit", "  - command: /x\n    user: Our API limit", 9, "does not go together with"],
])("replacing %j by %j is found on line %i: %s", async (from, to, line, message) => {
  const root = await folderWith({ "a.yaml": sampleWith(from, to) });
  const error = await problemOf(readScenarioFile(join(root, "a.yaml"), HARNESSES));
  expect(error).toMatchObject({ code: "invalid-scenario", exitCode: 2 });
  const found = error.where === undefined ? error.what.split("\n") : [`${error.where} ${error.what}`];
  expect(found.filter((text) => text.includes(message))).toEqual([
    expect.stringMatching(new RegExp(`a\\.yaml:${line}:\\d+ `)),
  ]);
});

test.each([
  ["expect:\n", "tags:\n", "expect: is missing"],
  [
    /expect:[\s\S]*?mechanism/.exec(SAMPLE_SCENARIO)?.[0] ?? "",
    "expect: []\nmechanism",
    "expect: needs at least one entry",
  ],
  [
    /conversation:[\s\S]*?signature/.exec(SAMPLE_SCENARIO)?.[0] ?? "",
    "conversation: [3]\nsignature",
    "conversation[0]: expected a mapping, got 3",
  ],
])("a scenario without checks or words is refused", async (from, to, message) => {
  const root = await folderWith({ "a.yaml": sampleWith(from, to) });
  expect((await problemOf(readScenarioFile(join(root, "a.yaml"), HARNESSES))).message).toContain(message);
});

test.each([
  ["", "expected a mapping"],
  ["- a\n- b", "expected a mapping, got a list"],
  ["id: [", "not valid YAML"],
  ["id: a\nid: b", "not valid YAML"],
  ["\ta: b", "not valid YAML"],
])("a file with %j is refused with its place", async (text, message) => {
  const root = await folderWith({ "a.yaml": text });
  const error = await problemOf(readScenarioFile(join(root, "a.yaml"), HARNESSES));
  expect(error.message).toContain(message);
  expect(error.where).toMatch(/a\.yaml:\d+:\d+$/);
});

test("all problems of all files come in one error, in order", async () => {
  const root = await folderWith({
    "b.yaml": sampleWith("role: stress", "role: strss").replace("purpose: A", "purpos: A"),
    "a/x.yaml": "id: [",
    "ok.yaml": SAMPLE_SCENARIO,
  });
  const { what } = await problemOf(readScenarios(root, HARNESSES));
  expect(what.split("\n")).toEqual([
    "3 problems in 2 scenario files:",
    expect.stringMatching(/a\/x\.yaml:1:\d+ not valid YAML/),
    expect.stringMatching(/b\.yaml:2:1 purpos: unknown key/),
    expect.stringMatching(/b\.yaml:4:1 role: "strss"/),
  ]);
});

test("duplicate ids are named with both files", async () => {
  const root = await folderWith({ "a.yaml": SAMPLE_SCENARIO, "sub/b.yml": SAMPLE_SCENARIO });
  const error = await problemOf(readScenarios(root, HARNESSES));
  expect(error.message).toMatch(/"sample\/units" is already the id of .*a\.yaml.*b\.yml:1:1/);
});

test("reads every folder in path order, but no hidden one and no rule file as a scenario", async () => {
  const named = (id: string) => sampleWith("id: sample/units", `id: ${id}`);
  const root = await folderWith({
    "z.yaml": named("z"),
    "a/b/c.yaml": named("a/b/c"),
    "a/b.yml": named("a/b"),
    "_rules/x.yaml": "[]",
    ".hidden/d.yaml": "id: [",
    "README.md": "no scenario",
  });
  expect((await readScenarios(root, HARNESSES)).map(({ scenario }) => scenario.id)).toEqual([
    "a/b",
    "a/b/c",
    "z",
  ]);
});

test("includes expand in place, also nested ones and from a folder above", async () => {
  const root = await folderWith({
    "_rules/quiet.yaml": "- when: { purpose: classify-turn }\n  say: quiet\n- include: more/last\n",
    "_rules/more/last.yaml": "- when: { purpose: judge }\n  say: last\n",
    "deep/er/a.yaml": sampleWith(
      "  - when: { purpose: propose }\n",
      "  - include: quiet\n  - when: { purpose: propose }\n",
    ),
  });
  const says = async (loaded: ReturnType<typeof readScenarioFile>) =>
    (await loaded).rules.map((rule) => rule.say);
  const expected = ["${a} a minute, but 50 a second is 3000.", "quiet", "last", "Noted."];
  expect(await says(readScenarioFile(join(root, "deep/er/a.yaml"), HARNESSES))).toEqual(expected);
  const [fromRoot] = await readScenarios(root, HARNESSES);
  const [fromSub] = await readScenarios(join(root, "deep"), HARNESSES);
  expect(fromRoot).toEqual(fromSub);
  expect(fromRoot?.rules.map((rule) => rule.say)).toEqual(expected);
});

test("an include that is missing, goes round in a circle or is broken is named at its line", async () => {
  const including = (name: string) =>
    sampleWith("  - when: { purpose: propose }\n    say: Noted.", `  - include: ${name}`);
  const root = await folderWith({
    "_rules/quiet.yaml": "- include: loud\n",
    "_rules/loud.yaml": "- include: quiet\n",
    "_rules/broken.yaml": "- when: { purpos: x }\n  say: y\n",
    "missing.yaml": including("quit"),
    "circle.yaml": including("quiet").replace("sample/units", "circle"),
    "broken.yaml": including("broken").replace("sample/units", "broken"),
  });
  const { what } = await problemOf(readScenarios(root, HARNESSES));
  expect(what).toMatch(
    /missing\.yaml:23:\d+ simulate\[1\]\.include: there is no rule file "quit"; did you mean "quiet"\?/,
  );
  expect(what).toMatch(/loud\.yaml:1:\d+ \[0\]\.include: includes itself: quiet -> loud -> quiet/);
  expect(what).toMatch(/broken\.yaml:1:\d+ \[0\]\.when\.purpos: unknown key; did you mean "purpose"\?/);
  expect((await problemOf(readScenarioFile(join(root, "missing.yaml"), HARNESSES))).message).toContain(
    "quit",
  );
});

test("a file or folder that is not there is named", async () => {
  expect(await problemOf(readScenarioFile("/nowhere/a.yaml", HARNESSES))).toMatchObject({
    code: "unreadable-scenario",
  });
  expect((await problemOf(readScenarios("/nowhere", HARNESSES))).message).toContain(
    "there is no scenario folder /nowhere",
  );
});

test.each(["x.yaml", "x.yml", "x.YAML", "x.Yml"])(
  "reports-1, smaller: a folder's file %s is read, whatever the case of its ending",
  async (name) => {
    const root = await folderWith({ [name]: SAMPLE_SCENARIO });
    expect((await readScenarios(root, HARNESSES)).map(({ file }) => file)).toEqual([join(root, name)]);
  },
);

test("a linked folder is read, a link that leads nowhere or in a circle is named", async () => {
  const real = await folderWith({ "deep/one.yaml": SAMPLE_SCENARIO });
  const linked = await folderWith({});
  await symlink(real, join(linked, "there"));
  expect(await readScenarios(linked, HARNESSES)).toHaveLength(1);
  await symlink(linked, join(linked, "round"));
  expect(await problemOf(readScenarios(linked, HARNESSES))).toMatchObject({
    code: "looping-scenario-folder",
    where: join(linked, "round"),
  });
  const broken = await folderWith({});
  await symlink(join(broken, "gone"), join(broken, ".#lock"));
  expect(await readScenarios(broken, HARNESSES)).toEqual([]);
  await symlink(join(broken, "gone"), join(broken, "lost"));
  expect((await problemOf(readScenarios(broken, HARNESSES))).message).toContain("lost");
});
