/** Two trials aligned: the first difference of each kind, and rows that stay beside each other after it. */

import { expect, test } from "vitest";
import type { GradedTrial, TrialOutcome } from "../core/trial.ts";
import { EVENTS } from "../harnesses/layered/events.ts";
import { trial } from "../testing/trial-builder.ts";
import { endWord, nameOf, renderSideBySide, shownName } from "./side-by-side.ts";
import { trialDifference } from "./trial-difference.ts";

const parted = (left: TrialOutcome, right: TrialOutcome) =>
  trialDifference({ ...left, kinds: EVENTS }, { ...right, kinds: EVENTS });

const begun = (arm: string) =>
  trial("contradiction/rate-limit-units")
    .as({ arm, seed: "2" })
    .user("Our limit is 6000 requests per minute.")
    .model("classify-turn", { json: { riskLevel: "LOW" } })
    .model("propose", { says: "Noted." })
    .reply("Noted.");

const off = begun("OFF")
  .user("The throttle is 50 requests per second.")
  .model("propose", { says: "6000 a minute and 50 a second, all right." })
  .reply("6000 a minute and 50 a second, all right.")
  .score("fail")
  .graded();

const on = begun("ON")
  .user("The throttle is 50 requests per second.")
  .event({ type: "feature-reached", feature: "semantic-contradiction", at: "contradiction" })
  .model("contradiction-check", { json: { conflicts: ["a"] }, feature: "semantic-contradiction" })
  .model("propose", { says: "Which one holds?", system: "50 a second comes to 3000 a minute." })
  .reply("Which one holds?")
  .score("pass")
  .graded();

function render(left: GradedTrial, right: GradedTrial, width = 100): string {
  const difference = parted(left.outcome, right.outcome);
  return renderSideBySide(left, right, difference, { colour: false, width, before: 2, after: 20 });
}

test("trials that say the same have no difference, whatever they cost and whenever they ran", () => {
  const again = begun("OFF").took(999).graded();
  const difference = parted(begun("OFF").graded().outcome, again.outcome);
  expect(difference.first).toBeNull();
  expect(difference.rows.every(({ mark }) => mark === "same")).toBe(true);
  expect(render(begun("OFF").graded(), again)).toContain("No difference in 8 steps.");
});

test("a call that one arm alone makes is the first difference, and later steps stay aligned", () => {
  const difference = parted(off.outcome, on.outcome);
  expect(nameOf(difference.first)).toBe("contradiction-check request in turn 2, only right");
  // Reaching the feature is no difference: it happens wherever the flag is on.
  expect(difference.rows.map(({ left, right }) => (left ?? right)?.label)).not.toContain("feature-reached");
  const marks = difference.rows
    .slice(difference.same)
    .map(({ mark, left, right }) => `${mark} ${(left ?? right)?.label}`);
  expect(marks).toEqual([
    "right-only contradiction-check",
    "right-only contradiction-check",
    "differs propose",
    "differs propose",
    "differs turn-end",
    "same session-end",
  ]);
  expect(nameOf(difference.firstOf.request)).toContain("contradiction-check");
  expect(nameOf(difference.firstOf.event)).toBe("turn-end event in turn 2");
});

test("turning the trials round mirrors the difference", () => {
  const one = parted(off.outcome, on.outcome);
  const other = parted(on.outcome, off.outcome);
  expect(other.same).toBe(one.same);
  expect(other.rows.map(({ left, right }) => [right?.key, left?.key])).toEqual(
    one.rows.map(({ left, right }) => [left?.key, right?.key]),
  );
});

test("a reply that differs after equal requests is named as a reply", () => {
  const other = begun("OFF")
    .user("The throttle is 50 requests per second.")
    .model("propose", { says: "6000 a minute or 50 a second?" })
    .reply("6000 a minute or 50 a second?")
    .graded();
  const { first, firstOf } = parted(off.outcome, other.outcome);
  expect(nameOf(first)).toBe("propose reply in turn 2, iteration 1");
  expect(firstOf.request).toBeNull();
});

test("side by side names both trials, the place and the checks, within the width", () => {
  const text = render(off, on);
  expect(text).toContain(shownName(off));
  expect(text).toContain(
    "First difference after 8 equal steps: contradiction-check request in turn 2, only right",
  );
  expect(text).toContain("3000 a minute");
  expect(text).toContain("outcome-1: fail | pass");
  expect([endWord(off), endWord(on)]).toEqual(["fail", "pass"]);
  for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(101);
});

test("a long text is shown from shortly before the place where it begins to differ", () => {
  const long = "x ".repeat(400);
  const [left, right] = ["one", "two"].map((end) => trial().user(`${long}${end}`).reply("ok").graded()) as [
    GradedTrial,
    GradedTrial,
  ];
  const text = render(left, right);
  expect(text).toContain("one");
  expect(text).toContain("two");
  expect(text.length).toBeLessThan(2_000);
});

test("an escape sequence in a text does not reach the terminal", () => {
  const evil = begun("OFF").user("\u001b[2Jgone").reply("\u001b]0;title\u0007").graded();
  expect(render(off, evil)).not.toContain("\u001b");
});
