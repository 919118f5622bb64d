/** Reading few built-in scenarios chooses what reading them all would. */

import { beforeAll, expect, test } from "vitest";
import { FLAGS } from "../../core/flag-catalogue.ts";
import type { LoadedScenario } from "../../core/scenario.ts";
import { selectScenarios } from "../../scenario/select.ts";
import { allBuiltIn, builtInNamed, builtInTargeting } from "./built-in-scenarios.ts";

let all: readonly LoadedScenario[];
beforeAll(async () => {
  all = await allBuiltIn();
});

test("the id of every built-in scenario is its path, so that it is found without the others", async () => {
  for (const one of all) expect(await builtInNamed([one.scenario.id])).toEqual([one]);
});

test("several ids give their scenarios in the order of all", async () => {
  const ids = all.map(({ scenario }) => scenario.id).filter((_, place) => place % 5 === 0);
  const patterns = [...ids.toReversed(), ids[0] ?? ""];
  expect(await builtInNamed(patterns)).toEqual(selectScenarios(all, { patterns }));
});

test.each([
  ["retry/*"],
  ["nobody/knows-this"],
  ["../scenarios/retry/healthy-turn"],
  ["outcome-varies"],
  [""],
])("a name that may be a glob or a tag, or is unknown, is looked for among all: %j", async (name) => {
  expect(await builtInNamed(["retry/transient-503", name])).toEqual(all);
});

test("beside a flag that the named ones do not target, all tell whether any scenario does", async () => {
  const named = ["retry/transient-503"];
  expect(await builtInNamed(named, ["AUDIT_RETRY_SYSTEM_ERRORS"])).toHaveLength(1);
  const flags = ["AUDIT_RETRY_SYSTEM_ERRORS", "AUDIT_SEMANTIC_CONTRADICTION"];
  const few = selectScenarios(await builtInNamed(named, flags), { patterns: named, flags });
  expect(few).toEqual(selectScenarios(all, { patterns: named, flags }));
});

test("every flag's scenarios are among those that name it", async () => {
  for (const { name } of FLAGS.filter((flag) =>
    all.some(({ scenario }) => scenario.targets.includes(flag.name)),
  )) {
    const few = await builtInTargeting([name]);
    expect(few.length).toBeLessThan(all.length);
    expect(selectScenarios(few, { flags: [name] })).toEqual(selectScenarios(all, { flags: [name] }));
  }
});

test("a flag that no scenario targets is looked for among all", async () => {
  expect(await builtInTargeting(["AUDIT_RETRY_SYSTEM_ERRORS", "NOBODY_KNOWS"])).toEqual(all);
});
