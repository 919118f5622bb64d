/** Turns what an action gave into evidence: availability check, cap at the tool's ceiling, append. */

import { effectiveRisk } from "../../classify/classification.ts";
import type { PhaseResult } from "../../extensions/phase-result.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import { eliminate, weigh } from "../hypothesis/hypotheses.ts";
import { ceilingOf } from "./ceilings.ts";
import { capReliability, type EvidenceItem, type EvidenceStore } from "./evidence-store.ts";

const RESULT_CHARS = 200;

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
        // An error is seen, not inferred, so no ceiling caps it (REFERENCE 1.6).
        const reliability = isError ? "HIGH" : capReliability("HIGH", ceilingOf(traits, envelopes));
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
  const weighed = weigh(
    hypothesis,
    items.filter(({ source }) => source !== "execution"),
  );
  return {
    states: { evidence: store, hypothesis: eliminate(weighed, contradicted, "new evidence contradicts it") },
  };
}
