/** Walks the phase table: the before-part once, the loop until nothing is left to do, the after-part at most twice. */

import type { LayeredEventBody } from "../events.ts";
import type { Halt, PhaseResult } from "../extensions/phase-result.ts";
import type { Part } from "../extensions/places.ts";
import type { LayerId } from "../layer-id.ts";
import { readyTasks } from "../layers/planning/task-graph.ts";
import { emptyStates } from "./empty-states.ts";
import { type LayerStates, summaryOf } from "./layer-states.ts";
import type { Phase } from "./phase.ts";
import { callContext, type TurnContext, type TurnFrame, turnContext } from "./turn-context.ts";

export interface RunOutcome {
  readonly states: LayerStates;
  /** The reason for which the loop was ended, null when it ran out of work. */
  readonly halt: Halt | null;
  readonly followUps: readonly string[];
  readonly iteration: number;
}

/** The point at which a run goes on. */
export type RunStart = Pick<RunOutcome, "states" | "iteration">;

/** Runs the eleven layers over one turn; one that was paused goes on where it stood. */
export async function runLoop(
  phases: readonly Phase[],
  frame: TurnFrame,
  from: RunStart | null = null,
): Promise<RunOutcome> {
  const run = new Run(phases, frame, from);
  if (from === null) await run.walk("before");
  do {
    await run.iterate();
  } while (await run.review());
  return run.outcome();
}

/** The state of one run; nothing outside this class changes a slice. */
class Run {
  private states: LayerStates;
  private iteration: number;
  private halt: Halt | null = null;
  private readonly followUps: string[] = [];

  private readonly phases: readonly Phase[];
  private readonly frame: TurnFrame;

  constructor(phases: readonly Phase[], frame: TurnFrame, from: RunStart | null) {
    this.states = from?.states ?? emptyStates();
    this.iteration = from?.iteration ?? 0;
    this.phases = phases;
    this.frame = frame;
  }

  async iterate(): Promise<void> {
    while (this.halt === null && this.hasWork()) {
      if (this.iteration >= this.maxIterations()) {
        this.emit({ type: "limit-hit", limit: "maxIterations", value: this.iteration });
        this.halt = {
          status: "could-not-complete",
          reason: `the limit of ${this.iteration} iterations was reached`,
        };
        return;
      }
      this.iteration += 1;
      await this.walk("think");
      await this.walk("act");
      await this.walk("check");
    }
  }

  /** True when the reviewer reopened something and the loop has to run again; a paused run is not over yet. */
  async review(): Promise<boolean> {
    if (this.halt?.status === "paused") return false;
    const reopened = await this.walk("after");
    return reopened && this.halt === null;
  }

  async walk(part: Part): Promise<boolean> {
    let reopened = false;
    for (const phase of this.phases) {
      if (phase.part !== part || (this.halt !== null && part !== "after")) continue;
      const { layer } = phase;
      this.emit({ type: "phase", phase: phase.phase, layer });
      const result = await phase.run(this.context());
      this.take(phase, result);
      if (layer !== null) this.emit({ type: "layer-end", layer, summary: summaryOf(layer, this.states) });
      reopened ||= result.reopened === true;
    }
    return reopened;
  }

  outcome(): RunOutcome {
    const { notes } = this.states.execution;
    // a note that no proposal took any more is handed back as a turn of its own.
    return {
      states: this.states,
      halt: this.halt,
      followUps: [...this.followUps, ...notes],
      iteration: this.iteration,
    };
  }

  private take({ phase, writes }: Phase, { states = {}, halt, followUps = [] }: PhaseResult): void {
    for (const layer of Object.keys(states) as LayerId[])
      if (!writes.includes(layer)) throw new Error(`phase ${phase} may not write ${layer}`);
    this.states = { ...this.states, ...states };
    this.followUps.push(...followUps);
    if (halt) {
      this.halt = halt;
      this.emit({ type: "gate-decision", gate: "run", decision: "HALT", reason: halt.reason });
    }
  }

  private hasWork(): boolean {
    const { planning } = this.states;
    return planning.tasks.some(({ state }) => state === "RUNNING") || readyTasks(planning).length > 0;
  }

  /** 15, raised to the number of tasks (REFERENCE 1.7). */
  private maxIterations(): number {
    const { loop } = this.frame.conversation.ports.settings;
    return Math.max(loop.maxIterations, this.states.planning.tasks.length);
  }

  private context(): TurnContext {
    const { frame, iteration, states } = this;
    return turnContext(frame, { iteration, maxIterations: this.maxIterations(), states });
  }

  private emit(body: LayeredEventBody): void {
    callContext(this.frame.conversation, this.frame.input.turn, this.iteration).emit(body);
  }
}
