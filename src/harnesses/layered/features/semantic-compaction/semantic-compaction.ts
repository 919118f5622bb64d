/** AUDIT_SEMANTIC_COMPACTION: a summary takes the clip's place; any failure leaves the clip. */

import type { Feature } from "../../extensions/extension-points.ts";
import { summariseTranscriptPrompt } from "../../prompts/summarise-transcript.ts";

const ID = "semantic-compaction";

/** Takes the compactor slot. */
export function semanticCompaction(): Feature {
  return {
    id: ID,
    slots: {
      compactor: () => ({
        async compact(context, older) {
          const { proposeMaxTokens } = context.settings.replies;
          const prompt = summariseTranscriptPrompt({ older, maxTokens: proposeMaxTokens });
          const reply = await context.ask(prompt, { feature: ID });
          const text = reply.kind === "answer" ? wholeLines(reply.text, reply.finish === "length") : "";
          if (text === "") {
            const why = reply.kind === "failed" ? reply.failure.message : "empty summary";
            context.emit({ type: "warning", about: ID, message: `${why}; the clip is used` });
            return { value: null, fired: null };
          }
          return { value: text, fired: `a summary stands for ${older.length} messages` };
        },
      }),
    },
  };
}

/** A summary cut at its length limit keeps its whole lines or sentences: half a number is worse than none. */
function wholeLines(text: string, cut: boolean): string {
  const trimmed = text.trim();
  if (!cut) return trimmed;
  const end = Math.max(trimmed.lastIndexOf("\n"), trimmed.lastIndexOf(". ") + 1);
  return trimmed.slice(0, Math.max(0, end)).trim();
}
