/** Finds mistakes that a schema cannot see: names that do not exist, turns that never come, checks without a subject. */

import { flagNamed, flagsOf } from "../core/flag-catalogue.ts";
import { didYouMean } from "../core/nearest-names.ts";
import { parsePattern } from "../core/pattern.ts";
import {
  type Check,
  decisiveFile,
  type EndExample,
  type Scenario,
  type SimulateRule,
} from "../core/scenario.ts";
import { workspacePath } from "../core/workspace-path.ts";
import { WORLD_TOOLS } from "../core/world-tools.ts";
import type { FieldPath } from "./problem.ts";

/** A mistake at a field. */
export interface Found {
  readonly path: FieldPath;
  readonly message: string;
}

/** Lists what is wrong with a scenario that fits the schema. */
export function scenarioProblems(
  scenario: Scenario,
  /** Of the scenario's harness. */
  eventTypes: readonly string[],
): readonly Found[] {
  return [
    ...targetProblems(scenario),
    ...worldProblems(scenario.world),
    ...checksOf(scenario).flatMap(({ path, check }) => checkProblems(check, path, scenario, eventTypes)),
    ...exampleProblems(scenario),
    ...scenario.simulate.flatMap((rule, index) =>
      "include" in rule ? [] : ruleProblems(rule, ["simulate", index]),
    ),
  ];
}

/** Lists the patterns of a simulate rule that do not compile. */
export function ruleProblems(rule: SimulateRule, path: FieldPath): readonly Found[] {
  const { sees } = rule.when;
  if (sees === undefined) return [];
  const parts = Array.isArray(sees) ? [["", sees] as const] : Object.entries(sees);
  const at = [...path, "when", "sees"];
  const alone = !Array.isArray(sees) && sees.lacks !== undefined && sees.line === undefined;
  return [
    ...(alone
      ? [{ path: [...at, "lacks"], message: "needs a line: it says what that line must not hold" }]
      : []),
    ...parts.flatMap(([part, phrases]) =>
      (phrases ?? []).flatMap((phrase, index) =>
        patternProblems(phrase, [...at, ...(part === "" ? [] : [part]), index]),
      ),
    ),
  ];
}

function targetProblems({ targets, harness }: Scenario): readonly Found[] {
  const names = flagsOf(harness).map((flag) => flag.name);
  return targets.flatMap((name, index) => {
    const flag = flagNamed(name);
    if (flag?.harness === harness) return [];
    const near = didYouMean(name, names) ?? "see the list of flags";
    const message = flag
      ? `"${name}" is a flag of the ${flag.harness} harness, this scenario runs on ${harness}`
      : `there is no flag "${name}" in the ${harness} harness; ${near}`;
    return [{ path: ["targets", index], message }];
  });
}

function worldProblems(world: Scenario["world"]): readonly Found[] {
  const paths = Object.keys(world.files);
  const files = paths.flatMap((path): Found[] => {
    const normal = workspacePath(path);
    const at = ["world", "files", path];
    if (normal === null || normal === "")
      return [{ path: at, message: "must be a path inside the workspace" }];
    const below = paths.find((other) => workspacePath(other)?.startsWith(`${normal}/`));
    if (below !== undefined) return [{ path: at, message: `is a file, so "${below}" cannot lie below it` }];
    const twin = paths.find((other) => other !== path && workspacePath(other) === normal);
    return twin === undefined ? [] : [{ path: at, message: `is the same file as "${twin}"` }];
  });
  const faults = world.faults.flatMap((fault, index): Found[] => {
    const path = ["world", "faults", index];
    if (fault.on === "model")
      return fault.status === undefined && fault.error === undefined
        ? [{ path, message: "needs a status or an error" }]
        : [];
    if ((WORLD_TOOLS as readonly string[]).includes(fault.tool)) return [];
    const near = didYouMean(fault.tool, WORLD_TOOLS) ?? `tools: ${WORLD_TOOLS.join(", ")}`;
    return [{ path: [...path, "tool"], message: `there is no tool "${fault.tool}"; ${near}` }];
  });
  return [...files, ...faults];
}

function exampleProblems(scenario: Scenario): readonly Found[] {
  return (["passes", "fails"] as const).flatMap((list) =>
    scenario[list].flatMap((example, index) =>
      endProblems(scenario, example).map(({ path, message }) => ({ path: [list, index, ...path], message })),
    ),
  );
}

/** Lists what an end says that this scenario has no place for, by the fields of the end. */
export function endProblems(scenario: Scenario, end: EndExample): readonly Found[] {
  if (typeof end === "string") return [];
  const turns = scenario.conversation.filter((step) => "user" in step).length;
  const late = Object.keys(end.turns ?? {}).find((turn) => Number(turn) > turns);
  const lost = end.file !== undefined && decisiveFile(scenario) === null;
  return [
    ...(lost
      ? [
          {
            path: ["file"],
            message: "the outcome checks name no single file; write `files: { <path>: ... }`",
          },
        ]
      : []),
    ...(late === undefined
      ? []
      : [
          {
            path: ["turns", late],
            message: `the conversation has ${turns} turn${turns === 1 ? "" : "s"}`,
          },
        ]),
  ];
}

interface PlacedCheck {
  readonly path: FieldPath;
  readonly check: Check;
}

function checksOf(scenario: Scenario): readonly PlacedCheck[] {
  return [
    ...scenario.expect.map((check, index) => ({ path: ["expect", index], check })),
    ...scenario.mechanism.map((check, index) => ({ path: ["mechanism", index], check })),
    ...(scenario.signature?.checks ?? []).map((check, index) => ({
      path: ["signature", "checks", index],
      check,
    })),
  ];
}

function checkProblems(
  check: Check,
  path: FieldPath,
  scenario: Scenario,
  eventTypes: readonly string[],
): readonly Found[] {
  if ("reply" in check) {
    const { turn, states, omits } = check.reply;
    const at = [...path, "reply"];
    return [
      ...turnProblems(turn, at, scenario),
      ...phraseProblems(states, [...at, "states"]),
      ...phraseProblems(omits, [...at, "omits"]),
    ];
  }
  if ("judge" in check) return turnProblems(check.judge.turn, [...path, "judge"], scenario);
  if ("event" in check) {
    const at = [...path, "event"];
    const { type, where, count } = check.event;
    return [
      ...(eventTypes.includes(type)
        ? []
        : [
            {
              path: [...at, "type"],
              message: `there is no event "${type}"; ${didYouMean(type, eventTypes) ?? `events: ${eventTypes.join(", ")}`}`,
            },
          ]),
      ...Object.entries(where ?? {}).flatMap(([key, value]) =>
        typeof value === "string" ? patternProblems(value, [...at, "where", key]) : [],
      ),
      ...countProblems(count, [...at, "count"]),
    ];
  }
  if ("call" in check)
    return typeof check.call === "string" ? [] : countProblems(check.call.count, [...path, "call", "count"]);
  if ("world" in check) return worldCheckProblems(check.world, [...path, "world"], scenario);
  return [];
}

function worldCheckProblems(
  check: Extract<Check, { world: unknown }>["world"],
  path: FieldPath,
  scenario: Scenario,
): readonly Found[] {
  if ("file" in check) {
    const file = workspacePath(check.file);
    const known = Object.keys(scenario.world.files).map((name) => workspacePath(name));
    return [
      ...(file === null || file === ""
        ? [{ path: [...path, "file"], message: "must be a path inside the workspace" }]
        : []),
      ...(check.unchanged && !known.includes(file)
        ? [{ path: [...path, "unchanged"], message: `"${check.file}" is not among world.files` }]
        : []),
      ...phraseProblems(check.contains, [...path, "contains"]),
      ...phraseProblems(check.omits, [...path, "omits"]),
    ];
  }
  if ("executed" in check) {
    const at = [...path, "executed"];
    return [
      ...(check.executed.command === undefined
        ? []
        : patternProblems(check.executed.command, [...at, "command"])),
      ...countProblems(check.executed.count, [...at, "count"]),
    ];
  }
  const [name, subject] =
    "mail" in check ? (["mail", check.mail] as const) : (["reminder", check.reminder] as const);
  return [
    ...phraseProblems(subject.contains, [...path, name, "contains"]),
    ...countProblems(subject.count, [...path, name, "count"]),
  ];
}

function turnProblems(turn: number | string, path: FieldPath, scenario: Scenario): readonly Found[] {
  const turns = scenario.conversation.filter((step) => "user" in step).length;
  if (turns === 0) return [{ path, message: "looks at a reply, but the conversation has no user entry" }];
  if (typeof turn === "number" && turn > turns)
    return [{ path: [...path, "turn"], message: `is ${turn}, but the user speaks only ${turns} times` }];
  return [];
}

type Phrases = readonly (string | readonly string[])[];

function phraseProblems(phrases: Phrases | undefined, path: FieldPath): readonly Found[] {
  return (phrases ?? []).flatMap((phrase, index) =>
    typeof phrase === "string"
      ? patternProblems(phrase, [...path, index])
      : phrase.flatMap((choice, inner) => patternProblems(choice, [...path, index, inner])),
  );
}

function patternProblems(phrase: string, path: FieldPath): readonly Found[] {
  try {
    parsePattern(phrase);
    return [];
  } catch (error) {
    return [{ path, message: error instanceof Error ? error.message : String(error) }];
  }
}

function countProblems(
  count: number | { readonly min?: number | undefined; readonly max?: number | undefined } | undefined,
  path: FieldPath,
): readonly Found[] {
  if (count === undefined || typeof count === "number") return [];
  if (count.min === undefined && count.max === undefined)
    return [{ path, message: "needs min, max or both" }];
  return (count.min ?? 0) > (count.max ?? Number.POSITIVE_INFINITY)
    ? [{ path, message: `min ${count.min} is more than max ${count.max}` }]
    : [];
}
