/** Everything a feature can plug into: slots have one provider, hooks any number, wraps go around a port, phases stand in places. */

import type { TurnStatus } from "../../../core/event.ts";
import type { Message } from "../../../core/model.ts";
import type { ToolCall, ToolResult } from "../../../core/tool.ts";
import type { TurnInput } from "../../contract/harness.ts";
import type { RequestPart } from "../classify/classification.ts";
import type { FoundConflict } from "../layers/contradiction/contradictions.ts";
import type { ControlState } from "../layers/control-state/control-state.ts";
import type { EvidenceItem } from "../layers/evidence/evidence-store.ts";
import type { GateDecision } from "../layers/execution/action-gate.ts";
import type { TaskFailure } from "../layers/execution/execution-state.ts";
import type { Explanation, Hypothesis } from "../layers/hypothesis/hypotheses.ts";
import type { Directive, StallSide } from "../layers/recovery/directive.ts";
import type { FailureMatch } from "../layers/recovery/failure-match.ts";
import type { Strategy } from "../layers/recovery/ladder.ts";
import type { Finding, Reopening } from "../layers/reviewer/findings.ts";
import type { Belief } from "../layers/world-model/world-model.ts";
import type { Fact } from "../memory/fact.ts";
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

/** Treatment of messages the user sent while the turn ran: notes go into the next proposal, the rest waits. */
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

/** True where answers cover a success criterion. */
interface CoverageJudge {
  covered(scope: TurnScope, criterion: string, answers: readonly string[]): Promise<Contribution<boolean>>;
}

/** Compares two texts by words that negate one another; null where nobody compares words. */
interface Negation {
  readonly negates: ((a: string, b: string) => Contribution<boolean>) | null;
}

/** True where a reply says only what the tools gave. */
interface GroundingJudge {
  grounded(
    scope: TurnScope,
    written: { readonly reply: string; readonly tools: readonly string[] },
  ): Promise<Contribution<boolean>>;
}

/** The parts of the request that become tasks of their own; null makes the whole of it one task. */
interface PartsOfRequest {
  partsOf(scope: TurnScope): Promise<Contribution<readonly RequestPart[] | null>>;
}

/** Permission of selected tasks to act, once an iteration; `control` is the state that decided. */
interface ActionGate {
  decide(scope: TurnScope): Promise<
    Contribution<{
      readonly decision: GateDecision;
      readonly reason: string;
      readonly control: ControlState;
    }>
  >;
}

export interface Slots {
  readonly memory: MemoryPolicy;
  readonly compactor: Compactor;
  readonly steering: Steering;
  readonly constraints: ConstraintJudge;
  readonly coverage: CoverageJudge;
  readonly grounding: GroundingJudge;
  readonly negation: Negation;
  readonly parts: PartsOfRequest;
  readonly actionGate: ActionGate;
}

type TurnHook<Input, Value> = Hook<TurnScope, Input, Value>;

interface DirectAnswer {
  readonly reply: string;
  readonly status: TurnStatus;
}

export interface WrittenReply {
  readonly reply: string;
  readonly status: TurnStatus;
  readonly trivial: boolean;
}

export type ReplyRemark =
  /** Shown beside the reply, never in it. */
  | { readonly kind: "label"; readonly label: string }
  /** Sends the reply back once, with the whole request and this complaint; one re-ask a turn, whoever asks first. */
  | { readonly kind: "ask-again"; readonly complaint: string };

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
  /** A proposal is about to be asked for, for a task or, with an empty one, for a trivial turn; answers a block for its system message. */
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
  /** The turn is classified; answers it without the layers, null to leave it to them. The first answer counts. */
  readonly turnClassified: TurnHook<null, DirectAnswer | null>;
  /** The reply is written, on every path; answers a label for it, or what has to be asked once more. */
  readonly replied: TurnHook<WrittenReply, ReplyRemark | null>;
  /** The turn is over and its reply final; nothing can be changed any more. */
  readonly turnEnded: TurnHook<WrittenReply, null>;
  /** The reviewer's findings are merged; answers tasks to reopen beside those that the reviewer lens names. */
  readonly reviewed: TurnHook<{ readonly findings: readonly Finding[] }, readonly Reopening[]>;
}

/** Around the turn, where its slices are not known yet or no longer matter; each may ask a model. */
export interface EdgeHooks {
  /** A turn begins: nothing is folded or classified yet. */
  readonly turnStarted: Hook<
    CallScope,
    { readonly text: string; readonly source: TurnInput["source"] },
    null
  >;
  /** The conversation is about to be cleared by `/new`, or its older part folded into one message. */
  readonly sessionEdge: Hook<
    CallScope,
    { readonly edge: "new" | "compaction"; readonly messages: readonly Message[] },
    null
  >;
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

/** Around a write to memory, whoever writes: once per fact, after its route is known. */
interface MemoryWrap {
  applies?(scope: CallScope, fact: Fact): boolean;
  /** Answers the fact as it was written, null when it was not; `next` writes it, through the wraps further in. */
  run(
    scope: CallScope,
    fact: Fact,
    next: (fact: Fact) => Promise<Fact | null>,
  ): Promise<Contribution<Fact | null>>;
}

interface Wraps {
  readonly memoryWrite: MemoryWrap;
  /** Around every tool call that runs, approved actions included; a staged call runs when it is approved. */
  readonly tool: ToolWrap;
}

/** Parts that one value of one flag installs. Contract: knows its own id and nobody else's; keeps state for its session only. */
export interface Feature {
  /** The flag's kebab id, on its events and calls. */
  readonly id: string;
  readonly slots?: { readonly [K in keyof Slots]?: (fallback: Slots[K]) => Slots[K] };
  readonly hooks?: Partial<Hooks & EdgeHooks>;
  readonly wraps?: Partial<Wraps>;
  readonly phases?: readonly PhaseChange<TurnScope>[];
  readonly tools?: readonly FeatureTool<CallScope>[];
  /** By the line they start with, e.g. `/memory history`; one that the engine has too takes its place. */
  readonly commands?: Readonly<Record<string, FeatureCommand<CallScope>>>;
  /** Parts that it puts into points that other features own; its flag `requires` theirs. */
  readonly fills?: readonly Fill[];
}
