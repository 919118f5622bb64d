/** A trial's transcript for people: turns with what happened in them, then checks and what it cost. */

import type { LabEvent } from "../core/event.ts";
import type { EventKinds, Tone } from "../core/event-line.ts";
import { count, countText, duration, usd } from "../core/format.ts";
import type { Outcome } from "../core/pairs.ts";
import { outcomeOf } from "../core/score.ts";
import { type GradedTrial, trialId, trialName } from "../core/trial.ts";
import { wrapWords } from "../core/wrap-text.ts";
import { purposeSummary } from "./call-summary.ts";
import { eventLine } from "./event-line.ts";
import { columns, paint, type TerminalOptions } from "./terminal-style.ts";
import { oneLine, shorten, visibleText } from "./visible-text.ts";
import { OUTCOME_WORDS } from "./words.ts";

const LABEL_WIDTH = 14;

const OUTCOME_TONES: Readonly<Record<Outcome, Tone>> = {
  pass: "good",
  fail: "bad",
  error: "bad",
  unscored: "open",
  missing: "open",
  budget: "open",
};

function outcome({ outcome: ended, scores }: GradedTrial): Outcome {
  return ended.error === null ? outcomeOf(scores) : "error";
}

/** Characters of one message that are shown unless all of it is asked for. */
const SHOWN = 4000;

export interface TranscriptOptions extends TerminalOptions {
  /** Every message whole; absent = long ones are cut. */
  readonly full?: boolean | undefined;
  /** False for a simulated model, which nobody pays; absent = calls have a price. */
  readonly priced?: boolean | undefined;
}

function clip(text: string, { full }: TranscriptOptions): string {
  if (full === true || text.length <= SHOWN) return text;
  return `${text.slice(0, SHOWN)}\n... ${count(text.length - SHOWN)} more characters (show --full)`;
}

/** A labelled block: every line of the text is wrapped and hangs under the first. */
function block(label: string, text: string, options: TranscriptOptions, tone: Tone | null = null): string {
  const indent = " ".repeat(LABEL_WIDTH + 2);
  const room = Math.max(20, options.width - indent.length);
  const lines = visibleText(clip(text, options))
    .split("\n")
    .flatMap((line) => wrapWords(line, room).split("\n"));
  const body = lines.map((line, index) => (index === 0 ? line : `${indent}${line}`.trimEnd())).join("\n");
  return `  ${paint(shorten(label, LABEL_WIDTH - 1).padEnd(LABEL_WIDTH), tone ?? "faint", options)}${body}`.trimEnd();
}

function header(trial: GradedTrial, options: TranscriptOptions): string {
  const { key, error, position, wallMs, virtualMs, calls, transcriptDigest } = trial.outcome;
  const ended = outcome(trial);
  const { symbol, word } = OUTCOME_WORDS[ended];
  const title = oneLine(trialName(key));
  const facts = [
    `trial ${trialId(key)}`,
    `attempt ${key.attempt}`,
    `ran ${position === 0 ? "first" : `after ${countText(position, "other arm")}`} in its block`,
    countText(calls.length, "model call"),
    ...cutFact(calls),
    duration(wallMs),
    ...(virtualMs === null ? [] : [`virtual latency ${duration(virtualMs)}`]),
    `transcript ${transcriptDigest.slice(0, 12)}`,
  ];
  return [
    `${paint(title, "bold", options)}  ${paint(`${symbol} ${word}`, OUTCOME_TONES[ended], options)}`,
    paint(wrapWords(oneLine(facts.join(", ")), options.width), "faint", options),
    ...(error === null ? [] : [block("error", `${error.kind}: ${error.message}`, options, "bad")]),
  ].join("\n");
}

function cutFact(calls: GradedTrial["outcome"]["calls"]): readonly string[] {
  const cut = calls.filter(({ reply }) => reply.kind === "answer" && reply.finish === "length").length;
  return cut === 0 ? [] : [`${count(cut)} of the replies cut at a token limit`];
}

/** Steps of a turn by list, in order of their first coming, with how often each came where that is more than once. */
class Steps {
  readonly #lists = new Map<string, Map<string, number>>();

  add(list: string, step: string): void {
    const steps = this.#lists.get(list) ?? new Map<string, number>();
    this.#lists.set(list, steps.set(step, (steps.get(step) ?? 0) + 1));
  }

  blocks(options: TranscriptOptions): readonly string[] {
    return [...this.#lists].map(([list, steps]) => {
      const text = [...steps].map(([step, times]) => (times === 1 ? step : `${step} x${times}`)).join(", ");
      return block(list, text, options);
    });
  }
}

function replyBlock(event: LabEvent & { type: "turn-end" }, options: TranscriptOptions): string {
  const marks = [
    ...(event.status === "ok" ? [] : [event.status]),
    ...(event.trivial ? ["trivial path"] : []),
  ];
  const mark = marks.length === 0 ? "" : `[${marks.join(", ")}] `;
  const text = `${mark}${event.reply === "" ? "(empty)" : event.reply}`;
  return block("reply", text, options, event.status === "ok" ? null : "open");
}

function body(trial: GradedTrial, options: TranscriptOptions, kinds: EventKinds): string {
  const { events, calls } = trial.outcome;
  const lines: string[] = [];
  let steps = new Steps();
  for (const event of events) {
    if (event.type === "session-start" && event.session > 1)
      lines.push("", paint(`Session ${event.session}`, "bold", options));
    if (event.type === "turn-start") {
      steps = new Steps();
      const follow = event.source === "follow-up" ? ", a follow-up" : "";
      lines.push(
        "",
        paint(`Turn ${event.place.turn}${follow}`, "bold", options),
        block("user", event.text, options),
      );
    }
    if (event.type === "turn-end") {
      lines.push(...steps.blocks(options), replyBlock(event, options));
    }
    const shown = eventLine(event, calls, kinds, options.priced);
    if (shown === null) continue;
    if ("text" in shown) lines.push(block(shown.label, shown.text, options, shown.tone));
    else if (shown.step !== null) steps.add(shown.list, shown.step);
  }
  return lines.join("\n");
}

function checks({ scores, checksDigest }: GradedTrial, options: TranscriptOptions): string {
  const lines = scores.map((score) => {
    const judged = score.judged ? ", judged by a model" : "";
    const text = `${score.result}: ${score.detail} (${score.kind}${judged})`;
    return block(score.check, text, options, OUTCOME_TONES[score.result]);
  });
  const title = paint(oneLine(`Checks (${checksDigest})`), "bold", options);
  return [title, ...(lines.length === 0 ? ["  none ran"] : lines)].join("\n");
}

function totals({ outcome: { calls } }: GradedTrial, options: TranscriptOptions): string {
  const rows = purposeSummary(calls).map((sum) => [
    `  ${oneLine(sum.purpose)}${sum.feature === null ? "" : ` (${oneLine(sum.feature)})`}`,
    count(sum.calls),
    count(sum.shared),
    count(sum.inputTokens),
    count(sum.outputTokens),
    ...(options.priced === false ? [] : [usd(sum.costUsd)]),
  ]);
  const title = paint("Calls by purpose", "bold", options);
  if (rows.length === 0) return `${title}\n  none`;
  const names = ["calls", "shared", "in", "out", ...(options.priced === false ? [] : ["cost"])];
  const [head = "", ...lines] = columns([["  purpose", ...names], ...rows], 1);
  if ([head, ...lines].every((line) => line.length <= options.width))
    return [title, paint(head, "faint", options), ...lines].join("\n");
  const list = rows.map(([purpose = "", ...cells]) =>
    wrapWords(
      `${purpose.trim()}: ${cells.map((cell, column) => `${names[column]} ${cell}`).join(", ")}`,
      options.width - 2,
      "    ",
    ),
  );
  return [title, ...list.map((line) => `  ${line}`)].join("\n");
}

/** Renders the transcript within the width; no text of a model can move the cursor or change colours. */
export function renderTranscript(trial: GradedTrial, options: TranscriptOptions, kinds: EventKinds): string {
  const parts = [
    header(trial, options),
    body(trial, options, kinds),
    "",
    checks(trial, options),
    "",
    totals(trial, options),
  ];
  return `${parts.join("\n")}\n`;
}

/** A trial with its id and result, as data for `--json`; nothing is shortened. */
export interface TranscriptDocument {
  readonly format: "harness-lab-transcript/1";
  readonly id: string;
  readonly result: Outcome;
  readonly trial: GradedTrial;
}

/** The whole trial as data. */
export function transcriptJson(trial: GradedTrial): TranscriptDocument {
  return {
    format: "harness-lab-transcript/1",
    id: trialId(trial.outcome.key),
    result: outcome(trial),
    trial,
  };
}
