/** Precedence of the next strategy, over every combination of those who may have a say. */

import { expect, test } from "vitest";
import { broken, talk } from "../../../../testing/layered-talk.ts";
import type { Feature } from "../../extensions/extension-points.ts";
import { experienceLearning } from "../../features/experience-learning/experience-learning.ts";

/** Each names a strategy that nobody else names; the ladder's third attempt is BROADER_SEARCH. */
const REDIRECT = "MINIMAL_FIX";
const RANKED = "REIMPLEMENT";
const MATCHED = "ESCALATE";

type Answers = "no" | "says nothing" | "yes";
const SAYS: readonly Answers[] = ["no", "says nothing", "yes"];

interface Case {
  readonly redirect: Answers;
  readonly ranking: Answers;
  readonly match: Answers;
}

const TABLE: readonly (Case & { readonly chosen: string })[] = SAYS.flatMap((redirect) =>
  SAYS.flatMap((ranking) =>
    SAYS.map((match) => {
      const first = [
        redirect === "yes" ? REDIRECT : null,
        ranking === "yes" ? RANKED : null,
        match === "yes" ? MATCHED : null,
      ].find((one) => one !== null);
      return { redirect, ranking, match, chosen: first ?? "BROADER_SEARCH" };
    }),
  ),
);

/** Answers about the third failure of the run alone, which is the first stall. */
function answering({ redirect, ranking, match }: Case): Feature {
  return {
    id: "answering",
    hooks: {
      strategySwitched: {
        run: async ({ states }) => ({ value: states.execution.failures.length < 3, fired: null }),
      },
      ...(redirect === "no"
        ? {}
        : {
            stalled: {
              run: async () => ({
                value:
                  redirect === "yes"
                    ? ({ kind: "REDIRECT_STRATEGY", strategy: REDIRECT } as const)
                    : ({ kind: "CONTINUE" } as const),
                fired: null,
              }),
            },
          }),
      ...(ranking === "no"
        ? {}
        : {
            strategyRanked: {
              run: async ({ states }) => ({
                value: ranking === "yes" && states.execution.failures.length === 3 ? RANKED : null,
                fired: null,
              }),
            },
          }),
      ...(match === "no"
        ? {}
        : {
            failureMatched: {
              run: async ({ states }) => {
                if (states.execution.failures.length < 3) return { value: null, fired: null };
                const confidence = match === "yes" ? 0.7 : 0.69;
                return { value: { pattern: "p", confidence, preferred: MATCHED }, fired: null };
              },
            },
          }),
    },
  };
}

test.each(TABLE)(
  "redirect $redirect, ranking $ranking, match $match: $chosen (A-105)",
  async ({ chosen, ...given }) => {
    const one = talk({
      features: [answering(given)],
      model: { propose: (_request, n) => (n < 3 ? broken() : "At last.") },
    });
    await one.say("Go.");
    expect(one.events("recovery").map(({ strategy }) => strategy)).toEqual([
      "DIRECT_EDIT",
      "TRACE_EXEC",
      chosen,
    ]);
  },
);

test("learned experience stands where the table has the ranking: after a redirect, before a match (A-105, A-107)", async () => {
  const third = async (redirect: Answers) => {
    const one = talk({
      features: [experienceLearning(), answering({ redirect, ranking: "no", match: "yes" })],
      model: { propose: broken() },
    });
    one.durable.set("feature:experience-learning", { "REIMPLEMENT:server-error": 3 });
    await one.say("Go.");
    return one
      .events("recovery")
      .slice(0, 3)
      .map(({ strategy }) => strategy);
  };
  expect(await third("no")).toEqual(["REIMPLEMENT", "DIRECT_EDIT", "TRACE_EXEC"]);
  expect((await third("yes"))[2]).toBe(REDIRECT);
});
