/** AUDIT_SEMANTIC_CRITERION_COVERAGE: a model judges whether an answer covers a success criterion. */

import { z } from "zod";
import type { Feature } from "../../extensions/extension-points.ts";
import { jsonOf } from "../../model-line.ts";
import { criterionCoveragePrompt } from "../../prompts/criterion-coverage.ts";

const ID = "semantic-criterion-coverage";
const Verdict = z.object({ covered: z.boolean() });

/** Takes the slot of the coverage judge; what the call does not answer is left to the words. */
export function judgeCoverage(): Feature {
  return {
    id: ID,
    slots: {
      coverage: (byWords) => ({
        async covered(scope, criterion, answers) {
          const { checkMaxTokens: maxTokens } = scope.settings.replies;
          const prompt = criterionCoveragePrompt({ criterion, answers, maxTokens });
          const verdict = Verdict.safeParse(jsonOf(await scope.ask(prompt, { feature: ID })));
          const words = await byWords.covered(scope, criterion, answers);
          if (!verdict.success) {
            scope.emit({ type: "warning", about: ID, message: "the judge gave no readable answer" });
            return words;
          }
          const { covered } = verdict.data;
          const fired = covered === words.value ? null : `"${criterion}" is ${covered ? "" : "not "}covered`;
          return { value: covered, fired };
        },
      }),
    },
  };
}
