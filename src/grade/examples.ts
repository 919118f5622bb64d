/** Holds a scenario's outcome checks to its examples: ends that have to pass and ends that have to fail (ARCHITECTURE 4.2). */

import type { EventBody } from "../core/event.ts";
import {
  type Check,
  decisiveFile,
  type EndExample,
  type LoadedScenario,
  type Scenario,
} from "../core/scenario.ts";
import type { Score } from "../core/score.ts";
import { startWorldOf } from "../core/start-world.ts";
import type { TrialOutcome } from "../core/trial.ts";
import { workspacePath } from "../core/workspace-path.ts";
import { sortedFiles, type WorldSnapshot } from "../core/world-snapshot.ts";
import { gradeTrial } from "./grade-trial.ts";
import { playOut } from "./played-out.ts";

/** Finding of the checks on one end of the conversation. */
export interface EndResult {
  /** The checks accept it; null where none of them can be held to an example. */
  readonly accepted: boolean | null;
  /** Indices of the outcome checks that it fails. */
  readonly failed: readonly number[];
  /** Sentence of the first failing check. */
  readonly detail: string | null;
  /** The declared failure is seen in it; null where none is declared. */
  readonly signatureSeen: boolean | null;
}

/** Finding of the checks on an example of the scenario file. */
export interface ExampleResult extends EndResult {
  readonly list: "passes" | "fails";
  /** 0-based place in its list. */
  readonly index: number;
}

/** Grades every example by the outcome checks that it says anything about. */
export async function gradeExamples(loaded: LoadedScenario): Promise<readonly ExampleResult[]> {
  const results: ExampleResult[] = [];
  for (const list of ["passes", "fails"] as const)
    for (const [index, example] of loaded.scenario[list].entries())
      results.push({ list, index, ...(await gradeExample(loaded, example)) });
  return results;
}

/** Grades ends of the conversation that stand outside the scenario, in their order. */
export async function gradeEnds(
  loaded: LoadedScenario,
  ends: readonly EndExample[],
): Promise<readonly EndResult[]> {
  const results: EndResult[] = [];
  for (const end of ends) results.push(await gradeExample(loaded, end));
  return results;
}

async function gradeExample(loaded: LoadedScenario, example: EndExample): Promise<EndResult> {
  const { scenario } = loaded;
  const outcome = playExample(loaded, typeof example === "string" ? { reply: example } : example);
  const { scores } = await gradeTrial({ outcome, loaded, flagOn: null, judge: null });
  const ofRole = (role: Score["role"]) => scores.filter((score) => score.role === role);
  const decided = ofRole("outcome")
    .map((score, index) => ({ score, index }))
    .filter(({ score, index }) => {
      const check = scenario.expect[index];
      return check !== undefined && saysSomething(example, check) && score.result !== "unscored";
    });
  const failed = decided.filter(({ score }) => score.result === "fail");
  const signature = ofRole("signature");
  return {
    accepted: decided.length === 0 ? null : failed.length === 0,
    failed: failed.map(({ index }) => index),
    detail: failed[0]?.score.detail ?? null,
    signatureSeen: signature.length === 0 ? null : signature.every((score) => score.result === "pass"),
  };
}

/** Replies and worlds are known of every example, what else happened only where it says so. */
function saysSomething(example: EndExample, check: Check): boolean {
  if ("reply" in check || "world" in check || "module" in check) return true;
  if (typeof example === "string") return false;
  if ("event" in check) return example.events !== undefined;
  return "call" in check && example.calls !== undefined;
}

type FullExample = Exclude<EndExample, string>;

function playExample(loaded: LoadedScenario, example: FullExample): TrialOutcome {
  const { scenario } = loaded;
  const turns = scenario.conversation.filter((step) => "user" in step).length;
  const outcome = playOut(loaded, {
    name: "example",
    status: example.status ?? "ok",
    say: (_, before) =>
      example.turns?.[String(before.length + 1)] ??
      (before.length + 1 === turns ? (example.reply ?? "Done.") : "Noted."),
    world: endWorld(scenario, example),
    events: (example.events ?? []) as unknown as readonly EventBody[],
  });
  return { ...outcome, calls: callsOf(example) };
}

/** Checks count calls by purpose and look at nothing else of them. */
function callsOf({ calls = {} }: FullExample): TrialOutcome["calls"] {
  return Object.entries(calls).flatMap(([purpose, count]) =>
    Array.from({ length: count }, () => ({ purpose }) as TrialOutcome["calls"][number]),
  );
}

function endWorld(scenario: Scenario, example: FullExample): WorldSnapshot {
  const start = startWorldOf(scenario.world);
  const decisive = decisiveFile(scenario);
  const written = new Map(Object.entries(start.files));
  const changes = [
    ...(example.file === undefined || decisive === null ? [] : [[decisive, example.file] as const]),
    ...Object.entries(example.files ?? {}),
  ];
  for (const [path, text] of changes) {
    const place = workspacePath(path) ?? path;
    if (text === null) written.delete(place);
    else written.set(place, text);
  }
  return {
    ...start,
    files: sortedFiles(written),
    mail: (example.mail ?? []).map((mail) => ({ ...mail, at: start.now })),
    reminders: [
      ...start.reminders,
      ...(example.reminders ?? []).map(({ text, due }, index) => ({
        id: `reminder-${start.reminders.length + index + 1}`,
        text,
        // As the tool stores it, whatever zone it was given in.
        due: due === undefined ? start.now : new Date(due).toISOString(),
      })),
    ],
    executed: example.executed ?? [],
  };
}
