/** AUDIT_SEMANTIC_GROUNDING: a tool-backed reply is compared with the raw tool output before it is labelled verified. */

import { z } from "zod";
import type { Feature } from "../../extensions/extension-points.ts";
import { jsonOf } from "../../model-line.ts";
import { groundingCheckPrompt } from "../../prompts/grounding-check.ts";

const ID = "semantic-grounding";
const Verdict = z.object({ grounded: z.boolean(), missing: z.string().nullable().catch(null) });

/** Takes the slot of the grounding judge; a call that cannot be read leaves the reply unchecked, so not grounded. */
export function checkGrounding(): Feature {
  return {
    id: ID,
    slots: {
      grounding: () => ({
        async grounded(scope, { reply, tools }) {
          const { checkMaxTokens: maxTokens } = scope.settings.replies;
          const prompt = groundingCheckPrompt({ request: scope.input.text, tools, reply, maxTokens });
          const verdict = Verdict.safeParse(jsonOf(await scope.ask(prompt, { feature: ID })));
          if (!verdict.success) {
            scope.emit({ type: "warning", about: ID, message: "the check gave no readable answer" });
            return { value: false, fired: "the reply could not be checked" };
          }
          const { grounded, missing } = verdict.data;
          return { value: grounded, fired: grounded ? null : `not supported: ${missing ?? "the reply"}` };
        },
      }),
    },
  };
}
