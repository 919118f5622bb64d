/** AUDIT_EXPERIENCE_LEARNING: how past attempts ended orders the ladder for the next failure of the same class. */

import type { Feature } from "../../extensions/extension-points.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import type { TaskFailure } from "../../layers/execution/execution-state.ts";
import { nextOnLadder } from "../../layers/recovery/ladder.ts";
import { attemptAt, openAttempt, settleAttempts, settleFailure } from "./attempts.ts";
import { readWeights } from "./experience-store.ts";
import { rank } from "./weights.ts";

const ID = "experience-learning";

/** Ranks what was not tried yet on the task; without experience, or without its store, the fixed order stands (INV-10). */
export function experienceLearning(): Feature {
  return {
    id: ID,
    hooks: {
      strategyRanked: {
        async run(scope, { failure, current }) {
          const learned = settleFailure(scope, failure);
          const { value, moved } = rankFor(scope, failure, nextOnLadder(current));
          const fired = [learned, moved].filter((one) => one !== null).join("; ");
          return { value, fired: fired === "" ? null : fired };
        },
      },
      strategySwitched: {
        async run(scope, { failure, strategy }) {
          const learned = settleFailure(scope, failure);
          openAttempt(scope, failure, strategy);
          return { value: false, fired: learned };
        },
      },
      turnEnded: {
        run: async (scope, { status }) => ({
          value: null,
          fired: status === "paused" ? null : settleAttempts(scope),
        }),
      },
    },
  };
}

function rankFor(scope: TurnScope, failure: TaskFailure, fixed: string) {
  const weights = readWeights(scope);
  const order = weights === null ? null : rank(weights, failure.class);
  if (order === null) return { value: null, moved: null };
  const tried = attemptAt(scope, failure.task)?.tried ?? [];
  const best = order.find(({ strategy }) => !tried.includes(strategy));
  const value = best?.strategy ?? "ESCALATE";
  const share = best === undefined ? "the rest" : `${Math.round(best.share * 100)} % of the weight`;
  const moved = `${value} instead of ${fixed}: ${share} for ${failure.class}`;
  return { value, moved: value === fixed ? null : moved };
}
