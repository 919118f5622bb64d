/** The three lenses that look back on a run (A-114, A-115, A-120, REFERENCE 1.7). */

import type { LayerStates } from "../../engine/layer-states.ts";
import { gravesOf, openOf } from "../contradiction/contradictions.ts";
import type { Task } from "../planning/task-graph.ts";
import { type Belief, normalise } from "../world-model/world-model.ts";
import type { Finding, Lens } from "./findings.ts";

const WEAK = 0.25;
const FIRM = 0.8;
const ADVERSARIAL_SEEDS = 10;
const LOSS_PER_HOP = 0.25;
const MAX_HOPS = 3;
const NEAR_ENOUGH = 0.5;
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

/** What the user wants of the answers, and whether they give it. */
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
  implementer: async ({ execution }, { criteria, covers }) => {
    const answers = Object.values(execution.runs).flatMap(({ draft }) => (draft ? [draft] : []));
    const covered = await Promise.all(criteria.map((criterion) => covers(criterion, answers)));
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
  /** Looks for firmly held beliefs that something near them speaks against. */
  adversarial: ({ "world-model": { beliefs }, contradiction }) => {
    const disputed = new Map(
      openOf(contradiction).flatMap(({ pair: [a, b] }) => [[a, b] as const, [b, a] as const]),
    );
    return [...beliefs]
      .slice(0, ADVERSARIAL_SEEDS)
      .filter((seed) => prior(seed, beliefs, disputed) > REPORTED_PRIOR)
      .map((seed) => ({
        lens: "adversarial",
        severity: seed.confidence >= FIRM && disputed.has(seed.id) ? "HIGH" : "MEDIUM",
        text: `"${seed.text}" may not hold`,
        tasks: [],
      }));
  },
};

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

/** Whatever the case, the spacing and the full stop. */
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

/** How far disputes within three hops cast doubt on a belief: each hop takes a quarter away (our choice). */
function prior(seed: Belief, beliefs: readonly Belief[], disputed: ReadonlyMap<string, string>): number {
  let edge = [seed.id];
  const seen = new Set(edge);
  let strongest = 0;
  for (let hop = 0; hop <= MAX_HOPS; hop++) {
    const proximity = 1 - hop * LOSS_PER_HOP;
    if (proximity < NEAR_ENOUGH) break;
    if (edge.some((id) => disputed.has(id))) strongest = Math.max(strongest, proximity);
    edge = beliefs
      .filter(({ id, derivedFrom }) => !seen.has(id) && derivedFrom.some(({ on }) => edge.includes(on)))
      .map(({ id }) => id);
    for (const id of edge) seen.add(id);
  }
  return strongest;
}
