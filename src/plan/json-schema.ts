/** The experiment file as a JSON Schema for editors. */

import { z } from "zod";
import { ExperimentFile } from "./experiment-file.ts";

/** The text of the schema file: the input side, so that fields with a default may be left out. */
export function experimentSchemaText(): string {
  const schema = { ...z.toJSONSchema(ExperimentFile, { io: "input" }), title: "harness-lab experiment" };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
