/** Everything a feature can plug into: slots have one provider, hooks any number, wraps go around a port, phases stand in places. */

import type { Message } from "../../../core/model.ts";
import type { ToolCall, ToolResult } from "../../../core/tool.ts";
import type { FoundConflict } from "../layers/contradiction/contradictions.ts";
import type { EvidenceItem } from "../layers/evidence/evidence-store.ts";
import type { TaskFailure } from "../layers/execution/execution-state.ts";
import type { Explanation, Hypothesis } from "../layers/hypothesis/hypotheses.ts";
import type { Directive, StallSide } from "../layers/recovery/directive.ts";
import type { FailureMatch } from "../layers/recovery/failure-match.ts";
import type { Strategy } from "../layers/recovery/ladder.ts";
import type { Finding } from "../layers/reviewer/findings.ts";
import type { Belief } from "../layers/world-model/world-model.ts";
import type { MemoryPolicy } from "../memory/memory-policy.ts";
import type { Contribution } from "./contribution.ts";
import type { FeatureCommand, FeatureTool } from "./feature-tool.ts";
import type { Hook } from "./hook.ts";
import type { Fill } from "./owned-points.ts";
import type { PhaseChange } from "./phase-change.ts";
import type { CallScope, TurnScope } from "./scope.ts";

/** Folds the older part of a transcript into one text; null leaves it to the clip. */
interface Compactor {
  compact(scope: CallScope, older: readonly Message[]): Promise<Contribution<string | null>>;
}

/** What becomes of messages the user sent while the turn ran: notes go into the next proposal, the rest waits. */
interface Steering {
  absorb(
    scope: TurnScope,
    messages: readonly string[],
  ): Promise<Contribution<{ readonly notes: readonly string[]; readonly followUps: readonly string[] }>>;
}

/** Names the constraint a finished reply breaks, or null. */
export interface ConstraintJudge {
  violated(
    scope: TurnScope,
    reply: string,
    constraints: readonly string[],
  ): Promise<Contribution<string | null>>;
}

export interface Slots {
  readonly memory: MemoryPolicy;
  readonly compactor: Compactor;
  readonly steering: Steering;
  readonly constraints: ConstraintJudge;
}

type TurnHook<Input, Value> = Hook<TurnScope, Input, Value>;

/** Inside the turn. */
export interface Hooks {
  /** New check-worthy beliefs were added to those on record; answers conflicts among them. */
  readonly beliefsAdded: TurnHook<
    { readonly added: readonly Belief[]; readonly record: readonly Belief[] },
    readonly FoundConflict[]
  >;
  /** The turn's hypotheses are seeded; answers further explanations. */
  readonly hypothesesSeeded: TurnHook<{ readonly beliefs: readonly Belief[] }, readonly Explanation[]>;
  /** New evidence came in; answers ids of hypotheses it contradicts. */
  readonly evidenceAdded: TurnHook<
    { readonly hypotheses: readonly Hypothesis[]; readonly evidence: readonly EvidenceItem[] },
    readonly string[]
  >;
  /** A proposal is about to be asked for; answers a block for its system message. */
  readonly proposing: TurnHook<{ readonly task: string }, string | null>;
  /** A task has failed; answers the library entry it resembles. */
  readonly failureMatched: TurnHook<{ readonly failure: TaskFailure }, FailureMatch | null>;
  /** The ladder has switched strategy after a failure; answers whether the task is tried again. */
  readonly strategySwitched: TurnHook<
    { readonly failure: TaskFailure; readonly strategy: Strategy },
    boolean
  >;
  /**
   * The run stalled, and only then (INV-22): after a failure, before the ladder goes on, or at the gate, before the run
   * is ended. Answers one directive; the first that is not CONTINUE decides (A-223..A-225).
   */
  readonly stalled: TurnHook<
    { readonly reason: string; readonly side: StallSide; readonly failure: TaskFailure | null },
    Directive
  >;
  /** A strategy is about to be chosen; answers the one that experience ranks first, null to leave the order. */
  readonly strategyRanked: TurnHook<
    { readonly failure: TaskFailure; readonly current: Strategy | null },
    Strategy | null
  >;
  /** The reviewer's findings are merged; answers tasks to reopen beside those the findings name. */
  readonly reviewed: TurnHook<{ readonly findings: readonly Finding[] }, readonly string[]>;
}

/** Around a tool call. */
export interface ToolWrap {
  /** False where the feature has no business with this call; it then counts as not reached. */
  applies?(scope: CallScope, call: ToolCall): boolean;
  /** Answers the result that the model gets; `next` runs the call, through the wraps that are further in. */
  run(
    scope: CallScope,
    call: ToolCall,
    next: (call: ToolCall) => Promise<ToolResult>,
  ): Promise<Contribution<ToolResult>>;
}

interface Wraps {
  /** Around every tool call that runs, approved actions included; a staged call runs when it is approved. */
  readonly tool: ToolWrap;
}

/** What one value of one flag installs. Contract: knows its own id and nobody else's; keeps state for its session only. */
export interface Feature {
  /** The flag's kebab id, on its events and calls. */
  readonly id: string;
  readonly slots?: { readonly [K in keyof Slots]?: (fallback: Slots[K]) => Slots[K] };
  readonly hooks?: Partial<Hooks>;
  readonly wraps?: Partial<Wraps>;
  readonly phases?: readonly PhaseChange<TurnScope>[];
  readonly tools?: readonly FeatureTool<CallScope>[];
  /** By the line they start with, e.g. `/memory history`; one that the engine has too takes its place. */
  readonly commands?: Readonly<Record<string, FeatureCommand<CallScope>>>;
  /** What it puts into points that other features own; its flag `requires` theirs. */
  readonly fills?: readonly Fill[];
}
