/** Proves that a transcript shows everything that happened, within the width and without acting on a terminal. */

import { expect, test } from "vitest";
import type { CommonEventBody } from "../core/event.ts";
import type { EventKinds } from "../core/event-line.ts";
import { type GradedTrial, trialId } from "../core/trial.ts";
import { EVENTS as KINDS, type LayeredEvent } from "../harnesses/layered/events.ts";
import { HOSTILE_TEXT, withTextReplaced } from "../testing/hostile-text.ts";
import { trial } from "../testing/trial-builder.ts";
import { eventLine } from "./event-line.ts";
import type { TerminalOptions } from "./terminal-style.ts";
import { renderTranscript, transcriptJson } from "./transcript.ts";

const call = { id: "call-9", tool: "send_mail", arguments: { to: "ops@example.com", body: "limit changed" } };
const action = { id: "action-1", call, stagedAt: "2026-03-02T09:00:00Z" };

/** One event of every kind that has a line of its own. */
const EVENTS: readonly (CommonEventBody | LayeredEvent)[] = [
  { type: "command", line: "/memory status", output: "2 facts\n1 pending" },
  { type: "clock-advanced", durationMs: 7_200_000, now: "2026-03-02T11:00:00Z" },
  { type: "steered", text: "use the staging limit", landing: "note" },
  { type: "tool-denied", call, decision: "deny", reason: "the turn is read-only" },
  { type: "action-staged", action },
  { type: "action-applied", actionId: "action-1", result: { kind: "ok", content: "sent" } },
  { type: "action-discarded", actionId: "action-2", reason: "swept" },
  { type: "gate-decision", gate: "tool-policy", decision: "allow", reason: "read-only" },
  { type: "task-state", task: "task-1", state: "running", reason: "planned" },
  { type: "task-failed", task: "task-1", kind: "system-error", message: "503 from the model" },
  {
    type: "recovery",
    task: "task-1",
    strategy: "alternative-approach",
    requeued: true,
    reason: "first system error",
  },
  {
    type: "contradiction",
    severity: "MEDIUM",
    between: ["6000 a minute", "50 a second"],
    description: "two limits",
  },
  {
    type: "memory-write",
    store: "facts",
    operation: "replace",
    fact: { key: "rate-limit", text: "3000 a minute" },
  },
  { type: "memory-render", included: 12, omitted: 3, chars: 3_900 },
  { type: "compaction", method: "summary", folded: 30, kept: 10, chars: 1_204 },
  { type: "limit-hit", limit: "iterations", value: 15 },
  { type: "warning", about: "recording", message: "stale" },
  { type: "feature-reached", feature: "semantic-contradiction", at: "contradiction" },
  {
    type: "feature-fired",
    feature: "semantic-contradiction",
    at: "contradiction",
    what: "one conflict recorded",
  },
];

const render = (graded: GradedTrial, options: TerminalOptions) => renderTranscript(graded, options, KINDS);

function sample() {
  const built = trial("contradiction/rate-limit-units")
    .as({ seed: "2", arm: "baseline" })
    .ranAs(1)
    .took(3_200, 1_800)
    .user("Keep track of these facts for me. Our API rate limit is 6000 requests per minute.")
    .event({ type: "phase", phase: "extract", layer: null })
    .event({ type: "layer-end", layer: "world-model", summary: null })
    .model("classify-turn", { source: "shared", costUsd: 0.00012 })
    .model("propose", { says: "Noted.", costUsd: null })
    .tool("read_file", { path: "notes/limits.md" }, { content: "limit: 6000\n".repeat(40) })
    .tool(
      "fetch_url",
      { url: "https://intra.example" },
      { errorClass: "timeout", content: "no answer", injected: true },
    )
    .event({ type: "layer-end", layer: "planning", summary: null })
    .event({ type: "layer-end", layer: "planning", summary: null })
    .reply("Noted: the rate limit is 6000 requests per minute.")
    .newSession()
    .user("One more, the throttle ceiling is 50 requests per second.")
    .model("contradiction-check", { feature: "semantic-contradiction", outputTokens: null })
    .model("propose", { fails: "server-error", says: "503 Service Unavailable" });
  for (const event of EVENTS) built.event(event);
  return built
    .reply("", "could-not-complete")
    .score("fail", { detail: 'last reply lacks "3000"' })
    .score("unscored", { kind: "judge", judged: true, detail: "the judge gave no verdict" })
    .graded();
}

test.each([120, 60])("at %d columns it is the golden one and no line is longer", async (width) => {
  const text = render(sample(), { colour: false, width });
  await expect(text).toMatchFileSnapshot(`__golden__/transcript-${width}.txt`);
  expect(text.split("\n").filter((line) => line.length > width)).toEqual([]);
});

test("every kind of event is either structure, a step of its turn, or has a line of its own", () => {
  const structural: readonly string[] = ["session-start", "session-end", "turn-start", "turn-end"];
  const { outcome } = sample();
  for (const event of outcome.events) {
    const shown = eventLine(event, outcome.calls, KINDS);
    expect(shown === null).toBe(structural.includes(event.type));
    expect(shown !== null && "step" in shown).toBe(["phase", "layer-end"].includes(event.type));
  }
});

test("a kind that no harness of today declares is shown with its fields", () => {
  const built = trial().user("x");
  built.event({ type: "task-state", task: "task-1", state: "running", reason: "planned" });
  const shown = (kinds: EventKinds) =>
    renderTranscript(built.reply("y").graded(), { colour: false, width: 100 }, kinds);
  expect(shown({})).toContain('task-state    {"task":"task-1","state":"running","reason":"planned"}');
});

test("an unknown cost or token count is the word, also in the sums", () => {
  const text = render(sample(), { colour: false, width: 120 });
  expect(text).toMatch(/model +propose: 100 in, 20 out \(estimated\), unknown/);
  expect(text).toMatch(/contradiction-check \(semantic-contradiction\) +1 +0 +100 +unknown/);
});

test("a broken-off trial shows its error and counts as neither pass nor fail", () => {
  const broken = trial()
    .user("hello")
    .breaks("infrastructure", "the endpoint is gone")
    .score("pass")
    .graded();
  const text = render(broken, { colour: false, width: 80 });
  expect(text).toContain("! error");
  expect(text).toContain("infrastructure: the endpoint is gone");
  expect(transcriptJson(broken).result).toBe("error");
});

test("the data form holds the whole trial under its id", () => {
  const graded = sample();
  expect(transcriptJson(graded)).toEqual({
    format: "harness-lab-transcript/1",
    id: trialId(graded.outcome.key),
    result: "fail",
    trial: graded,
  });
});

test("hostile text brings no control character, coloured or not", () => {
  const hostile = withTextReplaced(sample(), HOSTILE_TEXT);
  const plain = render(hostile, { colour: false, width: 80 });
  const controls = [...plain].filter((character) => /[\p{Cc}\p{Bidi_Control}]/u.test(character));
  expect(new Set(controls)).toEqual(new Set(["\n"]));
  const codes = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, "g");
  expect(render(hostile, { colour: true, width: 80 }).replace(codes, "")).toBe(plain);
});

test("reports-1, smaller: replies that were cut at a token limit are counted in the head", () => {
  const shown = (cut: boolean) =>
    render(trial().user("x").model("propose", { cut }).reply("y").graded(), {
      colour: false,
      width: 200,
    });
  expect(shown(true)).toContain("1 model call, 1 of the replies cut at a token limit");
  expect(shown(false)).not.toContain("cut at");
});

test.each(["user", "reply"] as const)(
  "reports-1, annoyance 4: a %s message of 6 MB is cut with its length unless all of it is asked for",
  (side) => {
    const long = "word ".repeat(1_200_000);
    const [user, reply] = side === "user" ? [long, "ok"] : ["hello", long];
    const graded = trial().user(user).model("propose", { says: "x" }).reply(reply).graded();
    const shown = render(graded, { colour: false, width: 100 });
    expect(shown.length).toBeLessThan(20_000);
    expect(shown).toContain("... 5,996,000 more characters (show --full)");
    const full = renderTranscript(graded, { colour: false, width: 100, full: true }, KINDS);
    expect(full.split("word").length - 1).toBe(1_200_000);
  },
);
