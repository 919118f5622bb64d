/** Tests of the checks on replies, world, events, calls and cost. */

import { expect, test } from "vitest";
import type { z } from "zod";
import { Check } from "../core/scenario.ts";
import { sampleScenario } from "../testing/sample-scenario.ts";
import { trial } from "../testing/trial-builder.ts";
import { checkTrial } from "./check-trial.ts";

const outcome = trial()
  .startsWith({ "notes/limits.md": "6000 per minute", "old.md": "gone soon", "same.md": "same" })
  .user("first")
  .model("propose", { calls: "read_file", inputTokens: 1000, outputTokens: 50, costUsd: 0.01 })
  .tool("read_file", { path: "x" }, { errorClass: "not-found", content: "No such file" })
  .model("propose", { inputTokens: 500, outputTokens: 50, costUsd: 0.005 })
  .reply("Your limit is 6,000 a minute.")
  .user("second")
  .model("contradiction-check", { inputTokens: 100, outputTokens: 10, costUsd: 0.001 })
  .model("simulated-user", { inputTokens: null, outputTokens: null, costUsd: null })
  .event({ type: "contradiction", severity: "MEDIUM", between: ["a", "b"], description: "6000 against 3000" })
  .reply("That is 3000, not 6000.")
  .newSession()
  .user("third")
  .model("propose", { fails: "timeout", inputTokens: 0, outputTokens: 0, costUsd: 0 })
  .reply("I could not do it.", "could-not-complete")
  .leaves({
    files: { "notes/limits.md": "3000 per minute", "old.md": null, "new.md": "6 000" },
    mail: [
      { to: "ops@intra.example", subject: "Limits", body: "It is 3000.", at: "2026-03-02T09:00:00.000Z" },
    ],
    reminders: [{ id: "reminder-1", text: "call Anna", due: "2026-03-05T09:00:00.000Z" }],
    executed: ["ls -l notes", "rm old.md"],
  })
  .outcome();

async function result(check: z.input<typeof Check>, on = outcome): Promise<string> {
  const setup = { outcome: on, loaded: sampleScenario(), judge: null };
  return (await checkTrial(Check.parse(check), setup, "outcome-1")).result;
}

test.each<[z.input<typeof Check>, string]>([
  // replies: the last turn unless said otherwise
  [{ reply: { states: ["could not"] } }, "pass"],
  [{ reply: { states: ["3000"] } }, "fail"],
  [{ reply: { turn: 2, states: ["3000", "6000"] } }, "pass"],
  [{ reply: { turn: 2, states: ["3000"], omits: ["6000"] } }, "fail"],
  [{ reply: { turn: 1, states: [["5000", "6000"]] } }, "pass"],
  [{ reply: { turn: "any", states: ["3000"] } }, "pass"],
  [{ reply: { turn: "any", states: ["4000"] } }, "fail"],
  [{ reply: { turn: "any", states: ["6000"], omits: ["3000"] } }, "pass"],
  [{ reply: { turn: "all", omits: ["4000"] } }, "pass"],
  [{ reply: { turn: "all", omits: ["3000"] } }, "fail"],
  [{ reply: { turn: 4, omits: ["x"] } }, "fail"],
  [{ reply: { status: "could-not-complete" } }, "pass"],
  [{ reply: { turn: 1, status: "could-not-complete" } }, "fail"],
  [{ reply: { status: "could-not-complete", states: ["done"] } }, "fail"],
  // files
  [{ world: { file: "notes/limits.md", unchanged: true } }, "fail"],
  [{ world: { file: "./same.md", unchanged: true } }, "pass"],
  [{ world: { file: "old.md", exists: false } }, "pass"],
  [{ world: { file: "new.md", exists: false } }, "fail"],
  [{ world: { file: "new.md", exists: true, contains: ["6000"] } }, "pass"],
  [{ world: { file: "notes/limits.md", equals: "3000 per minute" } }, "pass"],
  [{ world: { file: "notes/limits.md", equals: "3000 per minute\n" } }, "fail"],
  [{ world: { file: "notes/limits.md", contains: ["3000"], omits: ["6000"] } }, "pass"],
  [{ world: { file: "notes/limits.md", omits: ["3000"] } }, "fail"],
  [{ world: { file: "old.md", omits: ["anything"] } }, "fail"],
  [{ world: { file: "toString", exists: false } }, "pass"],
  // mail, reminders, commands
  [{ world: { mail: { to: "OPS@intra.example", contains: ["3000"] } } }, "pass"],
  [{ world: { mail: { to: "else@intra.example" } } }, "fail"],
  [{ world: { mail: { count: 0 } } }, "fail"],
  [{ world: { mail: { contains: ["6000"], count: 0 } } }, "pass"],
  [{ world: { reminder: { contains: ["Anna", "/2026-03-05/"] } } }, "pass"],
  [{ world: { reminder: { count: { max: 0 } } } }, "fail"],
  [{ world: { executed: { command: "rm old.md" } } }, "pass"],
  [{ world: { executed: { command: "/^rm/", count: 1 } } }, "pass"],
  [{ world: { executed: { command: "rm", count: 0 } } }, "fail"],
  [{ world: { executed: { count: { min: 2, max: 2 } } } }, "pass"],
  // events
  [{ event: { type: "contradiction" } }, "pass"],
  [{ event: { type: "contradiction", where: { severity: "MEDIUM", "between.0": "a" } } }, "pass"],
  [{ event: { type: "contradiction", where: { severity: "HIGH" } } }, "fail"],
  [{ event: { type: "contradiction", where: { description: "/6000.*3000/" } } }, "pass"],
  [{ event: { type: "contradiction", where: { nowhere: "x" } } }, "fail"],
  [{ event: { type: "contradiction", where: { "place.turn": 2, "place.session": 1 } } }, "pass"],
  [{ event: { type: "tool-result", where: { "result.errorClass": "not-found" }, count: 1 } }, "pass"],
  [{ event: { type: "model-call", where: { failure: null }, count: 4 } }, "pass"],
  [{ event: { type: "tool-denied", count: 0 } }, "pass"],
  // calls
  [{ call: "contradiction-check" }, "pass"],
  [{ call: "judge" }, "fail"],
  [{ call: { purpose: "propose", count: 3 } }, "pass"],
  [{ call: { purpose: "propose", count: { max: 2 } } }, "fail"],
  [{ call: { purpose: "judge", count: 0 } }, "pass"],
  // cost: the lab's own calls do not count
  [{ cost: { maxUsd: 0.016, maxCalls: 4, maxInputTokens: 1600, maxOutputTokens: 110 } }, "pass"],
  [{ cost: { maxUsd: 0.015 } }, "fail"],
  [{ cost: { maxCalls: 3 } }, "fail"],
  [{ cost: { maxInputTokens: 1599 } }, "fail"],
  [{ cost: { maxUsd: 1, maxOutputTokens: 109 } }, "fail"],
])("%j is %s", async (check, expected) => {
  expect(await result(check)).toBe(expected);
});

test("an unknown cost is unscored, never 0, unless what is known already exceeds the limit", async () => {
  const unpriced = trial()
    .user("x")
    .model("propose", { costUsd: null })
    .model("propose", { costUsd: 0.5 })
    .reply("y");
  expect(await result({ cost: { maxUsd: 1 } }, unpriced.outcome())).toBe("unscored");
  expect(await result({ cost: { maxUsd: 0.4 } }, unpriced.outcome())).toBe("fail");
  expect(await result({ cost: { maxUsd: 1, maxCalls: 2 } }, unpriced.outcome())).toBe("unscored");
  const uncounted = trial().user("x").model("propose", { inputTokens: null }).reply("y");
  expect(await result({ cost: { maxInputTokens: 1 } }, uncounted.outcome())).toBe("unscored");
});

test("a trial without any turn fails its reply checks", async () => {
  expect(await result({ reply: { omits: ["x"] } }, trial().outcome())).toBe("fail");
});

test("a check that breaks is unscored with the reason", async () => {
  const setup = { outcome, loaded: sampleScenario(), judge: null };
  const finding = await checkTrial({ reply: { turn: "last", states: ["/(/"] } }, setup, "outcome-1");
  expect(finding).toMatchObject({ result: "unscored", detail: expect.stringContaining("the check broke") });
});
