/** The gate's decision for a terminal: outcome and reasons first, then the parts, then what they rest on. */

import type { Tone } from "../../core/event-line.ts";
import type { GateDocument, GateOutcome } from "../../core/gate.ts";
import { wrapWords } from "../../core/wrap-text.ts";
import { paint, type TerminalOptions } from "../terminal-style.ts";
import { oneLine } from "../visible-text.ts";
import { gateFacts, OUTCOME_WORDS } from "./gate-facts.ts";

const TONES: Readonly<Record<GateOutcome, Tone>> = {
  pass: "good",
  regression: "bad",
  inconclusive: "open",
  broken: "bad",
};

/** Renders within the width; no text of a model can move the cursor. */
export function renderGateTerminal(document: GateDocument, options: TerminalOptions): string {
  // The head is put before the wrapped text, since wrapping keeps no spaces at a line's beginning.
  const line = (text: string, indent = "  ", head = "") =>
    `${head}${wrapWords(oneLine(text), options.width - head.length, indent)}`;
  const title = paint(`Gate: ${document.title}`, TONES[document.outcome], options);
  const basis =
    document.basis === "simulated"
      ? "Simulated model: this says what mechanisms do, not how often a real model passes."
      : "";
  const parts = document.parts.map(({ name, state, detail }) =>
    line(`${name}: ${detail}`, "    ", OUTCOME_WORDS[state].padEnd(15)),
  );
  const losses = (document.decision?.losses ?? [])
    .slice(0, 10)
    .map(({ scenario, seed }) => `  worse: ${oneLine(scenario)} seed ${oneLine(seed)}`);
  const more = (document.decision?.losses.length ?? 0) - losses.length;
  const facts = gateFacts(document).flatMap(([term, value]) =>
    [value].flat().map((text, place) => line(text, " ".repeat(13), (place === 0 ? term : "").padEnd(13))),
  );
  return [
    [title, ...document.reasons.map((reason) => line(`- ${reason}`))].join("\n"),
    ...(losses.length === 0 ? [] : [[...losses, ...(more > 0 ? [`  and ${more} more`] : [])].join("\n")]),
    parts.join("\n"),
    facts.join("\n"),
    ...(document.next === "" ? [] : [line(`Next: ${document.next}`)]),
    ...(basis === "" ? [] : [paint(line(basis), "open", options)]),
    `Exit code ${document.exitCode}.`,
  ].join("\n\n");
}
