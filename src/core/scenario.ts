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

const turnSelector = z
  .union([z.enum(["last", "any", "all"]), z.number().int().positive()])
  .describe("The user turn that is looked at: `last`, `any`, `all`, or its 1-based number.");

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
    states: z.array(phrase).optional().describe("All of these are said."),
    omits: z.array(phrase).optional().describe("None of these is said."),
    status: z.enum(TURN_STATUS).optional().describe("The status the turn ended with."),
  }),
});

const safety = z
  .literal(true)
  .optional()
  .describe(
    "A check of tool safety: the gate blocks a candidate that newly fails it, whatever its pass rate.",
  );

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
    where: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .optional()
      .describe(
        "Fields that must be equal (compared as JSON, dots reach into objects); strings accept `/.../` patterns.",
      ),
    count: count.optional().describe("Defaults to at least one."),
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
  module: z
    .strictObject({ path: text, export: text.default("check") })
    .describe(
      "ESM file beside the scenario, relative to it; its export gets the trial and returns pass, fail or unscored.",
    ),
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

/** Part of a request that a rule reads: everything but the assistant's own words, or one part. */
const sees = z.union([
  z.array(text).min(1),
  z.strictObject({
    system: z.array(text).min(1).optional().describe("System message(s)."),
    user: z.array(text).min(1).optional().describe("Any user message."),
    tool: z.array(text).min(1).optional().describe("Any tool result."),
    last: z.array(text).min(1).optional().describe("The last message only, unless it is the assistant's."),
    line: z
      .array(text)
      .min(1)
      .optional()
      .describe(
        "All of these in one line of the system message(s), such as a sentence that sets one thing against another.",
      ),
    lacks: z.array(text).min(1).optional().describe("None of these in that line."),
    none: z.array(text).min(1).optional().describe("None of these anywhere outside the assistant's words."),
  }),
]);

/** Conditions on a simulated request; all given parts must hold. */
const RuleWhen = z.strictObject({
  purpose: z.union([text, z.array(text).min(1)]).describe("What the call is for, e.g. `propose`."),
  sees: sees.optional(),
  offers: text.optional().describe("A tool of this name is offered."),
});

/**
 * One behaviour of the simulated model. `say`, `json` and the arguments of `call` may use `${name}` for named groups
 * captured by `/.../` patterns. `chance` makes the rule apply to that share of draws only.
 */
export const SimulateRule = z
  .strictObject({
    when: RuleWhen,
    chance: z.number().gt(0).lt(1).optional().describe("The rule applies to this share of draws."),
    spontaneous: z
      .literal(true)
      .optional()
      .describe(
        "The arm succeeds by itself here, with or without the flag: such pairs are counted and set aside.",
      ),
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

const approve = z
  .union([z.enum(["all", "none", "reject"]), z.record(z.string(), z.enum(["approve", "reject"]))])
  .describe("What the user does with actions staged in this turn: all, none, reject, or one answer by tool.");

export const Step = z.union([
  z.strictObject({
    user: text,
    approve: approve.default("none"),
    steer: z
      .array(z.strictObject({ when: z.strictObject({ iteration: z.number().int().positive() }), say: text }))
      .default([])
      .describe("Said by the user while the turn runs, delivered when that iteration polls."),
  }),
  z.strictObject({ command: z.string().regex(/^\//, "a command starts with /") }),
  /** Ends the session as if the program were closed, and opens another one on the same durable state. */
  z.strictObject({ "new-session": z.strictObject({}) }),
  /** Moves the trial's clock. */
  z.strictObject({ wait: z.strictObject({ hours: z.number().positive() }) }),
]);
export type Step = z.infer<typeof Step>;

/**
 * End of a conversation, written down to hold the checks to it: its words, and every difference from the starting
 * world. A text alone is the last reply.
 */
export const EndExample = z.union([
  text,
  z
    .strictObject({
      reply: z.string().optional().describe("The last reply."),
      turns: z
        .record(z.string().regex(/^[1-9]\d*$/, "use the number of a turn"), z.string())
        .optional()
        .describe("Replies of other turns, by their 1-based number."),
      status: z
        .enum(TURN_STATUS)
        .optional()
        .describe("The status the last turn ended with, `ok` when absent."),
      file: z
        .string()
        .nullable()
        .optional()
        .describe("Text of the one file that the outcome checks name; null = it is not there."),
      files: z
        .record(z.string(), z.string().nullable())
        .optional()
        .describe("Texts of files by path; null = the file is not there."),
      mail: z
        .array(z.strictObject({ to: text, subject: z.string().default(""), body: z.string().default("") }))
        .optional(),
      reminders: z
        .array(z.strictObject({ text, due: z.iso.datetime({ offset: true }).optional() }))
        .optional(),
      executed: z.array(text).optional().describe("Commands that ran."),
      calls: z
        .record(z.string(), z.number().int().nonnegative())
        .optional()
        .describe("Number of model calls by purpose."),
      events: z
        .array(z.looseObject({ type: text }))
        .optional()
        .describe("Events that happened besides the turns themselves, with their fields."),
    })
    .refine((example) => Object.keys(example).length > 0, {
      message: "an example says how the conversation ends",
    }),
]);
export type EndExample = z.infer<typeof EndExample>;

/** Text that a feature may put into a request, in words that the simulate rules were not written from. */
const PayloadExamples = z.strictObject({
  right: z.array(text).default([]).describe("With each of these the arm that gets it has to succeed."),
  wrong: z
    .array(text)
    .default([])
    .describe(
      "Plausible, and about something else or with a wrong value: with each of these the arm has to fail as without it.",
    ),
});

export const HistoryMessage = z.strictObject({ role: z.enum(["user", "assistant"]), content: text });
export type HistoryMessage = z.infer<typeof HistoryMessage>;

export const Scenario = z.strictObject({
  id: kebabPath.describe("Name of the scenario; the built-in ones have the path of their file."),
  purpose: text.describe("One sentence: what the agent has to get right, and why it is easy to get wrong."),
  harness: HarnessId.default("layered").describe("The harness whose flags are targeted."),
  targets: z
    .array(z.string().regex(/^[A-Z][A-Z0-9_]+$/))
    .min(1)
    .describe(
      "Flags this scenario is meant to stress or, for a control, flags that must make no difference here.",
    ),
  role: z
    .enum(["stress", "control"])
    .describe("`stress` counts for the verdict; in a `control` the flag must make no difference."),
  tags: z.array(text).default([]).describe("Words that `--scenarios` selects by."),
  source: z
    .union([text, z.array(text)])
    .optional()
    .describe("Requirement ids or the claim it can reproduce."),
  world: z
    .strictObject({
      now: z.iso.datetime({ offset: true }).describe("Where the trial's clock starts."),
      files: z.record(z.string(), z.string()).default({}).describe("Texts of files by path."),
      web: z
        .array(
          z.strictObject({
            url: z.url(),
            body: z.string(),
            status: z.number().int().default(200),
            title: text.optional(),
          }),
        )
        .default([])
        .describe("Pages that search and fetch find."),
      reminders: z
        .array(z.strictObject({ text, due: z.iso.datetime({ offset: true }) }))
        .default([])
        .describe("Reminders that are set when the conversation begins."),
      faults: z.array(Fault).default([]).describe("Calls that fail, the same ones in every arm."),
      tools: z
        .array(z.enum(WORLD_TOOLS))
        .optional()
        .describe(
          "The tools of this world, all of them when absent; fewer tools keep requests small for a slow model.",
        ),
    })
    .prefault({ now: "2026-03-02T09:00:00Z" })
    .describe("What is there when the conversation begins."),
  settings: SettingsOverride.optional().describe("Settings of the harness that this scenario overrides."),
  history: z.array(HistoryMessage).default([]).describe("Messages that are in the transcript already."),
  conversation: z.array(Step).min(1).describe("What the user says and does, in order."),
  signature: z
    .strictObject({ says: text, checks: z.array(z.union([ReplyCheck, WorldCheck, EventCheck])).min(1) })
    .optional()
    .describe(
      "What failure looks like when the mechanism is absent; `checks` hold when the failure is the declared one (M5).",
    ),
  expect: z.array(Check).min(1).describe("Outcome: all must hold for a pass."),
  mechanism: z
    .array(MechanismCheck)
    .default([])
    .describe("Evidence that the flag fired; asserted negated where the flag is off."),
  passes: z
    .array(EndExample)
    .default([])
    .describe("Ends that have to pass the outcome checks, in different words."),
  fails: z
    .array(EndExample)
    .default([])
    .describe("Ends that show the failure and have to fail the outcome checks, the subtle ones first."),
  payloads: PayloadExamples.optional().describe("What a feature may put into a request, in other words."),
  simulate: z
    .array(z.union([SimulateRule, RuleInclude]))
    .default([])
    .describe("Behaviour of the simulated model here; ignored by real models."),
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
