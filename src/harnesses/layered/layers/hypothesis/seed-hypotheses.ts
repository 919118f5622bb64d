/** Seeds hypotheses from the four fixed templates until their sources are diverse. */

import type { PhaseResult } from "../../extensions/phase-result.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import {
  activeOf,
  diversityOf,
  type Explanation,
  type Hypotheses,
  type Hypothesis,
  type HypothesisSource,
  prune,
} from "./hypotheses.ts";

/** REFERENCE 1.4. */
const DIVERSITY_TARGET = 0.7;
const MAX_PASSES = 10;
const CONFIDENCE = {
  symptom: { seen: 0.4, none: 0.3 },
  counterfactual: { seen: 0.35, none: 0.3 },
  library: 0.2,
  analogy: { seen: 0.25, none: 0.2 },
} as const;
const PROPOSED_CONFIDENCE = 0.5;

export interface SeedInput {
  readonly observations: readonly string[];
  readonly beliefs: readonly string[];
  /** Confidence of a failure-library match, null when none matched. */
  readonly matchConfidence: number | null;
}

/** Seeds, asks for further explanations once per turn, and prunes. */
export async function updateHypotheses(context: TurnScope): Promise<PhaseResult> {
  const { hypothesis, contradiction, "world-model": model } = context.states;
  const seeded = seed(hypothesis, seedInputOf(context));
  const asked = hypothesis.passes === 0 && context.classification.isUnderdetermined;
  const answers = asked ? await context.consult("hypothesesSeeded", { beliefs: model.beliefs }) : [];
  const added = addExplanations(
    seeded,
    answers.flatMap(({ value }) => value),
  );
  const descriptions = contradiction.all.map(({ description }) => description);
  return { states: { hypothesis: prune(added, descriptions) } };
}

/** One more pass whatever the diversity, then pruned as ever: above ten the best five stay. */
export function expandHypotheses(context: TurnScope): Hypotheses {
  const { hypothesis } = context.states;
  return prune(onePass(hypothesis, seedInputOf(context)), []);
}

function seedInputOf({ states: { evidence, recovery, "world-model": model } }: TurnScope): SeedInput {
  return {
    observations: evidence.items.map(({ text }) => text),
    beliefs: model.beliefs.map(({ text }) => text),
    matchConfidence: recovery.match?.confidence ?? null,
  };
}

/** Makes passes until the active sources are diverse. */
export function seed(hypotheses: Hypotheses, input: SeedInput): Hypotheses {
  let current = hypotheses;
  for (let pass = 0; pass < MAX_PASSES && wantsPass(current); pass++) current = onePass(current, input);
  return current;
}

function wantsPass(hypotheses: Hypotheses): boolean {
  return activeOf(hypotheses).length === 0 || diversityOf(hypotheses) < DIVERSITY_TARGET;
}

function onePass(hypotheses: Hypotheses, { observations, beliefs, matchConfidence }: SeedInput): Hypotheses {
  const pass = hypotheses.passes + 1;
  const symptom = observations.at(-1);
  const belief = beliefs.at(-1);
  const eliminated = hypotheses.all.find(({ state }) => state === "eliminated");
  const make = (source: HypothesisSource, text: string, confidence: number): Hypothesis => ({
    id: `${source}-${pass}`,
    source,
    text,
    confidence,
    predictedObservations: [],
    predictedConflicts: [],
    check: null,
    state: "active",
    reason: "",
  });
  const { symptom: seen, counterfactual, analogy, library } = CONFIDENCE;
  return {
    ...hypotheses,
    passes: pass,
    all: [
      ...hypotheses.all,
      symptom === undefined
        ? make("symptom", "The request means what it says.", seen.none)
        : make("symptom", `What was seen has one cause: ${symptom}`, seen.seen),
      belief === undefined
        ? make("counterfactual", "Something that was taken for granted does not hold.", counterfactual.none)
        : make("counterfactual", `It is otherwise: ${belief}`, counterfactual.seen),
      make("failure-library", "A known failure is at work.", matchConfidence ?? library),
      eliminated === undefined
        ? make("analogy", "It is as it was in an earlier case.", analogy.none)
        : make("analogy", `Something like this holds: ${eliminated.text}`, analogy.seen),
    ],
  };
}

/** Adds proposed explanations to the template seeds, never in their place (ARCHITECTURE 8). */
function addExplanations(hypotheses: Hypotheses, explanations: readonly Explanation[]): Hypotheses {
  const before = hypotheses.all.filter(({ source }) => source === "proposed").length;
  return {
    ...hypotheses,
    all: [
      ...hypotheses.all,
      ...explanations.map(
        ({ explanation, check, expects, conflict }, index): Hypothesis => ({
          id: `proposed-${before + index + 1}`,
          source: "proposed",
          text: explanation,
          confidence: PROPOSED_CONFIDENCE,
          predictedObservations: expects === null ? [] : [expects],
          predictedConflicts: conflict === null ? [] : [conflict],
          check,
          state: "active",
          reason: "",
        }),
      ),
    ],
  };
}
