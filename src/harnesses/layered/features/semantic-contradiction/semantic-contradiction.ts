/** AUDIT_SEMANTIC_CONTRADICTION: new beliefs are compared with the record by meaning, in one call. */

import { z } from "zod";
import type { Feature } from "../../extensions/extension-points.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import { type Belief, normalise } from "../../layers/world-model/world-model.ts";
import { jsonOf } from "../../model-line.ts";
import { contradictionCheckPrompt } from "../../prompts/contradiction-check.ts";
import {
  addKnown,
  ID,
  type KnownConflict,
  onRecord,
  openOnes,
  reopen,
  SEEN,
  settledBlock,
} from "./known-conflicts.ts";
import { beliefQuoted } from "./match-quotes.ts";
import { GRADING, STRUCTURED } from "./points.ts";

const Reply = z.object({
  conflicts: z.array(
    z.object({
      a: z.string(),
      b: z.string(),
      why: z.string().catch(""),
      severity: z.string().nullable().catch(null),
    }),
  ),
  settled: z.array(z.object({ conflict: z.number().int(), holds: z.string() })).catch([]),
});

/** Hangs on new beliefs; fires when a conflict is recorded, or when the user has settled one. */
export function semanticContradiction(): Feature {
  return {
    id: ID,
    hooks: {
      beliefsAdded: {
        async run(context, { added, record }) {
          const all = [...record, ...added];
          const seen = SEEN.read(context);
          let { compared } = seen;
          let known = reopen(seen.known, added);
          const open = openOnes(known, all);
          const fresh = added.filter(({ text }) => !compared.includes(normalise(text)));
          // What the message says of an open conflict may settle it, also in words that are on record already.
          const settles = open.length > 0 && added.some(({ source }) => source === "message");
          const asked = (fresh.length > 0 || settles) && all.length > 1;
          // Alone on record it has nothing to conflict with; whatever comes later is compared with it.
          const words = settles ? false : fresh.length > 0 && (await isStructured(context, fresh));
          const answer =
            asked && !words ? await askAbout(context, { fresh, all, open: settles ? open : [] }) : NOTHING;
          const settled = new Set<string>();
          if (answer !== null) {
            const decided = known.map((one) => ({ ...one, holds: answer.holds.get(one) ?? one.holds }));
            for (const { a, b } of answer.holds.keys()) settled.add(JSON.stringify([a, b]));
            known = addKnown(decided, answer.found);
            compared = [...compared, ...fresh.map(({ text }) => normalise(text))];
            SEEN.write(context, { compared, known });
          }
          const value = known.flatMap((conflict) =>
            onRecord(conflict, {
              added,
              all,
              settled: settled.has(JSON.stringify([conflict.a, conflict.b])),
            }),
          );
          const count = value.filter((conflict) => !conflict.settled).length;
          const what = [
            ...(count > 0 ? [`${count} conflict(s) between beliefs`] : []),
            ...(settled.size > 0 ? [`${settled.size} settled by the user`] : []),
          ];
          return { value, fired: what.length > 0 ? what.join(", ") : null };
        },
      },
      proposing: {
        applies: (scope) => blockOf(scope) !== null,
        run: async (scope) => ({
          value: blockOf(scope),
          fired: "what the user has settled is in the proposal",
        }),
      },
    },
  };
}

/** True where a feature says that the words decide. */
async function isStructured(context: TurnScope, beliefs: readonly Belief[]): Promise<boolean> {
  const answers = await context.consult(STRUCTURED, { beliefs });
  return answers.some(({ value }) => value);
}

interface Answered {
  readonly found: readonly KnownConflict[];
  /** The statement that holds, by the open conflict that the user has settled. */
  readonly holds: ReadonlyMap<KnownConflict, string>;
}

const NOTHING: Answered = { found: [], holds: new Map() };

function blockOf(scope: TurnScope): string | null {
  return settledBlock(SEEN.read(scope).known, scope.states["world-model"].beliefs);
}

interface Question {
  readonly fresh: readonly Belief[];
  readonly all: readonly Belief[];
  readonly open: readonly KnownConflict[];
}

/** Null when the call failed or could not be read: the beliefs are compared again the next time. */
async function askAbout(context: TurnScope, { fresh, all, open }: Question): Promise<Answered | null> {
  const { checkMaxTokens } = context.settings.replies;
  const offered = await context.use(GRADING, (grading) => grading.offered());
  const prompt = contradictionCheckPrompt({
    record: all.filter((belief) => !fresh.includes(belief)).map(({ text }) => text),
    added: fresh.map(({ text }) => text),
    grades: offered,
    open,
    message: context.input.text,
    maxTokens: checkMaxTokens,
  });
  const parsed = Reply.safeParse(jsonOf(await context.ask(prompt, { feature: ID })));
  if (!parsed.success) {
    context.emit({ type: "warning", about: ID, message: "the check gave no readable answer" });
    return null;
  }
  const found: KnownConflict[] = [];
  for (const { a, b, why, severity: said } of parsed.data.conflicts) {
    const first = beliefQuoted(a, all);
    const second = beliefQuoted(b, all);
    if (!first || !second || first === second || !(fresh.includes(first) || fresh.includes(second))) {
      context.emit({ type: "warning", about: ID, message: `no two beliefs match "${a}" and "${b}"` });
      continue;
    }
    const severity = await context.use(GRADING, (grading) => grading.grade(said));
    found.push({ a: first.text, b: second.text, why, severity, holds: null });
  }
  const holds = new Map<KnownConflict, string>();
  for (const { conflict: number, holds: quote } of parsed.data.settled) {
    const conflict = open[number - 1];
    const sides = conflict
      ? all.filter(({ text }) => [conflict.a, conflict.b].some((side) => isOf(side, text)))
      : [];
    const side = beliefQuoted(quote, sides);
    if (conflict && side) holds.set(conflict, side.text);
    else context.emit({ type: "warning", about: ID, message: `no open conflict ${number} has "${quote}"` });
  }
  return { found, holds };
}

function isOf(side: string, text: string): boolean {
  return normalise(side) === normalise(text);
}
