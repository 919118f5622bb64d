/** The guided example of scenarios/README.md is a scenario that the lint has nothing to say about. */

import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gradeExamples } from "../../grade/examples.ts";
import { saysPhrase } from "../../grade/says-phrase.ts";
import { passesOnWrongReply } from "../../grade/wrong-replies.ts";
import { lintScenarios } from "../../scenario/lint.ts";
import { readScenarioFile } from "../../scenario/read-scenarios.ts";
import { tempFolder } from "../../testing/temp-folder.ts";
import { HARNESSES } from "../environment/harness-registry.ts";
import { SCENARIO_ROOT } from "../environment/project.ts";

test("the example can be copied: it is valid, and its checks are held to its examples", async () => {
  using folder = tempFolder();
  const [, example = ""] = /```yaml\n([\s\S]*?)```/.exec(
    readFileSync(join(SCENARIO_ROOT, "README.md"), "utf8"),
  ) ?? [""];
  cpSync(join(SCENARIO_ROOT, "_rules"), folder.file("_rules"), { recursive: true });
  writeFileSync(folder.file("hall-booking.yaml"), example);
  const loaded = await readScenarioFile(folder.file("hall-booking.yaml"), HARNESSES);
  const findings = await lintScenarios([loaded], { passesOnWrongReply, saysPhrase, gradeExamples }, true);
  expect(findings.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([]);
});
