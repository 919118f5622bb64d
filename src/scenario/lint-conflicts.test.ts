/** Tests of linting checks that cannot all hold. */

import { expect, test } from "vitest";
import type { ScenarioInput } from "../core/scenario.ts";
import { saysPhrase } from "../grade/says-phrase.ts";
import { sampleScenario } from "../testing/sample-scenario.ts";
import { lintConflicts } from "./lint-conflicts.ts";

type Checks = ScenarioInput["expect"];
const WORLD = { now: "2026-03-02T09:00:00Z", files: { "a.md": "6000 a minute", "./b.md": "x" } };

function lint(checks: Checks, world: ScenarioInput["world"] = WORLD): readonly string[] {
  return lintConflicts(sampleScenario({ expect: checks, world }), saysPhrase).map(({ message }) => message);
}

test.each<[string, Checks, string]>([
  [
    "a phrase and the same one",
    [{ reply: { states: ["14 May"], omits: ["14 May"] } }],
    'expect[0].reply.states[0] wants "14 May"',
  ],
  [
    "a phrase and a part of it",
    [{ reply: { states: ["14 May"], omits: ["x", "May"] } }],
    'expect[0].reply.omits[1] forbids "May"',
  ],
  ["a phrase and a pattern for it", [{ reply: { states: ["14 May"], omits: ["/\\bmay\\b/i"] } }], "forbids"],
  ["the same pattern", [{ reply: { states: ["/a.b/"], omits: ["/a.b/"] } }], 'wants "/a.b/"'],
  [
    "every choice of a list",
    [{ reply: { states: [["14 May", "15 May"]], omits: ["May"] } }],
    'wants "14 May" or "15 May"',
  ],
  ["another dress of the value", [{ reply: { states: ["9 am"], omits: ["09:00"] } }], 'forbids "09:00"'],
  [
    "two checks of one turn",
    [{ reply: { states: ["May"] } }, { reply: { omits: ["May"] } }],
    "expect[1].reply.omits[0] forbids",
  ],
  [
    "one turn and all turns",
    [{ reply: { turn: 1, states: ["May"] } }, { reply: { turn: "all", omits: ["May"] } }],
    "expect[1]",
  ],
  [
    "two checks of one file",
    [{ world: { file: "c.md", contains: ["May"] } }, { world: { file: "./c.md", omits: ["May"] } }],
    "expect[1].world.omits[0]",
  ],
  [
    "a mail and all mails",
    [
      { world: { mail: { to: "a@x.example", contains: ["May"] } } },
      { world: { mail: { contains: ["May"], count: 0 } } },
    ],
    "expect[1].world.mail.contains[0]",
  ],
  [
    "two statuses",
    [{ reply: { status: "ok" } }, { reply: { status: "refused" } }],
    "expect[1].reply.status is refused and expect[0].reply.status is ok",
  ],
  [
    "one mail and none",
    [{ world: { mail: { to: "a@x.example", count: 1 } } }, { world: { mail: { count: 0 } } }],
    "expect[0].world.mail wants at least 1 and expect[1].world.mail allows at most 0",
  ],
  [
    "the same mail twice and once",
    [
      { world: { mail: { to: "a@x.example", count: 2 } } },
      { world: { mail: { to: "a@x.example", count: { max: 1 } } } },
    ],
    "at most 1",
  ],
  [
    "a reminder and none",
    [{ world: { reminder: { contains: ["x"] } } }, { world: { reminder: { count: 0 } } }],
    "expect[0].world.reminder",
  ],
  [
    "a file that is gone and has a text",
    [{ world: { file: "a.md", exists: false } }, { world: { file: "a.md", contains: ["x"] } }],
    "expect[0].world.exists is false",
  ],
  [
    "a file that is gone and unchanged",
    [{ world: { file: "a.md", exists: false } }, { world: { file: "a.md", unchanged: true } }],
    "expect[1].world.unchanged settles",
  ],
  [
    "two texts",
    [{ world: { file: "a.md", equals: "x" } }, { world: { file: "a.md", equals: "y" } }],
    "expect[0].world.equals settles the text of a.md, and expect[1].world",
  ],
  [
    "a text without what it has to hold",
    [{ world: { file: "a.md", equals: "x", contains: ["3000"] } }],
    "rules that text out",
  ],
  [
    "a text with what it must not hold",
    [{ world: { file: "a.md", equals: "x 3000", omits: ["3000"] } }],
    "rules that text out",
  ],
  [
    "an unchanged file with another text",
    [{ world: { file: "b.md", unchanged: true } }, { world: { file: "b.md", contains: ["3000"] } }],
    "expect[0].world.unchanged",
  ],
])("no end holds %s", (_, checks, part) => {
  expect(lint(checks).join("\n")).toContain(part);
});

test.each<[Checks]>([
  [[{ reply: { states: ["14 May"], omits: ["15 May", "/June/"] } }]],
  [[{ reply: { states: [["14 May", "tomorrow"]], omits: ["May"] } }]],
  [[{ reply: { states: ["/May/"], omits: ["14 May"] } }]],
  [[{ reply: { turn: 1, states: ["May"] } }, { reply: { turn: 2, omits: ["May"] } }]],
  [[{ reply: { turn: "any", states: ["May"] } }, { reply: { turn: "last", omits: ["May"] } }]],
  [[{ reply: { turn: 1, status: "ok" } }, { reply: { turn: 2, status: "refused" } }]],
  [[{ world: { mail: { to: "a@x.example", count: 1 } } }, { world: { mail: { count: 1 } } }]],
  [
    [
      { world: { mail: { to: "a@x.example", contains: ["May"] } } },
      { world: { mail: { to: "b@x.example", contains: ["May"], count: 0 } } },
    ],
  ],
  [[{ world: { file: "a.md", unchanged: true, contains: ["6000"] } }]],
  [[{ world: { file: "a.md", equals: "3000" } }, { world: { file: "b.md", unchanged: true } }]],
])("checks that can hold together give no finding: %j", (checks) => {
  expect(lint(checks)).toEqual([]);
});

test.each<
  [
    string,
    Checks,
    readonly ("read_file" | "write_file" | "send_email" | "create_reminder" | "run_shell_command")[],
    string | null,
  ]
>([
  [
    "a mail",
    [{ world: { mail: { count: 1 } } }],
    ["read_file"],
    "expect[0].world.mail wants what only send_email can do",
  ],
  ["a mail", [{ world: { mail: { count: 1 } } }], ["send_email"], null],
  ["no mail", [{ world: { mail: { count: 0 } } }], ["read_file"], null],
  [
    "a reminder",
    [{ world: { reminder: { contains: ["x"] } } }],
    ["read_file"],
    "only create_reminder can do",
  ],
  [
    "a command",
    [{ world: { executed: { command: "make" } } }],
    ["write_file"],
    "only run_shell_command can do",
  ],
  [
    "a new file",
    [{ world: { file: "new.md", contains: ["x"] } }],
    ["read_file"],
    "which no offered tool can write",
  ],
  ["a new file", [{ world: { file: "new.md", exists: true } }], ["run_shell_command"], null],
  ["a file that stays", [{ world: { file: "a.md", unchanged: true } }], ["read_file"], null],
])("%s is wanted with the tools that can make it: %j %j", (_, checks, tools, part) => {
  const found = lint(checks, { ...WORLD, tools: [...tools] });
  if (part === null) expect(found).toEqual([]);
  else expect(found.join()).toContain(part);
});
