/** Turns what an action gave into evidence: availability check, cap at the tool's ceiling, append. */

import type { ToolTraits } from "../../../../tools/world.ts";
import { effectiveRisk } from "../../classify/classification.ts";
import type { PhaseResult } from "../../extensions/phase-result.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import { eliminate } from "../hypothesis/hypotheses.ts";
import type { Reliability } from "../world-model/world-model.ts";
import { capReliability, type EvidenceItem, type EvidenceStore } from "./evidence-store.ts";

const RESULT_CHARS = 200;

/** Pages and shell output come from outside the user's files, so they count for less (our choice of ceilings). */
export function ceilingOf(traits: ToolTraits, envelopes: EvidenceStore["envelopes"]): Reliability {
  return capReliability(traits.untrusted ? "MEDIUM" : "HIGH", envelopes[traits.spec.name] ?? "HIGH");
}

/** Appends the evidence of this iteration's actions and lets hypotheses meet it. */
export async function gatherEvidence(context: TurnScope): Promise<PhaseResult> {
  const { evidence, execution, hypothesis } = context.states;
  const manifest = new Map(context.tools.map((tool) => [tool.spec.name, tool]));
  const crossCheck = execution.crossCheck || effectiveRisk(context.classification) !== "LOW";
  const envelopes = { ...evidence.envelopes };
  const fresh: Omit<EvidenceItem, "id">[] = [];
  for (const step of execution.steps) {
    const base = { task: step.task, iteration: context.iteration };
    if (step.kind === "tools")
      for (const { call, result } of step.results) {
        const traits = manifest.get(call.tool);
        if (!traits) {
          context.emit(
            { type: "warning", about: "evidence", message: `no tool named ${call.tool}` },
            step.task,
          );
          continue;
        }
        if (crossCheck) envelopes[call.tool] ??= "MEDIUM";
        const isError = result.kind === "error";
        const ceiling = ceilingOf(traits, envelopes);
        const reliability = isError ? "LOW" : capReliability("HIGH", ceiling);
        const text = result.content.slice(0, RESULT_CHARS);
        fresh.push({ ...base, source: call.tool, text, reliability, isError });
      }
    else if (step.kind === "answer") {
      // REFERENCE 1.6: a run that worked is one observation, what it said another, so two are the local bar.
      const ran = { ...base, source: "execution", isError: false };
      fresh.push({ ...ran, text: `${step.task} ran`, reliability: "HIGH" });
      const said = step.text.trim().slice(0, RESULT_CHARS);
      if (said !== "") fresh.push({ ...ran, text: said, reliability: "MEDIUM" });
    }
  }
  const items = fresh.map((item, index) => ({
    ...item,
    id: `evidence-${evidence.items.length + index + 1}`,
  }));
  const store: EvidenceStore = { items: [...evidence.items, ...items], envelopes };
  if (items.length === 0) return { states: { evidence: store } };
  const answers = await context.consult("evidenceAdded", { hypotheses: hypothesis.all, evidence: items });
  const contradicted = answers.flatMap(({ value }) => value);
  return {
    states: {
      evidence: store,
      ...(contradicted.length > 0
        ? { hypothesis: eliminate(hypothesis, contradicted, "new evidence contradicts it") }
        : {}),
    },
  };
}
