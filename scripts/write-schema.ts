/** Writes the scenario format's JSON Schema beside the scenarios, for editors: `npx tsx scripts/write-schema.ts`. */

import { writeFile } from "node:fs/promises";
import { HARNESSES } from "../src/lab/environment/harness-registry.ts";
import { scenarioSchemaText } from "../src/scenario/json-schema.ts";

await writeFile(new URL("../scenarios/scenario.schema.json", import.meta.url), scenarioSchemaText(HARNESSES));
