/** Writes the JSON Schemas of scenarios and experiment files for editors: `npx tsx scripts/write-schema.ts`. */

import { writeFile } from "node:fs/promises";
import { HARNESSES } from "../src/lab/environment/harness-registry.ts";
import { experimentSchemaText } from "../src/plan/json-schema.ts";
import { scenarioSchemaText } from "../src/scenario/json-schema.ts";

const write = (name: string, text: string) =>
  writeFile(new URL(`../scenarios/${name}.schema.json`, import.meta.url), text);

await write("scenario", scenarioSchemaText(HARNESSES));
await write("experiment", experimentSchemaText());
