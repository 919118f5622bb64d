/** The guide of scenarios/README.md names every field and lint rule, and its example has no finding. */

import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EndExample, Scenario, SimulateRule } from "../../core/scenario.ts";
import { gradeExamples } from "../../grade/examples.ts";
import { saysPhrase } from "../../grade/says-phrase.ts";
import { passesOnWrongReply } from "../../grade/wrong-replies.ts";
import { lintScenarios } from "../../scenario/lint.ts";
import { LINT_RULES } from "../../scenario/lint-finding.ts";
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

test("the guide names every field of a scenario, of an end, of a rule and of a label", () => {
  const guide = readFileSync(join(SCENARIO_ROOT, "README.md"), "utf8");
  const end = EndExample.options[1].shape;
  const labels = ["scenario", "label", "end", "why", "source"];
  const fields = [Scenario.shape, SimulateRule.shape, end].flatMap((shape) => Object.keys(shape));
  expect([...fields, ...labels].filter((field) => !guide.includes(`\`${field}\``))).toEqual([]);
});

test("the guide names every rule of the lint", () => {
  const guide = readFileSync(join(SCENARIO_ROOT, "README.md"), "utf8");
  expect(LINT_RULES.filter((rule) => !guide.includes(`\`${rule}\``))).toEqual([]);
});
