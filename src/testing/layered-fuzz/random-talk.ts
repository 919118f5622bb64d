/** Random conversations with the layered harness, each a pure function of its seed: what users, models and tools may do. */

import type { Flag, FlagValue, FlagValues } from "../../core/flag.ts";
import { builtFlagsOf } from "../../core/flag-catalogue.ts";
import type { ModelRequest } from "../../core/model.ts";
import { type Random, seededRandom } from "../../core/random.ts";
import type { SettingsOverride } from "../../core/settings.ts";
import type { Said, TalkOptions } from "../layered-talk.ts";
import { type Lean, leanOf, pick } from "./lean.ts";
import { sideAnswers } from "./random-answers.ts";
import { randomReply } from "./random-reply.ts";
import { FACTS, FILES, PAGES, PARTS } from "./talk-words.ts";

interface Entry {
  readonly text: string;
  /** Messages while the turn runs, by iteration. */
  readonly meanwhile: Readonly<Record<number, readonly string[]>>;
  readonly waitMinutes: number;
  readonly restart: boolean;
  /** True where the staged actions of the turn are approved afterwards. */
  readonly approves: boolean;
}

export interface RandomTalk {
  readonly options: TalkOptions;
  readonly entries: readonly Entry[];
  readonly lean: Lean;
}

/** The conversation of a seed. */
export function randomTalk(seed: number): RandomTalk {
  const random = seededRandom(`talk-${seed}`);
  const lean = leanOf(random.stream("lean"));
  const draw = random.stream("talk");
  const entries = Array.from({ length: 1 + draw.int(3) }, () => entryOf(draw));
  return { lean, entries, options: optionsOf(random, lean) };
}

function entryOf(draw: Random): Entry {
  const text = draw.next() < 0.03 ? " " : pick(draw, PARTS);
  const meanwhile = draw.next() < 0.15 ? { [1 + draw.int(4)]: ["In German, please."] } : {};
  return {
    text,
    meanwhile,
    waitMinutes: draw.next() < 0.3 ? draw.int(3_000) : 0,
    restart: draw.next() < 0.15,
    approves: draw.next() < 0.5,
  };
}

function optionsOf(random: Random, lean: Lean): TalkOptions {
  const draw = random.stream("options");
  return {
    flags: {
      ...randomFlags(draw),
      ...(lean.opposed ? { ASSISTANT_LEXICAL_MODE: "enabled", AUDIT_SEMANTIC_HYPOTHESES: true } : {}),
    },
    settings: randomSettings(draw, lean),
    world: { files: FILES, web: PAGES, faults: randomFaults(draw) },
    model: {
      ...sideAnswers(random, lean),
      propose: (request: ModelRequest, n: number): Said =>
        randomReply(random.stream(`propose-${n}`), lean, request),
    },
    ...(draw.next() < 0.2
      ? {
          history: Array.from({ length: 2 + draw.int(44) }, (_, index) => ({
            role: index % 2 === 0 ? ("user" as const) : ("assistant" as const),
            content: pick(draw, FACTS),
          })),
        }
      : {}),
  };
}

/** Every built flag at one of its values, mostly the default. */
function randomFlags(draw: Random): FlagValues {
  const flags = Object.fromEntries(
    builtFlagsOf("layered").map((flag) => [
      flag.name,
      draw.next() < 0.5 ? flag.default : oneValueOf(draw, flag),
    ]),
  );
  // A flag without what it requires is wrong use, not a conversation.
  for (const { name, requires, off } of builtFlagsOf("layered"))
    if (requires.some((other) => flags[other] === flagOff(other))) flags[name] = off;
  return flags;
}

function oneValueOf(draw: Random, { on, off, values }: Flag): FlagValue {
  return pick(draw, values ?? [on, off]);
}

function flagOff(name: string): FlagValue | undefined {
  return builtFlagsOf("layered").find((flag) => flag.name === name)?.off;
}

function randomSettings(draw: Random, { long }: Lean): SettingsOverride {
  return {
    loop: long
      ? { maxIterations: 40, taskSteps: 30 }
      : { maxIterations: pick(draw, [15, 15, 3]), taskSteps: pick(draw, [8, 8, 2]) },
    ...(draw.next() < 0.3 ? { verification: { consistency: true } } : {}),
    ...(draw.next() < 0.1 ? { spend: { sessionCallLimit: 1 + draw.int(12) } } : {}),
    ...(draw.next() < 0.5 ? { memory: { writeMode: "auto" as const } } : {}),
  };
}

function randomFaults(draw: Random): NonNullable<NonNullable<TalkOptions["world"]>["faults"]> {
  if (draw.next() < 0.7) return [];
  const tool = pick(draw, ["read_file", "fetch_url", "run_shell_command"] as const);
  const error = pick(draw, ["timeout", "network", "server-error", "failed"] as const);
  return [{ on: "tool", tool, call: draw.next() < 0.5 ? "all" : 1 + draw.int(4), error }];
}
