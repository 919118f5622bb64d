/** Denials in the user's terms: the cause, and what would lift it (ARCHITECTURE 9, a refusal speaks). */

import type { LayerStates } from "../../engine/layer-states.ts";
import { openOf } from "../contradiction/contradictions.ts";
import type { Dimension } from "../diagnostics/dimensions.ts";
import type { TaskFailure, ToolOutage } from "../execution/execution-state.ts";
import { activeOf } from "../hypothesis/hypotheses.ts";
import { staleFlags } from "../world-model/world-model.ts";

export interface Denial {
  readonly cause: string;
  readonly lift: string;
}

const SHOWN = 5;

/** The denial of the control state as it stands; the first blocked dimension speaks, a stale state where none is. */
export function denialOf(states: LayerStates, now: Date): Denial {
  const { escalation, tags } = states["control-state"];
  const contradicted = statementsThatClash(states);
  if (escalation === "SYSTEM_BREAKING") return clash(contradicted);
  const [dimension] = tags.flatMap((tag) => {
    const name = tag.split(":")[0] ?? "";
    return Object.hasOwn(SPEAK, name) ? [name as Dimension] : [];
  });
  if (dimension !== undefined) return SPEAK[dimension](states, now);
  return {
    cause: "what I know changed while I was deciding, and it changed again when I looked once more",
    lift: "Send the request again.",
  };
}

/** One sentence of both, for a reply. */
export function denialText({ cause, lift }: Denial): string {
  return `${cause}. ${lift}`.replace(/\.\. /, ". ").replace(/\.$/, "");
}

const SPEAK: Readonly<Record<Dimension, (states: LayerStates, now: Date) => Denial>> = {
  belief_consistency: (states) => clash(statementsThatClash(states)),
  belief_freshness: ({ "world-model": model }, now) => ({
    cause: `${staleFlags(model, now).filter(Boolean).length} of ${model.beliefs.length} facts I rest on are out of date`,
    lift: confirm("Confirm what still holds", model.beliefs),
  }),
  belief_support: ({ "world-model": { beliefs } }) => ({
    cause: "almost nothing I would rest on comes from you or from a reliable tool",
    lift: confirm("Confirm or correct what I assume", beliefs),
  }),
  symptom_coverage: ({ evidence, hypothesis }) => ({
    cause: `I have made ${evidence.items.length} observations in this turn and have ${activeOf(hypothesis).length} explanations for them, too few to go on`,
    lift: "Ask for less in one message, for instance fewer files at a time.",
  }),
  explanation_coverage: () => ({
    cause: "all my explanations come from one source",
    lift: "Say what else could be behind it.",
  }),
  verification_strength: ({ "world-model": { beliefs } }) => ({
    cause: "most of what I concluded rests on steps that nothing has verified",
    lift: confirm(
      "Confirm or correct it",
      beliefs.filter(({ id }) =>
        beliefs.some(({ derivedFrom }) => derivedFrom.some(({ on, verified }) => on === id && !verified)),
      ),
    ),
  }),
  verification_feasibility: () => ({
    cause: "I have no tool and no evidence to check an answer with",
    lift: "Name a file, a page or a command that can show it.",
  }),
  progress_rate: ({ planning: { tasks } }) => ({
    cause: `only ${tasks.filter(({ state }) => state === "COMPLETE").length} of ${tasks.length} parts could be completed`,
    lift: "Ask for the parts that matter most, one at a time.",
  }),
  failure_recurrence: ({ execution: { failures, outages } }) => ({
    cause: `${failures.length + outages.length} attempts failed, the last because ${lastFailure(failures, outages)}`,
    lift: "Send the request again once that works.",
  }),
  oscillation_score: ({ planning: { tasks } }) => ({
    cause: `${tasks.filter(({ state }) => state === "FAILED").length} of ${tasks.length} parts failed, so trying on would go in circles`,
    lift: "Ask for one part at a time.",
  }),
};

/** Both sides of every open conflict, each statement once. */
function statementsThatClash({ contradiction }: LayerStates): readonly string[] {
  return [...new Set(openOf(contradiction).flatMap(({ texts }) => texts))];
}

function clash(statements: readonly string[]): Denial {
  if (statements.length === 0)
    return { cause: "what I was told contradicts itself", lift: "Say once more what holds." };
  return {
    cause: `these ${statements.length} statements contradict each other: ${quote(statements)}`,
    lift: "Say which of them holds.",
  };
}

/** Whatever failed last, a task or a tool; within an iteration the task. */
function lastFailure(failures: readonly TaskFailure[], outages: readonly ToolOutage[]): string {
  const failure = failures.at(-1);
  const outage = outages.at(-1);
  if (outage !== undefined && outage.iteration > (failure?.iteration ?? 0))
    return `${outage.tool} does not work: ${outage.message}`;
  return failure?.message ?? "of an unknown reason";
}

function confirm(request: string, beliefs: readonly { readonly text: string }[]): string {
  if (beliefs.length === 0) return "Tell me what you know about it, or name a file that says so.";
  return `${request}: ${quote(beliefs.map(({ text }) => text))}.`;
}

function quote(texts: readonly string[]): string {
  const shown = texts.slice(0, SHOWN).map((text) => `"${text}"`);
  return [...shown, ...(texts.length > SHOWN ? [`${texts.length - SHOWN} more`] : [])].join(", ");
}
