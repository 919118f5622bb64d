/** Two transcripts of one pair in Markdown, one below the other, what is equal printed once. */

import { count, usd } from "../core/format.ts";
import type { ReportSection, TranscriptPair, TranscriptSide } from "../core/report-document.ts";
import { purposeSummary } from "./call-summary.ts";
import { markdownBlock, markdownText } from "./markdown-text.ts";
import { armWords, OUTCOME_WORDS } from "./words.ts";

function said(who: string, text: string): string {
  return `${markdownText(who)}:\n\n${markdownBlock(text === "" ? "(empty)" : text)}`;
}

function summary(word: string, side: TranscriptSide, priced: boolean): string {
  const scores = side.scores.map(
    (score) =>
      `- ${score.result} ${markdownText(score.check)} (${score.kind}): ${markdownText(score.detail)}`,
  );
  const calls = purposeSummary(side.calls).map(
    ({ purpose, calls: times, inputTokens, outputTokens, costUsd }) =>
      `- ${markdownText(purpose)} x${times}: ${count(inputTokens)} in, ${count(outputTokens)} out${priced ? `, ${markdownText(usd(costUsd))}` : ""}`,
  );
  const error = side.error === null ? [] : [`- error: ${markdownText(side.error)}`];
  const head = `${markdownText(word)} (${markdownText(side.trial)}): ${OUTCOME_WORDS[side.outcome].word}`;
  return [head, "", ...error, ...scores, ...calls].join("\n");
}

function turns(pair: TranscriptPair, words: { treatment: string; control: string }): string[] {
  const length = Math.max(pair.treatment.turns.length, pair.control.turns.length);
  return Array.from({ length }, (_value, index) => {
    const treatment = pair.treatment.turns[index];
    const control = pair.control.turns[index];
    const user =
      treatment?.user === control?.user
        ? [said(`Turn ${index + 1}, user`, treatment?.user ?? "")]
        : [
            said(`Turn ${index + 1}, user of ${words.treatment}`, treatment?.user ?? "(no such turn)"),
            said(`Turn ${index + 1}, user of ${words.control}`, control?.user ?? "(no such turn)"),
          ];
    const replies =
      treatment?.reply === control?.reply && treatment?.status === control?.status
        ? [said("Both arms", treatment?.reply ?? "")]
        : [
            said(
              `${words.treatment}, ${treatment?.status ?? "absent"}`,
              treatment?.reply ?? "(no such turn)",
            ),
            said(`${words.control}, ${control?.status ?? "absent"}`, control?.reply ?? "(no such turn)"),
          ];
    return [...user, ...replies].join("\n\n");
  });
}

/** One pair under its own heading. */
export function markdownTranscript(section: ReportSection, pair: TranscriptPair): string {
  const words = armWords(section);
  const priced = !section.comparison.plan.simulated;
  const outcome = (arm: "treatment" | "control") =>
    `${markdownText(words[arm])} ${OUTCOME_WORDS[pair[arm].outcome].word}`;
  return [
    `#### ${markdownText(pair.scenario)} seed ${markdownText(pair.seed)}: ${outcome("treatment")}, ${outcome("control")}`,
    markdownText(pair.purpose),
    ...turns(pair, words),
    summary(words.treatment, pair.treatment, priced),
    summary(words.control, pair.control, priced),
  ].join("\n\n");
}
