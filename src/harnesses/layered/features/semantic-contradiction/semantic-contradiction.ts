/** AUDIT_SEMANTIC_CONTRADICTION: new beliefs are compared with the record by meaning, in one call. */

import { z } from "zod";
import type { Feature } from "../../extensions/extension-points.ts";
import { sessionState } from "../../extensions/kept-state.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import type { FoundConflict } from "../../layers/contradiction/contradictions.ts";
import { type Belief, normalise } from "../../layers/world-model/world-model.ts";
import { jsonOf } from "../../model-line.ts";
import { contradictionCheckPrompt } from "../../prompts/contradiction-check.ts";
import { beliefQuoted } from "./match-quotes.ts";
import { GRADING, type Grade } from "./points.ts";

const ID = "semantic-contradiction";

const Reply = z.object({
  conflicts: z.array(
    z.object({
      a: z.string(),
      b: z.string(),
      why: z.string().catch(""),
      severity: z.string().nullable().catch(null),
    }),
  ),
});

/** A conflict by the texts of its beliefs, which outlive the turn's belief ids. */
interface KnownConflict {
  readonly a: string;
  readonly b: string;
  readonly why: string;
  readonly severity: Grade;
}

/** Memory facts come back every turn: what was compared once is not paid for again, and its conflicts stay known. */
const SEEN = sessionState<{ readonly compared: readonly string[]; readonly known: readonly KnownConflict[] }>(
  ID,
  {
    compared: [],
    known: [],
  },
);

/** Hangs on new beliefs; fires when a conflict is recorded. */
export function semanticContradiction(): Feature {
  return {
    id: ID,
    hooks: {
      beliefsAdded: {
        async run(context, { added, record }) {
          const all = [...record, ...added];
          let { compared, known } = SEEN.read(context);
          const fresh = added.filter(({ text }) => !compared.includes(normalise(text)));
          // Alone on record it has nothing to conflict with; whatever comes later is compared with it.
          const found = fresh.length === 0 || all.length === 1 ? [] : await askAbout(context, fresh, all);
          if (found !== null) {
            known = [...known, ...found];
            compared = [...compared, ...fresh.map(({ text }) => normalise(text))];
            SEEN.write(context, { compared, known });
          }
          const value = known.flatMap((conflict) => onRecord(conflict, added, all));
          const fired = value.length > 0 ? `${value.length} conflict(s) between beliefs` : null;
          return { value, fired };
        },
      },
    },
  };
}

/** Null when the call failed or could not be read: the beliefs are compared again the next time. */
async function askAbout(
  context: TurnScope,
  fresh: readonly Belief[],
  beliefs: readonly Belief[],
): Promise<readonly KnownConflict[] | null> {
  const { checkMaxTokens } = context.settings.replies;
  const offered = await context.use(GRADING, (grading) => grading.offered());
  const prompt = contradictionCheckPrompt({
    record: beliefs.filter((belief) => !fresh.includes(belief)).map(({ text }) => text),
    added: fresh.map(({ text }) => text),
    grades: offered,
    maxTokens: checkMaxTokens,
  });
  const parsed = Reply.safeParse(jsonOf(await context.ask(prompt, { feature: ID })));
  if (!parsed.success) {
    context.emit({ type: "warning", about: ID, message: "the check gave no readable answer" });
    return null;
  }
  const found: KnownConflict[] = [];
  for (const { a, b, why, severity: said } of parsed.data.conflicts) {
    const first = beliefQuoted(a, beliefs);
    const second = beliefQuoted(b, beliefs);
    if (!first || !second || first === second || !(fresh.includes(first) || fresh.includes(second))) {
      context.emit({ type: "warning", about: ID, message: `no two beliefs match "${a}" and "${b}"` });
      continue;
    }
    const severity = await context.use(GRADING, (grading) => grading.grade(said));
    found.push({ a: first.text, b: second.text, why, severity });
  }
  return found;
}

/** A known conflict whose beliefs are both here, one of them just added. */
function onRecord(
  { a, b, why, severity }: KnownConflict,
  added: readonly Belief[],
  all: readonly Belief[],
): readonly FoundConflict[] {
  const [first, second] = [a, b].map((text) =>
    all.find((belief) => normalise(belief.text) === normalise(text)),
  );
  if (!first || !second || !(added.includes(first) || added.includes(second))) return [];
  return [{ a: first.id, b: second.id, why, severity, detector: "semantic" }];
}
