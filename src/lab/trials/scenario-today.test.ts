/** A replay says where the scenario of today is another one than the recorded one. */

import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readScenarioFile } from "../../scenario/read-scenarios.ts";
import { SAMPLE_SCENARIO } from "../../testing/sample-scenario.ts";
import { tempFolder } from "../../testing/temp-folder.ts";
import { HARNESSES } from "../environment/harness-registry.ts";
import { scenarioNote } from "./scenario-today.ts";

test.each([
  ["is what it was", (text: string) => text, null],
  [
    "was edited",
    (text: string) => text.replace(/^purpose: .*/m, "purpose: Edited."),
    /differs from the recorded one/,
  ],
  ["has another id", (text: string) => text.replace(/^id: .*/m, "id: some/other"), /there is no scenario/],
  ["cannot be read", () => "id: [", /cannot be read/],
])("reports-1, smaller: where the file %s the note is %s", async (_, edit, note) => {
  using folder = tempFolder();
  const file = folder.file("one.yaml");
  writeFileSync(file, SAMPLE_SCENARIO);
  const loaded = await readScenarioFile(file, HARNESSES);
  writeFileSync(file, edit(SAMPLE_SCENARIO));
  const said = await scenarioNote(loaded);
  if (note === null) expect(said).toBeNull();
  else expect(said).toMatch(note);
});

test("a scenario whose file is gone is looked for among the built-in ones", async () => {
  using folder = tempFolder();
  const file = folder.file("one.yaml");
  writeFileSync(file, SAMPLE_SCENARIO);
  const loaded = await readScenarioFile(file, HARNESSES);
  expect(await scenarioNote({ ...loaded, file: folder.file("gone.yaml") })).toMatch(/there is no scenario/);
});
