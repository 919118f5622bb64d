/** The three lenses that look back on a run (A-114, A-115, A-120, REFERENCE 1.7). */

import type { LayerStates } from "../../engine/layer-states.ts";
import { gravesOf, openOf } from "../contradiction/contradictions.ts";
import type { Task } from "../planning/task-graph.ts";
import { type Belief, normalise } from "../world-model/world-model.ts";
import type { Finding, Lens } from "./findings.ts";

const WEAK = 0.25;
const FIRM = 0.8;
const REPORTED_BELIEFS = 10;
/** So that three hops are near enough and a fourth would not be (our choice). */
const LOSS_PER_HOP = 0.15;
const MAX_HOPS = 3;
const REPORTED_PRIOR = 0.5;
const TASKS_FOR_ADVERSARIAL = 3;

type LensStates = Pick<LayerStates, "world-model" | "contradiction" | "planning" | "execution">;

/** The adversarial lens runs on a turn above LOW risk or with three or more tasks only. */
export function lensesFor(risk: string, tasks: number): readonly Lens[] {
  const adversarial = risk !== "LOW" || tasks >= TASKS_FOR_ADVERSARIAL;
  return adversarial ? ["implementer", "reviewer", "adversarial"] : ["implementer", "reviewer"];
}

/** The findings of some lenses, looked through at once and merged in lens order; the same words are kept once. */
export async function findingsOf(
  lenses: readonly Lens[],
  states: LensStates,
  wanted: Wanted,
): Promise<readonly Finding[]> {
  const all = (await Promise.all(lenses.map((lens) => LOOK[lens](states, wanted)))).flat();
  return all.filter((finding, index) => all.findIndex(({ text }) => text === finding.text) === index);
}

/** The user's conditions for the answers, and their judge. */
export interface Wanted {
  /** Success criteria: the conditions that the user set for the reply. */
  readonly criteria: readonly string[];
  covers(criterion: string, answers: readonly string[]): Promise<boolean>;
}

/** By words: some answer holds the criterion as it stands. */
export function namesCriterion(criterion: string, answers: readonly string[]): boolean {
  return answers.some((answer) => answer.toLowerCase().includes(criterion.toLowerCase()));
}

type Look = (states: LensStates, wanted: Wanted) => readonly Finding[] | Promise<readonly Finding[]>;

const LOOK: Readonly<Record<Lens, Look>> = {
  /** Quotes the user's conditions that no answer covers; a request without any has nothing to quote. */
  implementer: async (states, { criteria, covers }) => {
    const answers = answersOf(states);
    // Without an answer there is nothing to ask a judge about.
    const covered = await Promise.all(
      criteria.map(async (criterion) => answers.length > 0 && (await covers(criterion, answers))),
    );
    return criteria
      .filter((_criterion, index) => !covered[index])
      .map((criterion) => ({
        lens: "implementer",
        severity: "MEDIUM",
        text: `criterion not covered: "${criterion}"`,
        tasks: [],
      }));
  },
  /** Grave conflicts, weak beliefs, finished tasks that should not be. */
  reviewer: (states) => [...graveFindings(states), ...weakBeliefs(states), ...regressions(states)],
  /** Looks for beliefs that a dispute speaks against, directly or through what they rest on. */
  adversarial: ({ "world-model": { beliefs }, contradiction }) => {
    const disputed = new Set(openOf(contradiction).flatMap(({ pair }) => pair));
    return beliefs
      .map((belief) => ({ belief, prior: priorAgainst(belief, beliefs, disputed) }))
      .filter(({ prior }) => prior > REPORTED_PRIOR)
      .sort((a, b) => b.prior - a.prior)
      .slice(0, REPORTED_BELIEFS)
      .map(({ belief: { id, text, confidence } }) => ({
        lens: "adversarial",
        severity: confidence >= FIRM && disputed.has(id) ? "HIGH" : "MEDIUM",
        text: disputed.has(id) ? `"${text}" may not hold` : `"${text}" rests on what may not hold`,
        tasks: [],
      }));
  },
};

/** The answers that the user is told: a draft that failed its checks and a step of the harness's own are none. */
function answersOf({ planning, execution }: LensStates): readonly string[] {
  return planning.tasks
    .filter(({ state, answers }) => state === "COMPLETE" && answers)
    .flatMap(({ id }) => execution.runs[id]?.draft || []);
}

function graveFindings({ contradiction, planning, execution }: LensStates): readonly Finding[] {
  return gravesOf(contradiction).map(({ texts }) => ({
    lens: "reviewer",
    severity: "HIGH",
    text: `unresolved: "${texts[0]}" against "${texts[1]}"`,
    tasks: planning.tasks
      .filter(({ state }) => state === "COMPLETE")
      .filter(({ id }) => texts.some((text) => repeats(execution.runs[id]?.draft ?? "", text)))
      .map(({ id }) => id),
  }));
}

/** Compares without case, spacing and full stop. */
function repeats(draft: string, text: string): boolean {
  return normalise(draft).includes(normalise(text));
}

function weakBeliefs({ "world-model": { beliefs } }: LensStates): readonly Finding[] {
  const weak = beliefs.filter(({ confidence }) => confidence < WEAK).length;
  if (weak * 2 <= beliefs.length) return [];
  return [
    {
      lens: "reviewer",
      severity: "MEDIUM",
      text: `${weak} of ${beliefs.length} beliefs are weak`,
      tasks: [],
    },
  ];
}

function regressions({ planning, execution }: LensStates): readonly Finding[] {
  const state = new Map(planning.tasks.map((task) => [task.id, task.state]));
  const isAdrift = ({ id, after }: Task): boolean =>
    (execution.runs[id]?.draft ?? "").trim() === "" ||
    after.some((other) => state.has(other) && state.get(other) !== "COMPLETE");
  return planning.tasks
    .filter((task) => task.state === "COMPLETE" && isAdrift(task))
    .map(({ id }) => ({
      lens: "reviewer",
      severity: "MEDIUM",
      text: `${id} is finished without an answer or before what it rests on`,
      tasks: [id],
    }));
}

/** The doubt that disputes at a belief, or within three hops below it, cast on it; 0 where there is none. */
function priorAgainst(belief: Belief, beliefs: readonly Belief[], disputed: ReadonlySet<string>): number {
  const seen = new Set([belief.id]);
  let edge: readonly string[] = [belief.id];
  for (let hop = 0; hop <= MAX_HOPS; hop++) {
    if (edge.some((id) => disputed.has(id))) return 1 - hop * LOSS_PER_HOP;
    edge = beliefs
      .filter(({ id }) => edge.includes(id))
      .flatMap(({ derivedFrom }) => derivedFrom.map(({ on }) => on))
      .filter((on) => !seen.has(on));
    for (const id of edge) seen.add(id);
  }
  return 0;
}
