/** The scenario file's schema: one conversation with its world, checks and simulated model (ARCHITECTURE 4). */

import { z } from "zod";
import { Fault } from "./fault.ts";
import { HarnessId } from "./harness-id.ts";
import { SettingsOverride } from "./settings.ts";
import { WORLD_TOOLS } from "./world-tools.ts";

const text = z.string().min(1);
const TURN_STATUS = ["ok", "could-not-complete", "escalated", "paused", "refused"] as const;
const kebabPath = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)*$/, "use kebab-case words separated by /");

/** Which user turn a check looks at: `last`, `any`, `all`, or its 1-based number. */
const turnSelector = z.union([z.enum(["last", "any", "all"]), z.number().int().positive()]);

/**
 * A phrase to look for. A plain string is a literal: case, white space, emphasis marks and digit grouping ("6,000") are
 * ignored and it has to stand on word boundaries. `/.../i` is a regular expression. A list means any one of its members.
 */
const phrase = z.union([text, z.array(text).min(1)]);

/** Inclusive bounds of a count; a bare number means exactly that many. */
const count = z.union([
  z.number().int().nonnegative(),
  z.strictObject({
    min: z.number().int().nonnegative().optional(),
    max: z.number().int().nonnegative().optional(),
  }),
]);

const ReplyCheck = z.strictObject({
  reply: z.strictObject({
    turn: turnSelector.default("last"),
    /** All of these are said. */
    states: z.array(phrase).optional(),
    /** None of these is said. */
    omits: z.array(phrase).optional(),
    /** The status the turn ended with. */
    status: z.enum(TURN_STATUS).optional(),
  }),
});

/** Marks a check as one of tool safety: a candidate that newly fails it is blocked by the gate, whatever its pass rate. */
const safety = z.literal(true).optional();

const WorldCheck = z.strictObject({
  safety,
  world: z.union([
    z.strictObject({
      file: text,
      exists: z.boolean().optional(),
      unchanged: z.literal(true).optional(),
      equals: z.string().optional(),
      contains: z.array(phrase).optional(),
      omits: z.array(phrase).optional(),
    }),
    z.strictObject({
      mail: z.strictObject({
        to: text.optional(),
        contains: z.array(phrase).optional(),
        count: count.optional(),
      }),
    }),
    z.strictObject({
      reminder: z.strictObject({ contains: z.array(phrase).optional(), count: count.optional() }),
    }),
    z.strictObject({ executed: z.strictObject({ command: text.optional(), count: count.optional() }) }),
  ]),
});

const EventCheck = z.strictObject({
  safety,
  event: z.strictObject({
    type: text,
    /** Fields that must be equal (compared as JSON, dots reach into objects); strings accept `/.../` patterns. */
    where: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
    /** Defaults to at least one. */
    count: count.optional(),
  }),
});

const CallCheck = z.strictObject({
  call: z.union([text, z.strictObject({ purpose: text, count: count.optional() })]),
});

const CostCheck = z.strictObject({
  cost: z.strictObject({
    maxUsd: z.number().positive().optional(),
    maxCalls: z.number().int().positive().optional(),
    maxInputTokens: z.number().int().positive().optional(),
    maxOutputTokens: z.number().int().positive().optional(),
  }),
});

const JudgeCheck = z.strictObject({
  judge: z.strictObject({ rubric: text, turn: turnSelector.default("last") }),
});

const ModuleCheck = z.strictObject({
  /** ESM file beside the scenario, relative to it; its export gets the trial and returns pass, fail or unscored. */
  module: z.strictObject({ path: text, export: text.default("check") }),
});

export const Check = z.union([
  ReplyCheck,
  WorldCheck,
  EventCheck,
  CallCheck,
  CostCheck,
  JudgeCheck,
  ModuleCheck,
]);
export type Check = z.infer<typeof Check>;

/** Evidence checks are the deterministic kinds that look at what the harness did. */
const MechanismCheck = z.union([EventCheck, CallCheck]);

/** Where a rule looks: everything but the assistant's own words, or one part of the request. */
const sees = z.union([
  z.array(text).min(1),
  z.strictObject({
    /** System message(s). */
    system: z.array(text).min(1).optional(),
    /** Any user message. */
    user: z.array(text).min(1).optional(),
    /** Any tool result. */
    tool: z.array(text).min(1).optional(),
    /** The last message only, unless it is the assistant's. */
    last: z.array(text).min(1).optional(),
    /** All of these in one line of the system message(s), such as a sentence that sets one thing against another. */
    line: z.array(text).min(1).optional(),
    /** None of these in that line. */
    lacks: z.array(text).min(1).optional(),
    /** None of these anywhere outside the assistant's words. */
    none: z.array(text).min(1).optional(),
  }),
]);

/** What a simulated request must look like; all given parts must hold. */
const RuleWhen = z.strictObject({
  purpose: z.union([text, z.array(text).min(1)]),
  sees: sees.optional(),
  /** A tool of this name is offered. */
  offers: text.optional(),
});

/**
 * One behaviour of the simulated model. `say`, `json` and the arguments of `call` may use `${name}` for named groups
 * captured by `/.../` patterns. `chance` makes the rule apply to that share of draws only.
 */
export const SimulateRule = z
  .strictObject({
    when: RuleWhen,
    chance: z.number().gt(0).lt(1).optional(),
    /** The arm succeeds by itself here, with or without the flag: such pairs are counted and set aside. */
    spontaneous: z.literal(true).optional(),
    say: z.string().optional(),
    json: z.json().optional(),
    call: z
      .union([
        z.strictObject({ tool: text, arguments: z.record(z.string(), z.json()).default({}) }),
        z.array(z.strictObject({ tool: text, arguments: z.record(z.string(), z.json()).default({}) })).min(1),
      ])
      .optional(),
    fail: z.strictObject({ status: z.number().int().min(400).max(599) }).optional(),
    finish: z.enum(["stop", "length"]).optional(),
  })
  .refine(
    (rule) => [rule.say, rule.json, rule.call, rule.fail].filter((part) => part !== undefined).length >= 1,
    {
      message: "a rule needs one of say, json, call or fail",
    },
  );
export type SimulateRule = z.infer<typeof SimulateRule>;

/** Inserts the rules of a file under `scenarios/_rules/`, by its name without ending. */
export const RuleInclude = z.strictObject({ include: kebabPath });
export type RuleInclude = z.infer<typeof RuleInclude>;

/** What the user does with actions staged in a turn: approve or reject all, none, or by tool name. */
const approve = z.union([
  z.enum(["all", "none", "reject"]),
  z.record(z.string(), z.enum(["approve", "reject"])),
]);

export const Step = z.union([
  z.strictObject({
    user: text,
    approve: approve.default("none"),
    /** Said by the user while the turn runs, delivered when that iteration polls. */
    steer: z
      .array(z.strictObject({ when: z.strictObject({ iteration: z.number().int().positive() }), say: text }))
      .default([]),
  }),
  z.strictObject({ command: z.string().regex(/^\//, "a command starts with /") }),
  /** Ends the session as if the program were closed, and opens another one on the same durable state. */
  z.strictObject({ "new-session": z.strictObject({}) }),
  /** Moves the trial's clock. */
  z.strictObject({ wait: z.strictObject({ hours: z.number().positive() }) }),
]);
export type Step = z.infer<typeof Step>;

/**
 * How a conversation may end, written down to hold the checks to it: what was said, and what differs from the starting
 * world. A text alone is the last reply.
 */
export const EndExample = z.union([
  text,
  z
    .strictObject({
      /** The last reply. */
      reply: z.string().optional(),
      /** Replies of other turns, by their 1-based number. */
      turns: z.record(z.string().regex(/^[1-9]\d*$/, "use the number of a turn"), z.string()).optional(),
      /** The status the last turn ended with, `ok` when absent. */
      status: z.enum(TURN_STATUS).optional(),
      /** Text of the one file that the outcome checks name; null = it is not there. */
      file: z.string().nullable().optional(),
      /** Texts of files by path; null = the file is not there. */
      files: z.record(z.string(), z.string().nullable()).optional(),
      mail: z
        .array(z.strictObject({ to: text, subject: z.string().default(""), body: z.string().default("") }))
        .optional(),
      reminders: z
        .array(z.strictObject({ text, due: z.iso.datetime({ offset: true }).optional() }))
        .optional(),
      /** Commands that ran. */
      executed: z.array(text).optional(),
      /** Number of model calls by purpose. */
      calls: z.record(z.string(), z.number().int().nonnegative()).optional(),
      /** Events that happened besides the turns themselves, with their fields. */
      events: z.array(z.looseObject({ type: text })).optional(),
    })
    .refine((example) => Object.keys(example).length > 0, {
      message: "an example says how the conversation ends",
    }),
]);
export type EndExample = z.infer<typeof EndExample>;

/** What a feature may put into a request, in words that the simulate rules were not written from. */
const PayloadExamples = z.strictObject({
  /** With each of these the arm that gets it has to succeed. */
  right: z.array(text).default([]),
  /** Plausible, and about something else or with a wrong value: with each of these the arm has to fail as without it. */
  wrong: z.array(text).default([]),
});

export const HistoryMessage = z.strictObject({ role: z.enum(["user", "assistant"]), content: text });
export type HistoryMessage = z.infer<typeof HistoryMessage>;

export const Scenario = z.strictObject({
  id: kebabPath,
  purpose: text,
  harness: HarnessId.default("layered"),
  /** Flags this scenario is meant to stress or, for a control, flags that must make no difference here. */
  targets: z.array(z.string().regex(/^[A-Z][A-Z0-9_]+$/)).min(1),
  role: z.enum(["stress", "control"]),
  tags: z.array(text).default([]),
  /** Requirement ids or the claim it can reproduce. */
  source: z.union([text, z.array(text)]).optional(),
  world: z
    .strictObject({
      now: z.iso.datetime({ offset: true }),
      files: z.record(z.string(), z.string()).default({}),
      web: z
        .array(
          z.strictObject({
            url: z.url(),
            body: z.string(),
            status: z.number().int().default(200),
            title: text.optional(),
          }),
        )
        .default([]),
      reminders: z.array(z.strictObject({ text, due: z.iso.datetime({ offset: true }) })).default([]),
      faults: z.array(Fault).default([]),
      /** The tools of this world, all of them when absent; fewer tools keep requests small for a slow model. */
      tools: z.array(z.enum(WORLD_TOOLS)).optional(),
    })
    .prefault({ now: "2026-03-02T09:00:00Z" }),
  settings: SettingsOverride.optional(),
  history: z.array(HistoryMessage).default([]),
  conversation: z.array(Step).min(1),
  /** What failure looks like when the mechanism is absent; `checks` hold when the failure is the declared one (M5). */
  signature: z
    .strictObject({ says: text, checks: z.array(z.union([ReplyCheck, WorldCheck, EventCheck])).min(1) })
    .optional(),
  /** Outcome: all must hold for a pass. */
  expect: z.array(Check).min(1),
  /** Evidence that the flag fired; asserted negated where the flag is off. */
  mechanism: z.array(MechanismCheck).default([]),
  /** Ends that have to pass the outcome checks, in different words. */
  passes: z.array(EndExample).default([]),
  /** Ends that show the failure and have to fail the outcome checks, the subtle ones first. */
  fails: z.array(EndExample).default([]),
  payloads: PayloadExamples.optional(),
  /** Behaviour of the simulated model here; ignored by real models. */
  simulate: z.array(z.union([SimulateRule, RuleInclude])).default([]),
});
export type Scenario = z.infer<typeof Scenario>;
export type ScenarioInput = z.input<typeof Scenario>;

/** A scenario as loaded: includes expanded, with its digest and the file it came from. */
export interface LoadedScenario {
  readonly scenario: Scenario;
  /** The simulate rules with every include expanded, in order. */
  readonly rules: readonly SimulateRule[];
  /** Digest of the parsed scenario with its expanded rules. */
  readonly digest: string;
  /** Absolute path; custom modules resolve against its folder. */
  readonly file: string;
}

/** The one file that the outcome checks name, which an example's `file` stands for; null for none or several. */
export function decisiveFile({ expect }: Pick<Scenario, "expect">): string | null {
  const named = expect.flatMap((check) =>
    "world" in check && "file" in check.world && !check.world.unchanged ? [check.world.file] : [],
  );
  const [only] = named;
  return only !== undefined && new Set(named).size === 1 ? only : null;
}
