/** Tests of linting scenarios that ask for an artefact and read words alone. */

import { expect, test } from "vitest";
import type { ScenarioInput } from "../core/scenario.ts";
import { sampleScenario } from "../testing/sample-scenario.ts";
import { lintWording } from "./lint-wording.ts";

function lint(user: string, input: Partial<ScenarioInput> = {}): readonly string[] {
  const conversation = [{ user: "Mail me the plan.md sometime." }, { user }];
  return lintWording(sampleScenario({ conversation, ...input })).map(({ message }) => message);
}

test.each([
  ["Write the summary to notes/summary.md.", "a file"],
  ["Please put the new host into deploy/staging.env, quickly.", "a file"],
  ["Fill in the TODOs of docs/limits.md with what you have.", "a file"],
  ["Then add one row to incidents.csv, below the others.", "a file"],
  ["Mail the order to the supplier.", "a mail"],
  ["Send Oda an e-mail about it.", "a mail"],
  ["Email him the code.", "a mail"],
  ["Please mail Oda the limit.", "a mail"],
  ["It is half past four, so mail whoever is on duty.", "a mail"],
  ["Set me a reminder for tomorrow.", "a reminder"],
  ["Remind me at nine.", "a reminder"],
])("%j asks for %s", (user, name) => {
  expect(lint(user)).toEqual([
    expect.stringContaining(`the user asks for ${name}, and expect reads what is said`),
  ]);
  expect(lint(user, { expect: [{ world: { file: "a.md", exists: true } }] })).toEqual([]);
  expect(lint(user, { world: { now: "2026-03-02T09:00:00Z", tools: ["read_file"] } })).toEqual([]);
});

test.each([
  "What does notes/summary.md say?",
  "Read docs/limits.md and answer in one sentence.",
  "Did the mail from Oda come?",
  "Was the mail to my boss polite?",
  "Which mail did Oda send?",
  "Which reminders do I have?",
  "Write one sentence for the team.",
  "End with one line, the code alone.",
])("%j asks for words", (user) => {
  expect(lint(user)).toEqual([]);
});
