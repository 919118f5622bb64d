/** The built-in scenarios are held to their examples and to people's labels, and the lint reads labels of any folder. */

import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gradeEnds, gradeExamples } from "../../grade/examples.ts";
import { saysPhrase } from "../../grade/says-phrase.ts";
import { passesOnWrongReply } from "../../grade/wrong-replies.ts";
import { lintScenarios } from "../../scenario/lint.ts";
import { LEAST_AGREEMENT, lintLabels } from "../../scenario/lint-labels.ts";
import { readEndLabels } from "../../scenario/read-end-labels.ts";
import { readScenarios } from "../../scenario/read-scenarios.ts";
import { SAMPLE_SCENARIO } from "../../testing/sample-scenario.ts";
import { tempFolder } from "../../testing/temp-folder.ts";
import { HARNESSES } from "../environment/harness-registry.ts";
import { SCENARIO_ROOT } from "../environment/project.ts";
import { lint } from "./lint.ts";

const loaded = await readScenarios(SCENARIO_ROOT, HARNESSES);
const labels = await readEndLabels(SCENARIO_ROOT, loaded);

test("no built-in scenario has a finding", async () => {
  const findings = await lintScenarios(loaded, { passesOnWrongReply, saysPhrase, gradeExamples }, true);
  expect(findings.map(({ scenario, rule, message }) => `${scenario} ${rule}: ${message}`)).toEqual([]);
});

test("the checks agree with the people who have read the replies (ARCHITECTURE 4.2)", async () => {
  const agreement = await lintLabels(labels, loaded, gradeEnds);
  const { rows = 0, agreeing = 0, findings = [] } = agreement ?? {};
  const disagreements = findings.map(({ message }) => message).join("\n");
  expect(agreeing / rows, disagreements).toBeGreaterThanOrEqual(LEAST_AGREEMENT);
});

test("every built-in scenario has labels of both kinds", () => {
  const few = loaded.flatMap(({ scenario: { id } }) => {
    const own = labels.filter(({ scenario }) => scenario === id);
    const passes = own.filter(({ label }) => label === "pass").length;
    return passes >= 2 && own.length - passes >= 4 ? [] : [`${id}: ${passes} of ${own.length}`];
  });
  expect(few).toEqual([]);
});

test("the two false passes of the real-model report are among the labels, as fails", () => {
  const recorded = labels.filter(({ source }) => source === "qwen2.5-coder-1.5b");
  expect(recorded.map(({ scenario, label }) => `${scenario} ${label}`)).toEqual([
    "contradiction/launch-owner fail",
    "contradiction/launch-owner fail",
  ]);
});

test("labels of a user's own folder are read, and each disagreement is listed with its line", async () => {
  using folder = tempFolder();
  cpSync(join(SCENARIO_ROOT, "_rules"), folder.file("_rules"), { recursive: true });
  writeFileSync(folder.file("units.yaml"), SAMPLE_SCENARIO);
  const row = (label: string, end: string) =>
    JSON.stringify({ scenario: "sample/units", label, end, why: "a person read it" });
  const rows = [row("pass", "6000 is not 3000"), row("fail", "6000 and 3000, all fine"), row("fail", "6000")];
  writeFileSync(folder.file("labels.jsonl"), rows.join("\n"));
  const { text, exitCode, json } = await lint(folder.file("."));
  expect(text).toContain("the checks agree with 2 of 3 labels (66.7 %)");
  expect(text).toMatch(/label-disagrees .*labels\.jsonl:2 is labelled fail/);
  expect(exitCode).toBe(1);
  expect(json).toMatchObject({ labels: { rows: 3, agreeing: 2 } });
});
