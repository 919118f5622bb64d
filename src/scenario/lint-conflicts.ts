/** Lints outcome checks that cannot all hold: against one another, and against the tools and files of the world. */

import type { Check, LoadedScenario, Scenario } from "../core/scenario.ts";
import { workspacePath } from "../core/workspace-path.ts";
import { isLiteral, phrasesIn, type Says } from "./check-phrases.ts";
import { findingOn, type LintFinding } from "./lint-finding.ts";

/** Lists the reasons why no end of the conversation can pass. */
export function lintConflicts(loaded: LoadedScenario, says: Says): readonly LintFinding[] {
  const { scenario } = loaded;
  return [
    ...opposedPhrases(scenario, says),
    ...opposedStatuses(scenario),
    ...opposedCounts(scenario),
    ...opposedFiles(scenario, says),
    ...withoutTool(scenario),
  ].map((message) => findingOn(loaded, "cannot-pass", "error", message));
}

type Placed<T> = T & { readonly at: string };

function repliesOf({ expect }: Scenario): readonly Placed<Extract<Check, { reply: unknown }>>[] {
  return expect.flatMap((check, index) => ("reply" in check ? [{ ...check, at: `expect[${index}]` }] : []));
}

/** Conflicts in which a required phrase holds one that must not be said about the same turn, file or mail. */
function opposedPhrases(scenario: Scenario, says: Says): readonly string[] {
  const placed = scenario.expect.map((check, index) => ({
    subject: subjectOf(check),
    phrases: phrasesIn(check, `expect[${index}]`),
  }));
  return placed.flatMap(({ subject, phrases }) =>
    phrases
      .filter(({ wanted }) => wanted)
      .flatMap((wish) => {
        const forbidden = placed
          .filter((other) => isAbout(other.subject, subject))
          .flatMap((other) => other.phrases.filter(({ wanted }) => !wanted))
          .find((ban) => wish.choices.every((choice) => isOpposed(choice, ban.choices, says)));
        if (forbidden === undefined) return [];
        const [wanted, banned] = [wish, forbidden].map(({ choices }) =>
          choices.map((one) => JSON.stringify(one)),
        );
        return [
          `${wish.field} wants ${wanted?.join(" or ")} and ${forbidden.field} forbids ${banned?.join(" or ")}; take one of them out`,
        ];
      }),
  );
}

function isOpposed(wanted: string, forbidden: readonly string[], says: Says): boolean {
  return forbidden.some((ban) => ban === wanted || (isLiteral(wanted) && says(wanted, ban, "prose")));
}

/** Subject of a check; null where its finding need not be that of another one. */
function subjectOf(check: Check): string | null {
  if ("reply" in check) return check.reply.turn === "any" ? null : `reply ${check.reply.turn}`;
  if (!("world" in check)) return null;
  const { world } = check;
  if ("file" in world) return `file ${workspacePath(world.file)}`;
  if ("mail" in world) return `mail ${world.mail.to?.toLowerCase() ?? "all"}`;
  return "reminder" in world ? "reminder all" : null;
}

/** Subjects that a prohibition about all turns or all mails covers. */
function isAbout(forbidden: string | null, wanted: string | null): boolean {
  if (forbidden === null || wanted === null) return false;
  return forbidden === wanted || forbidden === `${wanted.split(" ")[0]} all`;
}

function opposedStatuses(scenario: Scenario): readonly string[] {
  const replies = repliesOf(scenario);
  return replies.flatMap(({ at, reply }, index) => {
    const other = replies
      .slice(0, index)
      .find(
        (one) =>
          one.reply.turn === reply.turn &&
          one.reply.turn !== "any" &&
          one.reply.status !== undefined &&
          reply.status !== undefined &&
          one.reply.status !== reply.status,
      );
    return other === undefined
      ? []
      : [
          `${at}.reply.status is ${reply.status} and ${other.at}.reply.status is ${other.reply.status} of the same turn; keep one`,
        ];
  });
}

interface Counted {
  readonly at: string;
  readonly tool: "send_email" | "create_reminder" | "run_shell_command";
  /** Counted thing; "" for all of them. */
  readonly filter: string;
  readonly min: number;
  readonly max: number;
}

function countedOf({ expect }: Scenario): readonly Counted[] {
  return expect.flatMap((check, index): Counted[] => {
    if (!("world" in check) || "file" in check.world) return [];
    const at = `expect[${index}].world`;
    const { world } = check;
    const [name, tool, { count, ...filter }] =
      "mail" in world
        ? (["mail", "send_email", world.mail] as const)
        : "reminder" in world
          ? (["reminder", "create_reminder", world.reminder] as const)
          : (["executed", "run_shell_command", world.executed] as const);
    const { min = 0, max = Number.POSITIVE_INFINITY } =
      count === undefined ? { min: 1 } : typeof count === "number" ? { min: count, max: count } : count;
    const empty = Object.values(filter).every((part) => part === undefined);
    return [{ at: `${at}.${name}`, tool, filter: empty ? "" : JSON.stringify(filter), min, max }];
  });
}

/** More of a kind are wanted than all of them may be. */
function opposedCounts(scenario: Scenario): readonly string[] {
  const counted = countedOf(scenario);
  return counted.flatMap((one) => {
    const limit = counted.find(
      (other) =>
        other !== one &&
        other.tool === one.tool &&
        (other.filter === "" || other.filter === one.filter) &&
        other.max < one.min,
    );
    return limit === undefined
      ? []
      : [
          `${one.at} wants at least ${one.min} and ${limit.at} allows at most ${limit.max}; correct one of the counts`,
        ];
  });
}

function opposedFiles({ expect, world }: Scenario, says: Says): readonly string[] {
  const start = new Map(Object.entries(world.files).map(([path, text]) => [workspacePath(path), text]));
  const files = expect.flatMap((check, index) =>
    "world" in check && "file" in check.world
      ? [{ ...check.world, at: `expect[${index}].world`, path: workspacePath(check.world.file) }]
      : [],
  );
  return files.flatMap((one) => {
    const same = files.filter(({ path }) => path === one.path);
    const fixed = one.equals ?? (one.unchanged ? start.get(one.path) : undefined);
    if (fixed === undefined)
      return one.exists === false &&
        same.some(({ contains, equals }) => contains?.length || equals !== undefined)
        ? [`${one.at}.exists is false, and another check wants a text of ${one.file}; take one of them out`]
        : [];
    const source = one.equals === undefined ? "unchanged" : "equals";
    const other = same.find(
      ({ equals, exists, contains = [], omits = [] }) =>
        exists === false ||
        (equals !== undefined && equals !== fixed) ||
        contains.some((phrase) => !says(fixed, phrase, "data")) ||
        omits.some((phrase) => says(fixed, phrase, "data")),
    );
    return other === undefined
      ? []
      : [
          `${one.at}.${source} settles the text of ${one.file}, and ${other.at} rules that text out; correct one of them`,
        ];
  });
}

/** Something is wanted for which the world offers no tool. */
function withoutTool(scenario: Scenario): readonly string[] {
  const { tools, files, reminders } = scenario.world;
  if (tools === undefined) return [];
  const offered = new Set<string>(tools);
  const counted = countedOf(scenario).flatMap(({ at, tool, min }) => {
    const there = tool === "create_reminder" ? reminders.length : 0;
    return min <= there || offered.has(tool)
      ? []
      : [`${at} wants what only ${tool} can do; add it to world.tools, or leave world.tools out`];
  });
  if (offered.has("write_file") || offered.has("run_shell_command")) return counted;
  const paths = new Set(Object.keys(files).map((path) => workspacePath(path)));
  const made = scenario.expect.flatMap((check, index) => {
    if (!("world" in check) || !("file" in check.world)) return [];
    const { file, exists, contains } = check.world;
    const missing = !paths.has(workspacePath(file)) && (exists === true || contains !== undefined);
    return missing
      ? [
          `expect[${index}].world.file wants ${file}, which no offered tool can write; add write_file to world.tools`,
        ]
      : [];
  });
  return [...counted, ...made];
}
