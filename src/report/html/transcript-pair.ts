/** Two transcripts of one scenario and seed side by side, with the words marked in which they differ. */

import { count, usd } from "../../core/format.ts";
import type { ReportSection, TranscriptPair, TranscriptSide } from "../../core/report-document.ts";
import { purposeSummary } from "../call-summary.ts";
import { type Stretch, textDifference } from "../text-difference.ts";
import { armWords, OUTCOME_WORDS } from "../words.ts";
import { html, type Markup, type Piece } from "./markup.ts";

type Arm = "treatment" | "control";

function mark(stretches: readonly Stretch[]): Markup {
  return html`${stretches.map(({ text, same }) => (same || text.trim() === "" ? html`${text}` : html`<mark>${text}</mark>`))}`;
}

function said(who: string, text: Piece): Markup {
  return html`<span class="who">${who}</span><div class="said"><bdi>${text}</bdi></div>`;
}

function sides(treatment: Piece, control: Piece): Markup {
  return html`<div class="sides"><div class="treatment">${treatment}</div><div class="control">${control}</div></div>`;
}

function turnMarkup(pair: TranscriptPair, index: number, words: ReturnType<typeof armWords>): Markup {
  const turns = { treatment: pair.treatment.turns[index], control: pair.control.turns[index] };
  const { treatment, control } = turns;
  const sameUser = treatment !== undefined && control !== undefined && treatment.user === control.user;
  const difference = textDifference(treatment?.reply ?? "", control?.reply ?? "");
  const equal = treatment?.reply === control?.reply && treatment?.status === control?.status;
  const reply = (arm: Arm, stretches: readonly Stretch[]) => {
    const turn = turns[arm];
    if (turn === undefined) return html`<span class="faint">${words[arm]}: no such turn</span>`;
    const status = turn.status === "ok" ? "" : ` (${turn.status.replaceAll("-", " ")})`;
    const staged = turn.staged.map(
      ({ call }) => html`<div class="small faint">staged: <code>${call.tool}</code></div>`,
    );
    return html`${sameUser ? "" : said("user", turn.user)}${said(`${words[arm]}${status}`, turn.reply === "" ? "(empty reply)" : mark(stretches))}${staged}`;
  };
  return html`<div class="turn">${sameUser ? html`<div class="sides"><div class="both">${said(`turn ${index + 1}, user`, treatment.user)}</div></div>` : ""}${
    equal && sameUser
      ? html`<div class="sides"><div class="both">${said("both arms alike", treatment.reply === "" ? "(empty reply)" : treatment.reply)}</div></div>`
      : sides(reply("treatment", difference.left), reply("control", difference.right))
  }</div>`;
}

function scoresOf(side: TranscriptSide): Markup {
  if (side.scores.length === 0) return html`<span class="faint small">no check ran</span>`;
  return html`${side.scores.map((score) => {
    const { symbol } = OUTCOME_WORDS[score.result];
    return html`<div class="small">${symbol} ${score.result} <span class="faint">${score.check}, ${score.kind}${score.judged ? ", judged by a model" : ""}:</span> <bdi>${score.detail}</bdi></div>`;
  })}`;
}

function callsOf(side: TranscriptSide, priced: boolean): Markup {
  return html`${purposeSummary(side.calls).map(
    ({ purpose, feature, calls, shared, inputTokens, outputTokens, costUsd }) =>
      html`<div class="small"><code>${purpose}</code> ×${calls}${feature === null ? "" : html` <span class="faint">for ${feature}</span>`}<span class="faint">, ${count(inputTokens)} in, ${count(outputTokens)} out${priced ? `, ${usd(costUsd)}` : ""}${shared === 0 ? "" : `, ${shared} shared`}</span></div>`,
  )}`;
}

function endOf(side: TranscriptSide, word: string): Markup {
  const { symbol, word: outcome } = OUTCOME_WORDS[side.outcome];
  return html`<strong>${word}</strong> ${symbol} ${outcome} <code class="faint">${side.trial}</code>${side.error === null ? "" : html`<div class="bad small"><bdi>${side.error}</bdi></div>`}`;
}

/** One pair, folded; `id` is what the grid links to. */
export function transcriptPair(section: ReportSection, pair: TranscriptPair, id: string): Markup {
  const words = armWords(section);
  const turns = Math.max(pair.treatment.turns.length, pair.control.turns.length);
  const priced = !section.comparison.plan.simulated;
  return html`<details class="talk" id="${id}"><summary><bdi>${pair.scenario}</bdi> seed ${pair.seed}: ${words.treatment} ${OUTCOME_WORDS[pair.treatment.outcome].word}, ${words.control} ${OUTCOME_WORDS[pair.control.outcome].word}</summary>
<p class="small faint"><bdi>${pair.purpose}</bdi></p>
${sides(endOf(pair.treatment, words.treatment), endOf(pair.control, words.control))}
${Array.from({ length: turns }, (_value, index) => turnMarkup(pair, index, words))}
<div class="turn">${sides(html`<span class="who">checks</span>${scoresOf(pair.treatment)}`, html`<span class="who">checks</span>${scoresOf(pair.control)}`)}</div>
<div class="turn">${sides(html`<span class="who">model calls</span>${callsOf(pair.treatment, priced)}`, html`<span class="who">model calls</span>${callsOf(pair.control, priced)}`)}</div>
</details>`;
}
