/** The schema file of experiments is the one that the reader holds files to (issue 9, item 2). */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ExperimentFile } from "./experiment-file.ts";
import { experimentSchemaText } from "./json-schema.ts";

test("scenarios/experiment.schema.json is what scripts/write-schema.ts writes", () => {
  const file = new URL("../../scenarios/experiment.schema.json", import.meta.url);
  expect(readFileSync(file, "utf8")).toBe(experimentSchemaText());
});

test("the schema knows every field of the file, and requires name, variants and vary alone", () => {
  const schema = JSON.parse(experimentSchemaText()) as { properties: object; required: readonly string[] };
  expect(Object.keys(schema.properties)).toEqual(Object.keys(ExperimentFile.shape));
  expect(schema.required).toEqual(["name", "variants", "vary"]);
  expect(schema).toMatchObject({ additionalProperties: false });
});

test("a file may name its schema", () => {
  const file = { $schema: "./experiment.schema.json", name: "x", variants: {}, vary: ["model.id"] };
  expect(ExperimentFile.safeParse(file).success).toBe(true);
});
