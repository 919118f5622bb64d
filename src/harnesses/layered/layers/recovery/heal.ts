/** Recovery actions of blocked dimensions: what can be put right is, before the gate blocks for good. */

import type { LayerStates } from "../../engine/layer-states.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import { activeOf } from "../hypothesis/hypotheses.ts";
import { expandHypotheses } from "../hypothesis/seed-hypotheses.ts";
import { nineChecks } from "../verification/nine-checks.ts";
import { checkInputOf } from "../verification/verify-drafts.ts";
import { isTouched } from "../world-model/environment.ts";
import { advance, type WorldModel } from "../world-model/world-model.ts";

/** A healing changes slices and says what it did. */
interface Healing {
  readonly states: Partial<LayerStates>;
  readonly what: string;
}

export interface Healed {
  readonly states: Pick<LayerStates, "world-model" | "hypothesis">;
  /** The healings, by recovery action. */
  readonly done: readonly { readonly action: string; readonly what: string }[];
}

/** Carries out the recovery actions among some tags; null where none of them can change anything. */
export function heal(scope: TurnScope, tags: readonly string[]): Healed | null {
  let { states } = scope;
  const done: { action: string; what: string }[] = [];
  const actions = tags.map((tag) => tag.slice(tag.indexOf(":") + 1));
  for (const action of actions) {
    const healing = HEAL[action]?.(scope.seeing(states)) ?? null;
    if (healing === null) continue;
    done.push({ action, what: healing.what });
    states = { ...states, ...healing.states };
  }
  if (done.length === 0) return null;
  // Whoever is pinned to the model as it was looks again.
  const model = advance(states["world-model"]);
  return { states: { "world-model": model, hypothesis: states.hypothesis }, done };
}

/**
 * Healings by action. A conflict of statements, too few tools and attempts that have failed are not here: nobody but the
 * user can put them right, and the refusal says what would lift it. Nor are too few sources of explanations: they are
 * seeded anew before the gate is reached.
 */
const HEAL: Readonly<Record<string, (scope: TurnScope) => Healing | null>> = {
  belief_refresh: refreshBeliefs,
  support_augment: dropGuesses,
  coverage_expand: expandCoverage,
  verification_pass: verifySteps,
};

/** The message of this turn is still what the user said last; a fact whose matter was changed is set aside. */
function refreshBeliefs({ states, clock }: TurnScope): Healing | null {
  const model = states["world-model"];
  const formedAt = clock.now().toISOString();
  const kept = model.beliefs.filter((belief) => !isTouched(belief, model.changes));
  const aside = model.beliefs.length - kept.length;
  return {
    states: {
      "world-model": {
        ...model,
        beliefs: kept.map((belief) => (belief.source === "memory" ? belief : { ...belief, formedAt })),
      },
    },
    what: `${kept.length} beliefs stand as of now, ${aside} set aside because the world has changed under them`,
  };
}

/** Nothing rests on a guess any more. */
function dropGuesses({ states }: TurnScope): Healing | null {
  const model = states["world-model"];
  const beliefs = model.beliefs.filter(({ reliability }) => reliability !== "LOW");
  const dropped = model.beliefs.length - beliefs.length;
  if (dropped === 0) return null;
  return { states: { "world-model": { ...model, beliefs } }, what: `${dropped} guesses set aside` };
}

/** One more pass over the seeds; above ten the best five stay, so the number may fall too. */
function expandCoverage(scope: TurnScope): Healing | null {
  const { hypothesis } = scope.states;
  const more = expandHypotheses(scope);
  const [before, after] = [activeOf(hypothesis).length, activeOf(more).length];
  return { states: { hypothesis: more }, what: `${after} explanations instead of ${before}` };
}

/** Holds what is finished to the checks; a step whose draft fails none is verified. */
function verifySteps({ states, settings }: TurnScope): Healing | null {
  const { planning, execution, "world-model": model } = states;
  const sound = planning.tasks
    .filter(({ state }) => state === "COMPLETE")
    .filter(({ id: task }) => {
      const draft = execution.runs[task]?.draft ?? "";
      const results = nineChecks(checkInputOf(states, { task, draft, of: settings.verification }));
      return results.every(({ outcome }) => outcome !== "FAIL");
    })
    .map(({ id }) => id);
  const verified = (belief: WorldModel["beliefs"][number]): boolean =>
    belief.source === "task-trail" && sound.some((task) => belief.text.startsWith(`${task} `));
  if (!model.beliefs.some(verified)) return null;
  const beliefs = model.beliefs.map((belief) =>
    verified(belief)
      ? { ...belief, derivedFrom: belief.derivedFrom.map((edge) => ({ ...edge, verified: true })) }
      : belief,
  );
  return { states: { "world-model": { ...model, beliefs } }, what: `${sound.join(", ")} checked again` };
}
