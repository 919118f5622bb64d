/** Providers of the strategy after a failure, in the order of precedence. */

import type { TurnScope } from "../../extensions/scope.ts";
import type { TaskFailure } from "../execution/execution-state.ts";
import type { Directive } from "./directive.ts";
import type { FailureMatch } from "./failure-match.ts";
import { nextOnLadder, preferredOf, type Strategy } from "./ladder.ts";

/** The facts that the choice rests on. */
export interface Choice {
  readonly failure: TaskFailure;
  /** The strategy that failed, null for the first attempt. */
  readonly current: Strategy | null;
  readonly directive: Directive;
  readonly match: FailureMatch | null;
}

type Provider = (scope: TurnScope, choice: Choice) => Strategy | null | Promise<Strategy | null>;

/** The first that has an answer decides; the ladder always has one (INV-10). */
const STRATEGY_PROVIDERS: Readonly<Record<"redirect" | "ranking" | "match" | "ladder", Provider>> = {
  redirect: (_scope, { directive }) => (directive.kind === "REDIRECT_STRATEGY" ? directive.strategy : null),
  async ranking(scope, { failure, current }) {
    const answers = await scope.consult("strategyRanked", { failure, current }, failure.task);
    return answers.map(({ value }) => value).find((value) => value !== null) ?? null;
  },
  match: (_scope, { match }) => preferredOf(match),
  ladder: (_scope, { current }) => nextOnLadder(current),
};

/** The strategy of the next attempt, and who chose it. */
export async function chooseStrategy(
  scope: TurnScope,
  choice: Choice,
): Promise<{ readonly strategy: Strategy; readonly by: string }> {
  for (const [by, provider] of Object.entries(STRATEGY_PROVIDERS)) {
    const strategy = await provider(scope, choice);
    if (strategy !== null) return { strategy, by };
  }
  return { strategy: "ESCALATE", by: "ladder" };
}
