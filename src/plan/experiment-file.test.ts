/** Experiment files: every difference between arms has to be declared. */

import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { flagsOf } from "../core/flag-catalogue.ts";
import type { ModelSettings } from "../core/model-settings.ts";
import { HARNESSES } from "../lab/environment/harness-registry.ts";
import { scenarioOf } from "../testing/scenario-builder.ts";
import { ExperimentFile, readExperimentFile } from "./experiment-file.ts";
import { planExperiment } from "./plan-file.ts";

const CONTRADICTION = "AUDIT_SEMANTIC_CONTRADICTION";
const given = {
  scenarios: [scenarioOf()],
  seeds: ["1"],
  harnesses: HARNESSES,
  modelFor: () => ({ model: "simulated", baseUrl: null }) as ModelSettings,
};
const planned = (overrides: object) =>
  planExperiment(
    ExperimentFile.parse({
      name: "x",
      vary: [CONTRADICTION],
      variants: { off: { flags: { [CONTRADICTION]: 0 } } },
      ...overrides,
    }),
    "x.yaml",
    given,
  );

test("a variant is compared with the baseline, the arm with the flag on as the treatment", () => {
  expect(planned({}).comparisons).toEqual([
    {
      id: "off",
      flag: CONTRADICTION,
      control: "off",
      treatment: "baseline",
      stress: ["example/greets"],
      controls: [],
    },
  ]);
});

test("a difference that vary does not declare is an error", () => {
  const variants = { off: { flags: { [CONTRADICTION]: 0, AUDIT_RETRY_SYSTEM_ERRORS: 0 } } };
  expect(() => planned({ variants })).toThrow(/AUDIT_RETRY_SYSTEM_ERRORS, which `vary` does not declare/);
});

test("two arms with equal effective settings are an error, however they are written", () => {
  expect(() => planned({ variants: { same: { flags: { [CONTRADICTION]: "on" } } } })).toThrow(
    /baseline and same have equal/,
  );
  const variants = { one: { flags: { [CONTRADICTION]: 0 } }, two: { flags: { [CONTRADICTION]: "off" } } };
  expect(() => planned({ variants })).toThrow(/one and two have equal/);
});

test("a varied flag that is not built is an error", () => {
  const flag = flagsOf("layered").find(({ built }) => !built)?.name ?? "";
  expect(() => planned({ vary: [flag], variants: { off: { flags: { [flag]: 0 } } } })).toThrow(
    /not built yet/,
  );
});

test.each([
  ["name: [", /x\.yaml/],
  ["name: x\nvariants: {}\n", /vary/],
  ["name: x\nvary: [A]\nvariants: {}\nseedz: 3\n", /seedz/],
])("names file and field of bad input %#", async (text, message) => {
  const file = join(await mkdtemp(join(tmpdir(), "lab-")), "x.yaml");
  await writeFile(file, text);
  await expect(readExperimentFile(file, HARNESSES)).rejects.toThrow(message);
});

const FIRST = "name: x\nvary: [A]\nvariants: {}\n";

test.each([
  ["settings: { memory: { budgetChars: 0 } }", "settings.memory.budgetChars: "],
  ["settings: { memory: { budget: 5 } }", 'settings.memory: Unrecognized key: "budget"'],
  ["settings: { context: { window: 5 } }", 'settings: Unrecognized key: "context"'],
  ["harness: thin\nsettings: {}", "harness: the thin harness is not built"],
])("settings are held to the experiment's harness: %s", async (lines, what) => {
  const file = join(await mkdtemp(join(tmpdir(), "lab-")), "x.yaml");
  await writeFile(file, `${FIRST}${lines}\n`);
  await expect(readExperimentFile(file, HARNESSES)).rejects.toMatchObject({
    what: expect.stringContaining(what),
    where: file,
    exitCode: 2,
  });
});

test("a harness that is not built is refused with the ones that are, not with its settings", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "lab-")), "x.yaml");
  await writeFile(file, `${FIRST}harness: thin\n`);
  await expect(readExperimentFile(file, HARNESSES)).rejects.toMatchObject({
    remedy: `name a harness that is built: ${[...HARNESSES.keys()].join(" or ")}`,
  });
});

test("settings that fit are taken as they are written", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "lab-")), "x.yaml");
  await writeFile(file, `${FIRST}settings: { memory: { budgetChars: 5 } }\n`);
  expect((await readExperimentFile(file, HARNESSES)).settings).toEqual({ memory: { budgetChars: 5 } });
});
