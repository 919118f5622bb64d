/** Keeps the weights over sessions; a store that cannot be read or written leaves the ladder alone (INV-10). */

import { z } from "zod";
import { lastingState } from "../../extensions/kept-state.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import { learn, type Tried, type Weights } from "./weights.ts";

const ID = "experience-learning";
const KEPT = lastingState<unknown>(ID, {});
const Stored = z.record(z.string(), z.number());

/** The weights of all sessions so far, null where the store is unavailable. */
export function readWeights(scope: TurnScope): Weights | null {
  try {
    const parsed = Stored.safeParse(KEPT.read(scope));
    if (parsed.success) return parsed.data;
    return unavailable(scope, "it holds no weights");
  } catch (error) {
    return unavailable(scope, String(error));
  }
}

/** Adds one outcome and answers it in words, null where it could not be kept. */
export function keepOutcome(scope: TurnScope, tried: Tried, worked: boolean): string | null {
  const weights = readWeights(scope);
  if (weights === null) return null;
  const next = learn(weights, tried, worked);
  if (next === weights) return null;
  try {
    KEPT.write(scope, next);
  } catch (error) {
    return unavailable(scope, String(error));
  }
  return `${tried.strategy} ${worked ? "worked" : "failed"} against ${tried.class}`;
}

function unavailable(scope: TurnScope, why: string): null {
  scope.emit({ type: "warning", about: ID, message: `the experience store is unavailable: ${why}` });
  return null;
}
