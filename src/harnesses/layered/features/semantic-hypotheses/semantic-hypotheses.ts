/** AUDIT_SEMANTIC_HYPOTHESES: competing explanations for an underdetermined request, shown and ruled out. */

import { z } from "zod";
import type { Feature } from "../../extensions/extension-points.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import type { EvidenceItem } from "../../layers/evidence/evidence-store.ts";
import type { Explanation, Hypothesis } from "../../layers/hypothesis/hypotheses.ts";
import { jsonOf } from "../../model-line.ts";
import { proposeHypothesesPrompt } from "../../prompts/propose-hypotheses.ts";
import { ruleOutHypothesesPrompt } from "../../prompts/rule-out-hypotheses.ts";

const ID = "semantic-hypotheses";
const FEWEST = 2;
const MOST = 4;

const text = z.string().trim().min(1);
const statement = z.number().int().nullable().catch(null);
const Proposed = z.object({
  hypotheses: z.array(
    z.object({
      explanation: text,
      check: text,
      expects: text.nullable().catch(null),
      rulesOut: z.object({ one: statement, other: statement }).nullable().catch(null),
    }),
  ),
});
const RuledOut = z.object({ ruledOut: z.array(z.object({ hypothesis: z.number().int() })) });

/** Adds to the template seeds; fires when its block is in a proposal or an explanation was ruled out. */
export function semanticHypotheses(): Feature {
  return {
    id: ID,
    hooks: {
      hypothesesSeeded: {
        run: async (context) => ({ value: await explain(context), fired: null }),
      },
      evidenceAdded: {
        applies: (_context, { hypotheses, evidence }) =>
          stillOpen(hypotheses).length > 0 && observationsOf(evidence).length > 0,
        async run(context, { hypotheses, evidence }) {
          const value = await findContradicted(context, stillOpen(hypotheses), observationsOf(evidence));
          return { value, fired: value.length > 0 ? `ruled out ${value.join(", ")}` : null };
        },
      },
      proposing: {
        applies: ({ states }) => proposedOf(states.hypothesis.all).length > 0,
        async run({ states }) {
          const value = blockOf(proposedOf(states.hypothesis.all));
          return { value, fired: value === null ? null : "explanations are in the proposal" };
        },
      },
    },
  };
}

async function explain(context: TurnScope): Promise<readonly Explanation[]> {
  const { checkMaxTokens } = context.settings.replies;
  const prompt = proposeHypothesesPrompt({
    request: context.input.text,
    beliefs: context.states["world-model"].beliefs.map((belief) => belief.text),
    maxTokens: checkMaxTokens,
  });
  const parsed = Proposed.safeParse(jsonOf(await context.ask(prompt, { feature: ID })));
  const proposed = parsed.success ? parsed.data.hypotheses.slice(0, MOST) : [];
  const { beliefs } = context.states["world-model"];
  const explanations = proposed.map(({ rulesOut, ...one }): Explanation => {
    const [first, second] = [rulesOut?.one, rulesOut?.other].map((number) => beliefs[(number ?? 0) - 1]?.id);
    return { ...one, conflict: first && second && first !== second ? [first, second] : null };
  });
  if (explanations.length >= FEWEST) return explanations;
  context.emit({
    type: "warning",
    about: ID,
    message: "fewer than two competing explanations; none is used",
  });
  return [];
}

/** Ids of the explanations that the evidence contradicts; a number that names none is dropped. */
async function findContradicted(
  context: TurnScope,
  hypotheses: readonly Hypothesis[],
  evidence: readonly EvidenceItem[],
): Promise<readonly string[]> {
  const { checkMaxTokens } = context.settings.replies;
  const prompt = ruleOutHypothesesPrompt({
    explanations: hypotheses.map((hypothesis) => hypothesis.text),
    evidence: evidence.map(({ source, text: seen }) => `${source}: ${seen}`),
    maxTokens: checkMaxTokens,
  });
  const parsed = RuledOut.safeParse(jsonOf(await context.ask(prompt, { feature: ID })));
  if (!parsed.success) {
    context.emit({ type: "warning", about: ID, message: "the judge gave no readable answer" });
    return [];
  }
  const ids = parsed.data.ruledOut.flatMap(({ hypothesis }) => hypotheses[hypothesis - 1]?.id ?? []);
  return [...new Set(ids)];
}

/** Evidence of a tool; that a task ran and what it answered contradicts nothing. */
function observationsOf(evidence: readonly EvidenceItem[]): readonly EvidenceItem[] {
  return evidence.filter(({ source, isError }) => source !== "execution" && !isError);
}

function proposedOf(hypotheses: readonly Hypothesis[]): readonly Hypothesis[] {
  return hypotheses.filter(({ source }) => source === "proposed");
}

function stillOpen(hypotheses: readonly Hypothesis[]): readonly Hypothesis[] {
  return proposedOf(hypotheses).filter(({ state }) => state === "active");
}

/** The explanations that are still possible, each with its check, and those that were seen not to hold. */
function blockOf(hypotheses: readonly Hypothesis[]): string | null {
  const open = stillOpen(hypotheses).map((one) => `- ${one.text} Check: ${one.check ?? ""}`);
  const out = hypotheses.filter(({ state }) => state === "eliminated").map((one) => `- ${one.text}`);
  const sections = [
    ...(open.length > 0
      ? ["Several explanations are possible. Check before you settle on one:", ...open]
      : []),
    ...(out.length > 0 ? ["Ruled out by what was seen:", ...out] : []),
  ];
  return sections.length === 0 ? null : sections.join("\n");
}
