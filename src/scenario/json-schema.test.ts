/** Tests of the JSON Schema and of the file that holds it. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { HARNESSES } from "../lab/environment/harness-registry.ts";
import { keysAt, scenarioJsonSchema, scenarioSchemaText } from "./json-schema.ts";

test("scenarios/scenario.schema.json is what scripts/write-schema.ts writes", () => {
  const file = new URL("../../scenarios/scenario.schema.json", import.meta.url);
  expect(readFileSync(file, "utf8")).toBe(scenarioSchemaText(HARNESSES));
});

test("the schema is the input side: fields with a default may be left out", () => {
  expect(scenarioJsonSchema(HARNESSES)).toMatchObject({
    required: ["id", "purpose", "targets", "role", "conversation", "expect"],
    additionalProperties: false,
  });
});

test.each([
  [[], "conversation"],
  [["conversation", 0], "new-session"],
  [["conversation", 0, "steer", 2], "say"],
  [["expect", 0, "world"], "reminder"],
  [["simulate", 1, "when", "sees"], "system"],
  [["world", "faults", 0], "status"],
] as const)("names the keys valid at %j", (path, key) => {
  expect(keysAt(scenarioJsonSchema(HARNESSES), path)).toContain(key);
});
